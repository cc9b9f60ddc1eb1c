#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/span.hpp"
#include "random/bit_source.hpp"

namespace inbounds {

/// Which part of a domain a two-sided geometric number falls in, exactly. The parts are, from below: what lies beyond
/// the lower end if it is open, the ranges, and what lies beyond the upper end if it is open.
///
/// One uniform number is compared with the probabilities F of what lies below the boundaries between parts, in a binary
/// search whose number of steps depends on the number of parts alone. In floating point where that is certain;
/// otherwise (about once in 2^44 / (parts + 40) draws) exactly.
class part_choice {
 public:
  /// As truncated_geometric.
  part_choice(std::span<const point_range> ranges, open_ends open, double rate);

  std::size_t parts() const { return parts_.size(); }

  /// The most draws at a time.
  static constexpr std::size_t block = 64;

  /// A part for each centre, which lies in a range. One word each, all of them drawn first; more only in exact ties.
  void draw_all(std::span<const std::int64_t> centres, std::span<std::size_t> chosen, bit_source& bits) const;

  /// How floating point compares a number with the boundary that has `boundary` parts below it. Decays of the law,
  /// from the centre: to what lies beyond the boundary (below it if `downwards`, otherwise above), and to what would
  /// be as probable as the numbers beyond this one. Their difference is known up to `slack`. For the tests.
  struct reading {
    bool downwards;
    double to_boundary;
    double to_number;
    double slack;

    bool certain() const;
    bool passes() const;  ///< the number is not below F
  };
  reading read(std::int64_t centre, std::uint64_t word, std::size_t boundary) const;

 private:
  /// Between two parts. Masses are sums of the law's weights times 1 - e^-rate.
  struct boundary_table {
    std::int64_t last_below;
    std::int64_t first_above;
    double decay_below;  ///< -ln(mass) of what lies below, seen from last_below: nothing can underflow there
    double decay_above;  ///< and of what lies above, seen from first_above
    double mass_below;   ///< of what lies below, seen from the point before first_above
    double mass_above;   ///< of what lies above, seen from last_below
  };
  struct place;

  void weigh();
  void find_parts(std::span<const std::int64_t> centres, std::span<std::size_t> found) const;
  void place_all(std::span<const std::int64_t> centres, std::span<const std::size_t> parts, const std::uint64_t* words,
                 place* places) const;
  reading compare(const place& here, std::size_t boundary) const;
  std::size_t draw_uncertain(const place& here, std::uint64_t word, bit_source& bits) const;

  std::vector<point_range> parts_;          ///< what lies beyond an open end is represented by the point next to it
  std::vector<boundary_table> boundaries_;  ///< with one below and one above all parts
  open_ends open_;
  double rate_;
  double ratio_;      ///< e^-rate, or next to nothing
  double additions_;  ///< how many roundings may have added up in the tables
};

}  // namespace inbounds
