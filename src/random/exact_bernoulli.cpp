#include "random/exact_bernoulli.hpp"

#include <utility>

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

}  // namespace

bool below_exp_minus(double rate, std::uint64_t count, std::uint64_t times, std::uint64_t word, bit_source& bits) {
  return lazy_uniform(word, bits).below(exp_minus_product(exact_product(rate, natural(count) * natural(times))));
}

}  // namespace inbounds
