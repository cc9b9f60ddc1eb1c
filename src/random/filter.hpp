#pragma once

#include <cstdint>

// Most draws are decided in floating point, where it is certain which way they go; the rest are decided exactly. These
// are the bounds that make it certain. They hold with a margin of at least 16 over what is measured, natively and in
// the shipped WebAssembly.

// random/PROOF.md, Lemma 3
namespace inbounds::filter {

/// The number in [0, 1) whose first bits are those of the word. The last bit is left out: unlike unsigned ones, signed
/// words become doubles in one instruction.
inline double number(std::uint64_t word) { return static_cast<double>(static_cast<std::int64_t>(word >> 1)) * 0x1p-63; }

/// What the bits left out can add to such a number, with a factor of 4 to spare.
inline constexpr double unknown_bits = 0x1p-60;

/// Relative error of the operations and library calls that lead from a number to a logarithm.
inline constexpr double relative_error = 0x1p-46;

/// Below this weight, the unknown bits are no small correction any more.
inline constexpr double smallest_weight = 0x1p-50;

}  // namespace inbounds::filter
