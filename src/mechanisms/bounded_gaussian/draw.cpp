#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "mechanisms/bounded_gaussian/bounded_gaussian.hpp"
#include "random/gaussian.hpp"

namespace inbounds {

std::optional<parameter_error> privatise_all(const gaussian_noise& noise, std::span<double> truths, bit_source& bits) {
  const std::size_t sides = noise.points.size();
  if (truths.size() % sides != 0) {
    return parameter_error{
        "truths", "whole vectors of {0} numbers", static_cast<double>(truths.size()), {static_cast<double>(sides)}};
  }
  for (const double truth : truths) {
    if (std::isnan(truth)) return parameter_error{"truth", "a number", truth};
  }
  draw_all(noise, truths, bits);
  return {};
}

void draw_all(const gaussian_noise& noise, std::span<double> truths, bit_source& bits, std::size_t first_side) {
  const std::size_t sides = noise.points.size();
  std::array<std::int64_t, 256> buffer;
  for (std::size_t start = 0; start < std::min(sides, truths.size()); ++start) {
    const std::size_t side = (first_side + start) % sides;
    const lattice& points = noise.points[side];
    const snapper to_point(noise.where.sides[side], points);
    const truncated_gaussian around(points.steps(), rate_of(points, noise.scale));
    for (std::size_t from = start; from < truths.size();) {
      std::size_t count = 0;
      for (std::size_t at = from; at < truths.size() && count < buffer.size(); at += sides) {
        buffer[count++] = to_point(truths[at]) - points.lowest();
      }
      around.draw_all(std::span(buffer).first(count), bits);
      for (std::size_t i = 0; i < count; ++i, from += sides) truths[from] = points.value(points.lowest() + buffer[i]);
    }
  }
}

}  // namespace inbounds
