#include "mechanisms/mechanism.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace inbounds {
namespace {

parameter_error no_answer(const char* promise) {
  return parameter_error{"question", "one that this mechanism answers", 0}.with_shown(promise);
}

}  // namespace

result<double> mechanism::epsilon_of(std::optional<double> /*scale*/, double /*delta*/) const {
  return no_answer("one about other scales");
}

result<double> mechanism::delta_of(std::optional<double> /*scale*/, double /*epsilon*/) const {
  return no_answer("one about other deltas");
}

result<coordinate> mechanism::along(std::size_t /*side*/) const { return no_answer("one about numbers"); }

std::optional<parameter_error> mechanism::check_truth(double truth, std::size_t side) const {
  if (side >= sides()) return no_answer("one about numbers");
  if (std::isnan(truth)) return parameter_error{"truth", "a number", truth};
  return {};
}

result<std::unique_ptr<const law>> mechanism::law_at(double /*truth*/, std::size_t /*side*/) const {
  return no_answer("one about the law of numbers");
}

result<std::unique_ptr<const law>> mechanism::continuous_law_at(double /*truth*/, std::size_t /*side*/) const {
  return no_answer("one about the continuous law");
}

std::optional<double> mechanism::cosine_left(std::size_t /*side*/, double /*half_sine*/) const { return {}; }

void mechanism::draw_all(std::span<double> truths, bit_source& /*bits*/, std::size_t /*first_side*/) const {
  std::fill(truths.begin(), truths.end(), std::numeric_limits<double>::quiet_NaN());
}

std::optional<parameter_error> mechanism::privatise_all(std::span<double> truths, bit_source& bits) const {
  const std::size_t length = std::max<std::size_t>(sides(), 1);
  if (truths.size() % length != 0) {
    const auto many = static_cast<double>(truths.size());
    return parameter_error{"truths", "whole vectors of {0} numbers", many, {static_cast<double>(length)}};
  }
  for (std::size_t at = 0; at < truths.size(); ++at) {
    if (auto why = check_truth(truths[at], at % length)) return why;
  }
  draw_all(truths, bits);
  return {};
}

result<double> mechanism::privatise(double truth, bit_source& bits) const {
  if (auto why = privatise_all({&truth, 1}, bits)) return *why;
  return truth;
}

result<counting> mechanism::on_counts() const { return no_answer("one about counts"); }

std::optional<parameter_error> mechanism::check_counts(const std::vector<double>& /*truth*/) const {
  return no_answer("one about counts");
}

result<std::vector<double>> mechanism::probabilities(const std::vector<double>& /*truth*/) const {
  return no_answer("one about the probabilities of counts");
}

result<double> mechanism::expected_distance(const std::vector<double>& /*truth*/) const {
  return no_answer("one about the distance of counts");
}

result<std::vector<double>> mechanism::release(const std::vector<double>& /*truth*/, bit_source& /*bits*/) const {
  return no_answer("one about counts");
}

}  // namespace inbounds
