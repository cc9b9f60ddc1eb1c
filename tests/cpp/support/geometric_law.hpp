#pragma once

#include <cstdint>
#include <random>

namespace inbounds::test {

/// What a truncated geometric draw is asked for.
struct geometric_law {
  std::int64_t steps;
  double rate;
  std::int64_t centre;
};

/// Anywhere, and often at an end.
inline std::int64_t random_centre(std::mt19937_64& engine, std::int64_t steps) {
  std::uniform_real_distribution<double> unit(0, 1);
  const double place = unit(engine);
  if (place < 0.1) return 0;
  if (place > 0.9) return steps;
  return static_cast<std::int64_t>(unit(engine) * static_cast<double>(steps));
}

}  // namespace inbounds::test
