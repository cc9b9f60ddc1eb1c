#include "distributions/exponential_piece.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/exponential_sums.hpp"

namespace inbounds {
namespace {

exponential_piece mirror(const exponential_piece& piece) {
  return {-piece.to, -piece.from, !piece.rising, piece.log_height};
}

/// Of whole folds of this length, taken to be stacked upon the highest of `count`: every second one looks the same way.
double log_stack_height(double count, double length, double rate) {
  return std::log(one_minus_exp(2 * rate * length * count) / one_minus_exp(2 * rate * length));
}

/// A piece that lies above the span. Folds alternate: the first runs down from the upper end of the span, the second up
/// again from the lower end. In a mirror, what comes of it is the image of that.
void reflect_from_above(const span& inside, const exponential_piece& piece, const exponential_shape& shape,
                        bool in_mirror, std::vector<exponential_piece>& reflected) {
  const double length = inside.upper - inside.lower;
  // What lies in the fold that begins at `start`. Ends of the fold become ends of the span exactly, whatever rounding
  // does to sums.
  const auto add = [&](const exponential_piece& part) { reflected.push_back(in_mirror ? mirror(part) : part); };
  const auto place = [&](const exponential_piece& part, double start, bool upwards) {
    const double first = piece.from > start ? part.from - start : 0;
    const bool to_end = piece.to >= start + length;
    if (upwards) {
      const double end = to_end ? inside.upper : inside.lower + (part.to - start);
      add({inside.lower + first, end, part.rising, part.log_height});
    } else {
      const double end = to_end ? inside.lower : inside.upper - (part.to - start);
      add({end, inside.upper - first, !part.rising, part.log_height});
    }
  };
  const auto is_odd = [](double count) { return std::fmod(count, 2) == 1; };
  // fmod is exact, so quotients are whole numbers but for their own rounding.
  double start = piece.from - std::fmod(piece.from - inside.upper, length);
  bool upwards = is_odd(std::nearbyint((start - inside.upper) / length));
  place(cut(piece, shape, start, start + length), start, upwards);
  start += length;
  upwards = !upwards;
  if (!(start < piece.to)) return;
  const double rest = std::fmod(piece.to - start, length);
  const double whole = std::nearbyint((piece.to - start - rest) / length);
  for (const double first : {0.0, 1.0}) {
    const double count = std::ceil((whole - first) / 2);
    if (!(count > 0)) continue;
    const double highest = start + length * (piece.rising ? first + 2 * (count - 1) : first);
    exponential_piece stack = cut(piece, shape, highest, highest + length);
    stack.log_height += log_stack_height(count, length, shape.rate);
    place(stack, highest, upwards != (first == 1));
  }
  const double last = start + whole * length;
  if (rest > 0) place(cut(piece, shape, last, piece.to), last, upwards != is_odd(whole));
}

}  // namespace

exponential_piece cut(const exponential_piece& piece, const exponential_shape& shape, double from, double to) {
  const double start = std::max(piece.from, from);
  const double end = std::min(piece.to, to);
  if (!(start < end)) return {start, start, piece.rising, piece.log_height};
  const double moved = piece.rising ? piece.to - end : start - piece.from;
  return {start, end, piece.rising, piece.log_height - (moved > 0 ? shape.rate * moved : 0)};
}

double mass(const exponential_piece& piece, const exponential_shape& shape) {
  if (!(piece.from < piece.to)) return 0;
  const double unit = shape.on == support::points ? one_minus_exp(shape.rate) : shape.rate;
  return std::exp(piece.log_height) * one_minus_exp(shape.rate * (piece.to - piece.from)) / unit;
}

double log_height_at(const exponential_piece& piece, const exponential_shape& shape, double y) {
  return piece.log_height - shape.rate * (piece.rising ? piece.to - shape.cell() - y : y - piece.from);
}

void reflect_into(const span& inside, const exponential_piece& piece, const exponential_shape& shape,
                  std::vector<exponential_piece>& reflected) {
  if (!(piece.from < piece.to)) return;
  if (piece.from >= inside.upper) {
    reflect_from_above(inside, piece, shape, false, reflected);
  } else if (piece.to <= inside.lower) {
    const span image{-inside.upper, -inside.lower};
    reflect_from_above(image, mirror(piece), shape, true, reflected);
  } else {
    reflected.push_back(piece);
  }
}

}  // namespace inbounds
