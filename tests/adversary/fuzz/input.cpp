#include "input.hpp"

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>

namespace inbounds::fuzz {
namespace {

using limits = std::numeric_limits<double>;

// Ends of ranges that the library states, and of those that doubles have.
constexpr double interesting[] = {0,
                                  1,
                                  2,
                                  10,
                                  120,
                                  0.1,
                                  0.5,
                                  1.0 / 3,
                                  0.3,
                                  1.5,
                                  limits::infinity(),
                                  1e-15,
                                  1e-10,
                                  1e-6,
                                  1e-3,
                                  700,
                                  709.78,
                                  1000,
                                  1e-150,
                                  1e150,
                                  1e-270,
                                  limits::quiet_NaN(),
                                  0x1p52,
                                  0x1p53,
                                  0x1p50,
                                  0x1p63,
                                  0x1p24,
                                  0x1p44,
                                  0x1p-24,
                                  0x1p-44,
                                  0x1p-52,
                                  limits::max(),
                                  limits::min(),
                                  1e15,
                                  1e16,
                                  1e-300,
                                  1e300,
                                  0x1p-1,
                                  0x1p10,
                                  0x1p-10,
                                  0x1p-900,
                                  0x1p-960,
                                  limits::denorm_min(),
                                  0x1p511,
                                  0x1p-511};

// What the input said so far, of the one input there is at a time.
const std::string* story = nullptr;

}  // namespace

input::input(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes, size) { story = &log_; }

input::~input() {
  if (std::getenv("INBOUNDS_FUZZ_TELL") != nullptr) std::fputs(log_.c_str(), stderr);
  story = nullptr;
}

double input::decode() {
  switch (bytes_.ConsumeIntegralInRange<int>(0, 6)) {
    case 0: return std::bit_cast<double>(bytes_.ConsumeIntegral<std::uint64_t>());
    case 1: return interesting[bytes_.ConsumeIntegralInRange<std::size_t>(0, std::size(interesting) - 1)];
    case 2: return -interesting[bytes_.ConsumeIntegralInRange<std::size_t>(0, std::size(interesting) - 1)];
    case 3: {
      const double near = interesting[bytes_.ConsumeIntegralInRange<std::size_t>(0, std::size(interesting) - 1)];
      return std::nextafter(near, bytes_.ConsumeBool() ? limits::infinity() : -limits::infinity());
    }
    case 4: return bytes_.ConsumeIntegral<std::int16_t>();
    case 5: {
      const double digits = bytes_.ConsumeIntegral<std::int16_t>();
      return std::ldexp(digits, bytes_.ConsumeIntegral<std::int8_t>());
    }
    default: {
      const double digits = bytes_.ConsumeIntegral<std::int16_t>();
      return digits * std::pow(10, bytes_.ConsumeIntegralInRange<int>(-20, 20));
    }
  }
}

double input::any(const char* name) {
  const double value = decode();
  tell(name, value);
  return value;
}

double input::of_size(const char* name, int min_exponent, int max_exponent) {
  const int exponent = bytes_.ConsumeIntegralInRange<int>(min_exponent, max_exponent);
  const double value = std::ldexp(1 + bytes_.ConsumeIntegral<std::uint16_t>() / 65536.0, exponent);
  tell(name, value);
  return value;
}

double input::share(const char* name) {
  const double value = bytes_.ConsumeIntegral<std::uint16_t>() / 65535.0;
  tell(name, value);
  return value;
}

bool input::flag(const char* name) { return choice(name, 2) == 1; }

std::size_t input::choice(const char* name, std::size_t many) {
  const auto value = bytes_.ConsumeIntegralInRange<std::size_t>(0, many - 1);
  tell(name, static_cast<double>(value));
  return value;
}

std::vector<std::uint64_t> input::words() {
  const std::vector<std::uint8_t> left = bytes_.ConsumeRemainingBytes<std::uint8_t>();
  std::vector<std::uint64_t> words(left.size() / sizeof(std::uint64_t));
  if (!words.empty()) std::memcpy(words.data(), left.data(), words.size() * sizeof(std::uint64_t));
  return words;
}

void input::tell(const char* name, double value) {
  char text[80];
  std::snprintf(text, sizeof text, "  %s %.17g\n", name, value);
  log_ += text;
}

void must(bool holds, const char* sentence, std::initializer_list<double> numbers) {
  if (holds) return;
  std::fprintf(stderr, "\nFOUND: %s\n", sentence);
  for (const double number : numbers) std::fprintf(stderr, "  %.17g\n", number);
  std::fprintf(stderr, "of the input:\n%s", story != nullptr ? story->c_str() : "");
  std::abort();
}

void must_be_readable(const parameter_error& why) {
  must(why.parameter[0] != '\0' && why.rule[0] != '\0', "a refusal names its parameter and its rule");
  const std::string sentence = message(why);
  must(sentence.find('{') == std::string::npos, sentence.c_str());
  must(std::strstr(why.hint, "report this") == nullptr, sentence.c_str());
}

}  // namespace inbounds::fuzz
