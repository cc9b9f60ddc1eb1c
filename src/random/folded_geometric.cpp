#include "random/folded_geometric.hpp"

#include "random/bernoulli.hpp"

namespace inbounds {

std::int64_t folded_geometric::draw(std::int64_t centre, bit_source& bits) const {
  const std::int64_t period = 2 * (steps_ + 1);
  // Y is G or -1 - G for a geometric G, with weights 1 and r: a fair coin, whose second side is drawn again with
  // probability 1 - r. And G modulo the period is a truncated geometric number, since the law has no memory.
  bool down = bits.bit();
  while (down && !draw_exp_minus(rate_, 1, 1, bits)) down = bits.bit();
  const std::int64_t distance = noise_.draw(0, bits);
  const std::int64_t shifted = down ? centre - 1 - distance + period : centre + distance;
  const std::int64_t wrapped = shifted >= period ? shifted - period : shifted;
  return wrapped <= steps_ ? wrapped : period - 1 - wrapped;
}

}  // namespace inbounds
