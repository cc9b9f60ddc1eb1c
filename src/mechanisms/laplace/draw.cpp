#include <algorithm>
#include <array>
#include <cstdint>

#include "mechanisms/laplace/noise.hpp"

namespace inbounds {

void laplace_noise::draw_all(std::span<double> truths, bit_source& bits, std::size_t /*first_side*/) const {
  const snapper to_point(where, points);
  std::array<std::int64_t, 256> buffer;
  while (!truths.empty()) {
    const auto part = truths.first(std::min(buffer.size(), truths.size()));
    const auto drawn = std::span(buffer).first(part.size());
    std::transform(part.begin(), part.end(), drawn.begin(), to_point);
    released_->draw_all(drawn, bits);
    std::transform(drawn.begin(), drawn.end(), part.begin(), [&](auto point) { return points.value(point); });
    truths = truths.subspan(part.size());
  }
}

}  // namespace inbounds
