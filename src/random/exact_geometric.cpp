#include "random/exact_geometric.hpp"

#include "random/lazy_uniform.hpp"

namespace inbounds {
namespace {

// P(K <= point) = (r^(c-point) - r^(c+1)) / Z up to the centre c and 1 - (r^(point+1-c) - r^(N-c+1)) / Z after it, with
// Z = 1 + r - r^(c+1) - r^(N-c+1); both over 1 - r, which cancels. With open ends, nothing is subtracted.
class cumulative final : public computable {
 public:
  cumulative(const geometric_law& law, std::int64_t point) : law_(law), point_(point) {}

  quotient at(int bits) const override {
    const scaled_bounds left_end = beyond(law_.centre + 1, bits);
    const scaled_bounds right_end = beyond(law_.steps - law_.centre + 1, bits);
    const scaled_bounds ratio = power(1, bits);
    const natural one = natural::power_of_two(bits);
    const scaled_bounds total{one + ratio.low - left_end.high - right_end.high,
                              one + ratio.high - left_end.low - right_end.low};
    if (point_ <= law_.centre) {
      const scaled_bounds at_point = power(law_.centre - point_, bits);
      return {{at_point.low - left_end.high, at_point.high - left_end.low}, total};
    }
    const scaled_bounds after = power(point_ + 1 - law_.centre, bits);
    return {{one + ratio.low - left_end.high - after.high, one + ratio.high - left_end.low - after.low}, total};
  }

 private:
  scaled_bounds beyond(std::int64_t exponent, int bits) const {
    return law_.open ? scaled_bounds{} : power(exponent, bits);
  }

  scaled_bounds power(std::int64_t exponent, int bits) const {
    return exp_minus(exact_product(law_.rate, static_cast<std::uint64_t>(exponent)), bits);
  }

  geometric_law law_;
  std::int64_t point_;
};

}  // namespace

// random/PROOF.md, Theorem 4
std::int64_t draw_exact_geometric(const geometric_law& law, std::int64_t low, std::int64_t high, std::uint64_t word,
                                  bit_source& bits) {
  lazy_uniform uniform(word, bits);
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (uniform.below(cumulative(law, middle))) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace inbounds
