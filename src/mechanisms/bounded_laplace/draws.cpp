#include "mechanisms/bounded_laplace/draws.hpp"

#include <algorithm>
#include <array>

namespace inbounds {

void bounded_laplace_draws::draw_all(std::span<double> truths, bit_source& bits) const {
  std::array<std::int64_t, 256> buffer;
  while (!truths.empty()) {
    const auto part = truths.first(std::min(buffer.size(), truths.size()));
    const auto points = std::span(buffer).first(part.size());
    std::transform(part.begin(), part.end(), points.begin(), snapped_);
    law_.draw_all(points, bits);
    std::transform(points.begin(), points.end(), part.begin(), [&](auto point) { return points_.value(point); });
    truths = truths.subspan(part.size());
  }
}

}  // namespace inbounds
