#include "random/bernoulli.hpp"

#include <cmath>
#include <utility>

#include "random/constant_time_exp.hpp"
#include "random/filter.hpp"
#include "random/lazy_uniform.hpp"

namespace inbounds {
namespace {

class exp_minus_product final : public computable {
 public:
  explicit exp_minus_product(dyadic x) : x_(std::move(x)) {}

  quotient at(int bits) const override {
    const natural one = natural::power_of_two(bits);
    return {exp_minus(x_, bits), {one, one}};
  }

 private:
  dyadic x_;
};

/// Whether the uniform number that starts with the word lies below e^(-rate * count * times): with integers only, to as
/// many bits as it takes. The product is not 0. Out of line: it is hardly ever called.
[[gnu::noinline]] bool below_exp_minus(double rate, std::uint64_t count, std::uint64_t times, std::uint64_t word,
                                       bit_source& bits) {
  return lazy_uniform(word, bits).below(exp_minus_product(exact_product(rate, natural(count) * natural(times))));
}

}  // namespace

bool draw_exp_minus(double rate, std::uint64_t count, std::uint64_t times, bit_source& bits) {
  const double x = rate * static_cast<double>(count) * static_cast<double>(times);
  if (x == 0) return true;  // rate, count or times is 0: no product of them is small enough to underflow
  const std::uint64_t word = bits.word();
  const double uniform = filter::number(word);
  const double p = bounded_exp_minus(x);
  // e^-x is off by its own relative error and by that of x, which counts x-fold; the uniform number by its conversion.
  const double slack = std::fmax(uniform, p) * (1 + x) * filter::relative_error + filter::unknown_bits;
  if (uniform < p - slack) return true;
  if (uniform > p + slack) return false;
  return below_exp_minus(rate, count, times, word, bits);
}

}  // namespace inbounds
