#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "mechanisms/bounded_gaussian/calibrate.hpp"
#include "mechanisms/bounded_gaussian/setting.hpp"
#include "numeric/normal_sums.hpp"
#include "numeric/quadrature.hpp"
#include "numeric/solve.hpp"

namespace inbounds {
namespace {

/// ln C(x)/C(0) along each side: how much of the noise around a truth x above the lower end falls inside, compared with
/// that around the end. Everything in standard deviations. It rises up to the middle, where the paper's bound stops.
class share_inside final : public separable {
 public:
  share_inside(const gaussian_box& line, double deviation) : line_(&line), deviation_(deviation) {}

  std::size_t size() const override { return line_->sides.size(); }
  double cap(std::size_t at) const override {
    return std::min(width(at) / 2, line_->sides[at].max_distance / deviation_);
  }

  slope slope_at(std::size_t at, double x) const override {
    const normal_sums sums = sums_over(piece(at, x), powers::up_to_two);
    const double bias = sums.first / sums.mass;
    return {bias, std::max(0.0, 1 - sums.second / sums.mass + bias * bias)};
  }

  double value_at(std::size_t at, double x) const override {
    if (x <= 0.5) return integral_of([&](double y) { return slope_at(at, y).value; }, 0, x);
    return std::log(sums_over(piece(at, x), powers::none).mass / sums_over(piece(at, 0), powers::none).mass);
  }

 private:
  double width(std::size_t at) const { return line_->sides[at].steps / deviation_; }
  bell_piece piece(std::size_t at, double x) const { return {-x, width(at) - x, 1, support::line}; }

  const gaussian_box* line_;
  double deviation_;
};

}  // namespace

// Chen & Hale, Theorems 2.4 and 3.4: scale^2 = (|D| + s/2) s/(epsilon - ln DeltaC), where DeltaC, the largest product
// of C(c)/C(0), depends on the scale. In other words, (|D| + s/2) s/scale^2 + ln DeltaC is their bound on the loss. The
// second term is at most |D| s/(2 scale^2): the slope of ln C is that of a mean above its truth.
std::optional<double> published_scale(const gaussian_box& line, double epsilon) {
  const double sensitivity = max_distance_of(line);
  const double diagonal = diagonal_of(line);
  const double squares = (diagonal + sensitivity / 2) * sensitivity;
  const auto excess = [&](double scale) {
    const double inside = maximum_in_ball(share_inside(line, scale), line.square / scale / scale).bound;
    return (squares / scale / scale + inside) * (1 + 0x1p-45) - epsilon;
  };
  const double largest = std::sqrt(squares + diagonal * sensitivity) / std::sqrt(epsilon);
  return solve_on_safe_side(excess, largest, std::sqrt(squares) / std::sqrt(epsilon) * (1 - 0x1p-30));
}

}  // namespace inbounds
