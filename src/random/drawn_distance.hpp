#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace inbounds {

namespace drawn_distance {

/// The most draws at a time.
inline constexpr std::size_t block = 64;

inline constexpr std::int64_t undecided = std::numeric_limits<std::int64_t>::min();

}  // namespace drawn_distance

/// How far from the centre draws are, in whole steps, negative below it; or `undecided` where floating point cannot
/// tell. The weights are those of which the logarithm is the decay (interval_geometric.cpp), with a sign that says the
/// side; an even number of them. Two at a time (simd.hpp), and the same operations for all, so that time tells
/// nothing about the noise: with the output, it would tell the truth.
void distances_of(std::span<const double> weights, double inverse_rate, std::int64_t* distances);

}  // namespace inbounds
