#include <array>
#include <cstddef>
#include <cstdint>

#include "core/error_free.hpp"

// The exp of Emscripten's mathematical library (musl's, by Arm) looks 2^(k/128) up in 2 kB of numbers, which do not
// compress. They are computed here instead, when the module starts, under the name and in the form in which the library
// expects them (musl/src/math/exp_data.h): 1.6 kB gzip less. tests/js/exp-precision.test.mjs measures what comes of it.
// Only for the release of Emscripten whose library was compared; others keep their own table (CMakeLists.txt).

namespace {

constexpr std::size_t parts = 128;

struct exp_data {
  double parts_per_ln2;
  double to_whole;  // added and taken away again, it rounds to a whole number
  double minus_part_high;
  double minus_part_low;
  std::array<double, 4> series;
  double exp2_to_whole;
  std::array<double, 5> exp2_series;
  /// For each k, the bits of 2^(k/128) without the k/128 in the exponent; before them, those of the share that is
  /// missing since it was rounded.
  std::array<std::uint64_t, 2 * parts> powers;
};

}  // namespace

extern "C" {

/// But for the powers, as in musl/src/math/exp_data.c.
exp_data __exp_data = {
    .parts_per_ln2 = 0x1.71547652b82fep0 * parts,
    .to_whole = 0x1.8p52,
    .minus_part_high = -0x1.62e42fefa0000p-8,
    .minus_part_low = -0x1.cf79abc9e3b3ap-47,
    .series = {0x1.ffffffffffdbdp-2, 0x1.555555555543cp-3, 0x1.55555cf172b91p-5, 0x1.1111167a4d017p-7},
    .exp2_to_whole = 0,
    .exp2_series = {},
    .powers = {}};

/// Before everything else that runs when the module starts.
__attribute__((constructor(101))) void fill_exp_table() {
  using inbounds::product_error;
  constexpr double root_high = 0x1.0163da9fb3335p0;  // 2^(1/128)
  constexpr double root_low = 0x1.b61299ab8cdb7p-54;
  double high = 1;
  double low = 0;
  for (std::size_t k = 0; k < parts; ++k) {
    __exp_data.powers[2 * k] = __builtin_bit_cast(std::uint64_t, low / high);
    __exp_data.powers[2 * k + 1] = __builtin_bit_cast(std::uint64_t, high) - (std::uint64_t{k} << 45);
    const double product = high * root_high;
    const double rest = product_error(high, root_high, product) + (high * root_low + low * root_high);
    high = product + rest;
    low = product - high + rest;
  }
}

}  // extern "C"
