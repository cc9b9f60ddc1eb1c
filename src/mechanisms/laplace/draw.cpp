#include <algorithm>
#include <array>
#include <optional>

#include "mechanisms/laplace/noise.hpp"

namespace inbounds {

double draw(const laplace_noise& noise, double truth, bit_source& bits) {
  draw_all(noise, {&truth, 1}, bits);
  return truth;
}

void draw_all(const laplace_noise& noise, std::span<double> truths, bit_source& bits) {
  const snapper to_point(noise.where, noise.points);
  std::array<std::int64_t, 256> buffer;
  while (!truths.empty()) {
    const auto part = truths.first(std::min(buffer.size(), truths.size()));
    const auto points = std::span(buffer).first(part.size());
    std::transform(part.begin(), part.end(), points.begin(), to_point);
    noise.released->draw_all(points, bits);
    std::transform(points.begin(), points.end(), part.begin(), [&](auto point) { return noise.points.value(point); });
    truths = truths.subspan(part.size());
  }
}

result<double> privatise(const laplace_noise& noise, double truth, bit_source& bits) {
  if (auto why = check_truth(noise, truth)) return *why;
  return draw(noise, truth, bits);
}

std::optional<parameter_error> privatise_all(const laplace_noise& noise, std::span<double> truths, bit_source& bits) {
  for (const double truth : truths) {
    if (auto why = check_truth(noise, truth)) return why;
  }
  draw_all(noise, truths, bits);
  return {};
}

}  // namespace inbounds
