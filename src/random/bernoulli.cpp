#include "random/bernoulli.hpp"

#include <cmath>

#include "random/constant_time_exp.hpp"
#include "random/exact_bernoulli.hpp"
#include "random/filter.hpp"

namespace inbounds {

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
