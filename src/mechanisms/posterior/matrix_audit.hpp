#pragma once

#include <cstddef>
#include <vector>

#include "mechanisms/posterior/tempered_laws.hpp"

namespace inbounds {

/// The largest loss, or the largest delta, that any two neighbours have, and which they are.
struct worst_neighbours {
  double amount;
  std::size_t truth;
  std::size_t neighbour;
  std::size_t output;  ///< where the loss of this pair is largest
};

/// At one temperature, with all laws looked at entry by entry: two rows in memory at a time.
struct matrix_audit {
  worst_neighbours real;      ///< the loss of the laws as they are meant, but for rounding
  worst_neighbours released;  ///< the loss of the whole numbers that are drawn from, rounded up
  worst_neighbours delta;     ///< what escapes epsilon of them, rounded up
};

/// What is to be looked at.
struct audit_request {
  double temperature;
  std::uint64_t least_share;  ///< 0: only the laws as they are meant
  double epsilon;             ///< for delta; infinite: none
};
matrix_audit audit_all(const tempered_laws& laws, const audit_request& asked);

/// Two neighbours, kept to be asked at many temperatures.
class kept_pair {
 public:
  kept_pair(const tempered_laws& laws, std::size_t one, std::size_t other);

  /// The largest loss in either direction; what exceeds e^epsilon, in the worse one. As they are meant, but for rounding.
  double loss(double temperature);
  double delta(double temperature, double epsilon);

  bool is(const worst_neighbours& pair) const;

 private:
  struct row {
    std::size_t truth;
    std::vector<double> slopes;
    std::vector<double> weights;
    double log_sum;
  };
  void weigh_both(double temperature);

  row one_;
  row other_;
};

}  // namespace inbounds
