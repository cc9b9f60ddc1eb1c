#pragma once

#include <optional>
#include <utility>

#include "core/parameter_error.hpp"

namespace inbounds {

/// A value, or the error that prevented it. (std::expected is C++23; exceptions cannot leave WebAssembly safely.)
template <class Value>
class [[nodiscard]] result {
 public:
  // NOLINTBEGIN: implicit on purpose, so that functions return either
  result(const Value& value) : value_(value) {}
  result(Value&& value) : value_(std::move(value)) {}
  result(const parameter_error& why) : why_(why) {}
  // NOLINTEND

  explicit operator bool() const { return value_.has_value(); }

  /// Only after the result was found to hold a value.
  const Value& operator*() const& { return *value_; }
  Value&& operator*() && { return *std::move(value_); }
  const Value* operator->() const { return &*value_; }

  /// Only after the result was found to hold none.
  const parameter_error& error() const { return *why_; }

 private:
  // One of the two. (A variant would come with tables of functions to copy and to destroy it: 1 kB gzip in all.)
  std::optional<Value> value_;
  std::optional<parameter_error> why_;
};

}  // namespace inbounds
