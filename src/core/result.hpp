#pragma once

#include <utility>
#include <variant>

#include "core/fault.hpp"

namespace inbounds {

/// A value, or the fault that prevented it. (std::expected is C++23; exceptions cannot leave WebAssembly safely.)
template <class Value>
class [[nodiscard]] result {
 public:
  result(Value value) : content_(std::move(value)) {}  // NOLINT: implicit on purpose, so that functions return either
  result(fault why) : content_(why) {}                 // NOLINT

  explicit operator bool() const { return std::holds_alternative<Value>(content_); }

  /// Only after the result was found to hold a value.
  const Value& operator*() const& { return *std::get_if<Value>(&content_); }
  Value&& operator*() && { return std::move(*std::get_if<Value>(&content_)); }
  const Value* operator->() const { return std::get_if<Value>(&content_); }

  /// Only after the result was found to hold none.
  const fault& error() const { return *std::get_if<fault>(&content_); }

 private:
  std::variant<Value, fault> content_;
};

}  // namespace inbounds
