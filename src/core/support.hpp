#pragma once

namespace inbounds {

/// What a law lives on: whole numbers (what is released, counted in steps), or all numbers (its limit for ever finer
/// lattices).
enum class support { points, line };

}  // namespace inbounds
