// Whatever is made draws values of its lattice, from whichever truths and bits, and comes to an end.

#include <array>
#include <cmath>

#include "attempts.hpp"

namespace inbounds::fuzz {
namespace {

/// The words of the input, and then those of a generator: a source that is not random may never end a rejection.
class input_words {
 public:
  explicit input_words(std::vector<std::uint64_t> words) : words_(std::move(words)) {}

  static void refill(void* context, std::span<std::uint64_t> block) {
    for (std::uint64_t& word : block) word = static_cast<input_words*>(context)->next();
  }

 private:
  std::uint64_t next() { return used_ < words_.size() ? words_[used_++] : after_(); }

  std::vector<std::uint64_t> words_;
  std::size_t used_ = 0;
  std::mt19937_64 after_{1};
};

std::vector<double> truths_from(input& from, double lower, double upper, std::size_t many) {
  std::vector<double> truths(many);
  for (double& truth : truths) {
    truth = from.flag("any truth") || !std::isfinite(upper - lower)
                ? from.any("truth")
                : lower + (upper - lower) * from.share("truth in the domain");
  }
  return truths;
}

void check_value(const domain& where, const lattice& points, std::span<const span> ranges, double value) {
  must(std::isfinite(value), "a released value is a finite number", {value});
  must(!(value == 0 && std::signbit(value)), "a released value is never -0");
  must(value >= where.lower() && value <= where.upper() && span_around(where, value),
       "a released value is in the domain", {value});
  const auto point = point_at_or_below(points, value);
  must(point && points.value(*point) == value, "a released value is on the lattice", {value});
  const auto at = static_cast<double>(*point);
  bool inside = false;
  for (const auto& [first, last] : ranges) inside = inside || (at >= first && at <= last);
  must(inside, "a released value is a point of a span", {value, at});
}

void draw_laplace(input& from) {
  const std::optional<laplace_attempt> attempt = laplace_attempt_from(from);
  if (!attempt) return;
  const std::optional<laplace_noise> noise = make_noise(from, *attempt);
  if (!noise) return;
  const double truth = truths_from(from, noise->where.lower(), noise->where.upper(), 1)[0];
  std::vector<double> truths = truths_from(from, noise->where.lower(), noise->where.upper(), from.choice("truths", 9));
  input_words words(from.words());
  bit_source bits(input_words::refill, &words);
  if (const std::optional<double> value = accept(noise->privatise(truth, bits))) {
    check_value(noise->where, noise->points, noise->model->where().spans, *value);
  } else {
    must(std::isnan(truth) || (noise->where.spans.size() > 1 && !span_around(noise->where, truth)),
         "only NaN and gaps are refused", {truth});
  }
  const std::vector<double> before = truths;
  if (const std::optional<parameter_error> why = noise->privatise_all(truths, bits)) {
    must_be_readable(*why);
    for (std::size_t at = 0; at < truths.size(); ++at) {
      must(truths[at] == before[at] || std::isnan(before[at]), "a refusal changes nothing", {before[at], truths[at]});
    }
    return;
  }
  for (const double value : truths) check_value(noise->where, noise->points, noise->model->where().spans, value);
}

void draw_gaussian(input& from) {
  const std::optional<gaussian_attempt> attempt = gaussian_attempt_from(from);
  if (!attempt) return;
  const std::optional<gaussian_noise> noise = make_noise(from, *attempt);
  if (!noise) return;
  const std::size_t sides = noise->points.size();
  std::vector<double> truths;
  for (std::size_t many = from.choice("vectors", 5); many > 0; --many) {
    for (const domain& side : noise->where.sides) {
      truths.push_back(truths_from(from, side.lower(), side.upper(), 1)[0]);
    }
  }
  input_words words(from.words());
  bit_source bits(input_words::refill, &words);
  if (const std::optional<parameter_error> why = noise->privatise_all(truths, bits)) return must_be_readable(*why);
  for (std::size_t at = 0; at < truths.size(); ++at) {
    const lattice& points = noise->points[at % sides];
    const std::array<span, 1> range{{{static_cast<double>(points.lowest()), static_cast<double>(points.highest())}}};
    check_value(noise->where.sides[at % sides], points, range, truths[at]);
  }
}

}  // namespace
}  // namespace inbounds::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  inbounds::fuzz::input from(bytes, size);
  if (from.choice("Gaussian", 3) == 2) {
    inbounds::fuzz::draw_gaussian(from);
  } else {
    inbounds::fuzz::draw_laplace(from);
  }
  return 0;
}
