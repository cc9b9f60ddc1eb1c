#pragma once

#include <cstdint>
#include <span>

#include "random/bit_source.hpp"

namespace inbounds {

/// Draws whole numbers k from 0 to steps with probability exactly proportional to e^(-rate |k - centre|): a two-sided
/// geometric number around the centre, conditioned to lie in range. With centre 0 it is a truncated geometric number.
/// With open ends it is not conditioned: what falls beyond an end counts as that end.
///
/// The cumulative distribution is inverted at one 64-bit word: no rejection and no branch on the centre. In
/// floating point where that is certain; otherwise (about once in 2^44 * rate or 2^44 / steps draws, whichever is more
/// often) exactly.
class interval_geometric {
 public:
  enum class range { closed, open };

  /// steps from 1 to 2^56; rate above 0, at most 2^10. (Beyond 2^53 steps, doubles leave more to exact arithmetic.)
  interval_geometric(std::int64_t steps, double rate, range kind = range::closed);

  std::int64_t draw(std::int64_t centre, bit_source& bits) const;

  /// A draw for each centre, in place. Many at a time are several times faster: the processor works on all of them at
  /// once.
  void draw_all(std::span<std::int64_t> centres, bit_source& bits) const;

  /// As many draws around the same centre: with the same words the same draws, and twice as fast.
  void draw_around(std::int64_t centre, std::span<std::int64_t> drawn, bit_source& bits) const;

  /// As far as floating point can tell: the law decays by `decay`, give or take `slack`, between the drawn point and
  /// the centre (or, where the law is almost flat, between the point and the end of the range on its side). For the
  /// tests.
  struct reading {
    bool left;
    bool from_centre;
    double decay;
    double slack;
  };
  reading read(std::int64_t centre, std::uint64_t word) const;

 private:
  struct ends;
  void look_around(std::span<const std::int64_t> centres, ends* around) const;
  void draw_steep(std::span<std::int64_t> centres, const ends* around, const std::uint64_t* words,
                  bit_source& bits) const;
  void draw_flat(std::span<std::int64_t> centres, const ends* around, const std::uint64_t* words,
                 bit_source& bits) const;
  std::int64_t draw_at(std::int64_t centre, std::int64_t point, const ends& around, std::uint64_t word,
                       bit_source& bits) const;
  std::int64_t point_at(std::int64_t centre, bool left, double distance) const;
  std::int64_t draw_uncertain(std::int64_t centre, const reading& here, std::uint64_t word, bit_source& bits) const;
  reading read_around(const ends& around, std::uint64_t word) const;

  std::int64_t steps_;
  double length_;  ///< the steps as a double
  double rate_;
  double inverse_rate_;
  double ratio_;  ///< e^-rate, or next to nothing
  double open_;   ///< 1 with open ends: then the weights beyond them stay in the law; otherwise 0
  bool is_flat_;
};

}  // namespace inbounds
