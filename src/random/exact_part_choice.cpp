#include "random/exact_part_choice.hpp"

namespace inbounds {
namespace {

// With r = e^-rate, a part from a to b has the weight r^(a-c) - r^(b+1-c) above the centre c, r^(c-b) - r^(c+1-a) below
// it and 1 + r - r^(c+1-a) - r^(b+1-c) around it, all over 1 - r, which cancels. What goes on for ever has no second
// power.
// random/PROOF.md, Theorem 7
class first_parts final : public computable {
 public:
  first_parts(const parted_law& law, std::size_t count) : law_(law), count_(count) {}

  quotient at(int bits) const override {
    scaled_bounds below{};
    scaled_bounds total{};
    for (std::size_t part = 0; part < law_.parts.size(); ++part) {
      const auto [low, high] = weight(part, bits);
      total = {total.low + low, total.high + high};
      if (part + 1 == count_) below = total;
    }
    return {below, total};
  }

 private:
  scaled_bounds weight(std::size_t part, int bits) const {
    const auto [first, last] = law_.parts[part];
    const std::int64_t centre = law_.centre;
    if (last < centre) {
      const scaled_bounds nearest = power(centre - last, bits);
      if (part == 0 && law_.open.below) return nearest;
      return difference(nearest, power(centre + 1 - first, bits));
    }
    if (first > centre) {
      const scaled_bounds nearest = power(first - centre, bits);
      if (part + 1 == law_.parts.size() && law_.open.above) return nearest;
      return difference(nearest, power(last + 1 - centre, bits));
    }
    const natural one = natural::power_of_two(bits);
    const scaled_bounds ratio = power(1, bits);
    const scaled_bounds left = difference({one, one}, power(centre + 1 - first, bits));
    const scaled_bounds right = difference(ratio, power(last + 1 - centre, bits));
    return {left.low + right.low, left.high + right.high};
  }

  // The lower bound stops at 0, which the weight is never below.
  static scaled_bounds difference(const scaled_bounds& larger, const scaled_bounds& smaller) {
    return {larger.low - smaller.high, larger.high - smaller.low};
  }

  scaled_bounds power(std::int64_t exponent, int bits) const {
    return exp_minus(exact_product(law_.rate, static_cast<std::uint64_t>(exponent)), bits);
  }

  parted_law law_;
  std::size_t count_;
};

}  // namespace

bool below_first_parts(const parted_law& law, std::size_t count, lazy_uniform& number) {
  return number.below(first_parts(law, count));
}

}  // namespace inbounds
