#include <algorithm>
#include <array>
#include <cstdint>

#include "mechanisms/bounded_gaussian/bounded_gaussian.hpp"
#include "random/gaussian.hpp"

namespace inbounds {

void gaussian_noise::draw_all(std::span<double> truths, bit_source& bits, std::size_t first_side) const {
  const std::size_t length = points.size();
  std::array<std::int64_t, 256> buffer;
  for (std::size_t start = 0; start < std::min(length, truths.size()); ++start) {
    const std::size_t side = (first_side + start) % length;
    const lattice& along_side = points[side];
    const snapper to_point(where.sides[side], along_side);
    const truncated_gaussian around(along_side.steps(), rate_of(along_side, scale));
    for (std::size_t from = start; from < truths.size();) {
      std::size_t count = 0;
      for (std::size_t at = from; at < truths.size() && count < buffer.size(); at += length) {
        buffer[count++] = to_point(truths[at]) - along_side.lowest();
      }
      around.draw_all(std::span(buffer).first(count), bits);
      for (std::size_t i = 0; i < count; ++i, from += length) {
        truths[from] = along_side.value(along_side.lowest() + buffer[i]);
      }
    }
  }
}

}  // namespace inbounds
