#pragma once

#include <optional>

#include "inbounds.hpp"
#include "input.hpp"

// From the fuzzer's bytes to mechanisms: every option there is, more often sensible than not.

namespace inbounds::fuzz {

/// What was asked for, in the order in which it is asked.
struct laplace_attempt {
  const laplace_kind* mechanism;
  laplace_spec spec;
  guarantee promise;
  calibration method;
};

struct gaussian_attempt {
  gaussian_spec spec;
  guarantee promise;
  calibration method;
};

/// Nothing if there is no such domain; then it was refused with a readable sentence.
std::optional<laplace_attempt> laplace_attempt_from(input& from);
std::optional<gaussian_attempt> gaussian_attempt_from(input& from);

/// The mechanism by calibration, by a scale, or by a rate or scale that claims to keep the guarantee. Nothing where
/// that was refused.
std::optional<laplace_noise> make_noise(input& from, const laplace_attempt& attempt);
std::optional<gaussian_noise> make_noise(input& from, const gaussian_attempt& attempt);

/// The value, or nothing after a look at the sentence.
template <class Value>
std::optional<Value> accept(result<Value>&& answer) {
  if (answer) return *std::move(answer);
  must_be_readable(answer.error());
  return {};
}

}  // namespace inbounds::fuzz
