#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/lattice.hpp"
#include "core/result.hpp"
#include "core/span.hpp"

namespace inbounds {

/// Where reports are counted: neighbouring lattice points, gaps skipped, in bins. How often each bin occurs is all that
/// a collector keeps of reports, however many there are.
struct report_bins {
  std::vector<std::int64_t> last;  ///< the last point of each bin; beyond the last bin there is nothing
  std::vector<double> edges;  ///< between two bins: halfway between the last value of one and the first of the next
  span released;              ///< the lowest and the highest value
  double slack;               ///< half a step: what rounding on the way to the collector may have added

  std::size_t count() const { return last.size(); }
  std::vector<span> gaps{};  ///< between whose ends nothing is released

  bool reaches(double report) const { return report >= released.lower - slack && report <= released.upper + slack; }
  bool is_in_gap(double report) const;
};

/// Finds the bin of a report: the number of edges that are not above it. Edges lie between lattice
/// points, so that a report is on none of them, and rounding on its way does not matter.
class bin_finder {
 public:
  explicit bin_finder(const report_bins& bins);

  std::size_t operator()(double report) const {
    const double place = (report - lowest_) * per_unit_;
    std::size_t bin = guide_[place > 0 ? std::min(static_cast<std::size_t>(place), guide_.size() - 1) : 0];
    while (bin < edges_.size() && report >= edges_[bin]) ++bin;
    return bin;
  }

 private:
  std::span<const double> edges_;
  double lowest_;
  double per_unit_;
  std::vector<std::size_t> guide_;  ///< of equal parts of the range, the bin that surely is not above their reports'
};

/// All lattice points, one a bin, if there are no more than this; otherwise so many bins with equally many points, of
/// which the first and the last are halved this often, since what is near the bounds tells most about a mean.
inline constexpr std::size_t max_single_points = 256;
inline constexpr std::size_t even_bins = 128;
inline constexpr int halvings = 6;

/// Bins for a mechanism's lattice. Where its bounds are infinite, a range says between which values the bins lie, and
/// what is beyond it on either side is one more bin. Open ends are bins of their own, since they are released with a
/// probability of their own. `where` tells gaps that the lattice itself does not have, since noise is reflected out of
/// them.
result<report_bins> bins_on(const lattice& points, const std::optional<span>& range, const domain* where = nullptr);

/// Adds reports to the counts of their bins; refuses all of them if one is not accepted, and names it.
std::optional<parameter_error> add_reports(const report_bins& bins, std::span<const double> reports,
                                           std::span<double> counts);

}  // namespace inbounds
