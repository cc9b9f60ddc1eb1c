#pragma once

#include <istream>
#include <string>
#include <utility>
#include <vector>

namespace adversary {

enum class noise { bounded, reflected, clamped, gaussian };

/// One coordinate: the step between released values (0: the continuous law), where steps are counted from (0, or the
/// lower bound), and what is possible, in order.
struct side {
  double granularity;
  double origin;
  std::vector<std::pair<double, double>> spans;

  double lower() const { return spans.front().first; }
  double upper() const { return spans.back().second; }
};

/// What a mechanism says of itself: the probabilities of all released values, in order, for a truth.
struct stated_row {
  double truth;
  std::vector<double> probabilities;
};

/// What is promised, and by which noise. A claim is tight if a scale a thousandth smaller must break the promise.
struct claim {
  noise kind;
  bool metric;
  bool tight;
  double epsilon;
  double delta;
  double parameter;  ///< the rate of Laplace noise per step; otherwise (Gaussian, continuous) the scale
  double sensitivity;
  std::vector<side> sides;
  std::vector<stated_row> rows;
};

/// Words and numbers between blanks; throws std::runtime_error where they are not what they should be.
claim read_claim(std::istream& in);

}  // namespace adversary
