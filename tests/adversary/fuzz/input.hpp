#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "core/parameter_error.hpp"

namespace inbounds::fuzz {

/// What the fuzzer's bytes say, number by number. All targets read them in this way, so that what is found by one can
/// be understood by whoever knows another. Every number that is read is told in words if something fails, or if the
/// environment has INBOUNDS_FUZZ_TELL.
class input {
 public:
  input(const std::uint8_t* bytes, std::size_t size);
  ~input();
  input(const input&) = delete;
  input& operator=(const input&) = delete;

  /// Any double at all: its 64 bits, or one of those that programs trip over, or a plain one.
  double any(const char* name);

  /// A positive number of a size between two powers of two.
  double of_size(const char* name, int min_exponent, int max_exponent);

  /// From 0 to 1, both included.
  double share(const char* name);

  bool flag(const char* name);

  /// From 0 to the number less one.
  std::size_t choice(const char* name, std::size_t many);

  /// All bytes that are left, as words of 64 bits.
  std::vector<std::uint64_t> words();

  /// Says something about what was made of the numbers.
  void tell(const char* name, double value);

 private:
  double decode();

  FuzzedDataProvider bytes_;
  std::string log_;
};

/// Ends the program with the sentence, the numbers and the story of the input unless the condition holds.
void must(bool holds, const char* sentence, std::initializer_list<double> numbers = {});

/// A refusal says of what and why, and is never a surprise to the library itself.
void must_be_readable(const parameter_error& why);

}  // namespace inbounds::fuzz
