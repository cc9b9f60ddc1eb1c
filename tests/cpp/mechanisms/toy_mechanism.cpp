#include "mechanisms/toy_mechanism.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace inbounds::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// On so many cells of one width, which on the line is that of everything.
class uniform_law final : public law {
 public:
  uniform_law(double lowest, double cells, double width, double centre)
      : lowest_(lowest), cells_(cells), width_(width), centre_(centre) {}

  double density(double y) const override {
    const bool possible = y >= lowest_ && y <= highest() && (is_line() || y == std::floor(y));
    return possible ? 1 / (cells_ * width_) : 0;
  }
  double log_density(double y) const override { return std::log(density(y)); }
  double atom(double /*y*/) const override { return 0; }
  double cdf(double y) const override {
    const double reached = is_line() ? (y - lowest_) / width_ : (std::floor(y) - lowest_ + 1) / cells_;
    return std::clamp(reached, 0.0, 1.0);
  }
  double survival(double y) const override { return 1 - cdf(y); }
  double quantile(double probability) const override {
    if (is_line()) return lowest_ + probability * width_;
    return lowest_ + std::max(0.0, std::ceil(probability * cells_) - 1);
  }
  double centre() const override { return centre_; }
  moments around_centre() const override {
    const double variance = is_line() ? width_ * width_ / 12 : (cells_ * cells_ - 1) / 12;
    return {(lowest_ + highest()) / 2 - centre_, variance};
  }

 private:
  bool is_line() const { return cells_ == 1; }
  double highest() const { return is_line() ? lowest_ + width_ : lowest_ + cells_ - 1; }

  double lowest_;
  double cells_;
  double width_;
  double centre_;
};

class uniform_mechanism final : public mechanism {
 public:
  uniform_mechanism(domain where, lattice points) : where_(std::move(where)), points_(std::move(points)) {}

  description describe() const override {
    description shown{{0}};
    shown.sides.push_back({where_.spans, points_.grain.step, points_.grain.origin, static_cast<double>(points_.steps()),
                           lowest(), highest()});
    return shown;
  }

  worst_case audit() const override { return {0, 0, {lowest()}, {highest()}, {lowest()}}; }
  result<double> delta_of(std::optional<double> /*scale*/, double /*epsilon*/) const override { return 0.0; }

  std::size_t sides() const override { return 1; }
  result<coordinate> along(std::size_t side) const override {
    if (side > 0) return mechanism::along(side);
    return coordinate{where_, points_, infinity};
  }

  result<std::unique_ptr<const law>> law_at(double truth, std::size_t side) const override {
    if (auto why = check_truth(truth, side)) return *why;
    const auto cells = static_cast<double>(points_.steps() + 1);
    const auto snapped = static_cast<double>(snap(where_, points_, truth));
    return to_pointer(uniform_law(static_cast<double>(points_.lowest()), cells, 1, snapped));
  }

  result<std::unique_ptr<const law>> continuous_law_at(double truth, std::size_t side) const override {
    if (auto why = check_truth(truth, side)) return *why;
    const double inside = std::clamp(truth, where_.lower(), where_.upper());
    return to_pointer(uniform_law(where_.lower(), 1, where_.upper() - where_.lower(), inside));
  }

  void draw_all(std::span<double> truths, bit_source& bits, std::size_t /*first_side*/) const override {
    const auto cells = static_cast<std::uint64_t>(points_.steps() + 1);
    const std::uint64_t max = ~std::uint64_t{0} - ~std::uint64_t{0} % cells;
    for (double& truth : truths) {
      std::uint64_t word = bits.word();
      while (word >= max) word = bits.word();
      truth = points_.value(points_.lowest() + static_cast<std::int64_t>(word % cells));
    }
  }

 private:
  static std::unique_ptr<const law> to_pointer(const uniform_law& uniform) {
    return std::make_unique<uniform_law>(uniform);
  }
  double lowest() const { return points_.value(points_.lowest()); }
  double highest() const { return points_.value(points_.highest()); }

  domain where_;
  lattice points_;
};

result<std::unique_ptr<const mechanism>> make_uniform(const request& options) {
  result<domain> where = domain_in(options);
  if (!where) return where.error();
  const auto step = only_one("granularity", options.granularity);
  if (!step) return step.error();
  const double width = where->upper() - where->lower();
  result<lattice> points = *step ? lattice_on(*where, **step) : default_lattice(*where, width, width);
  if (!points) return points.error();
  return std::unique_ptr<const mechanism>(std::make_unique<uniform_mechanism>(*std::move(where), *std::move(points)));
}

result<double> no_scale(const request& /*options*/) { return infinity; }

}  // namespace

const maker uniform_on_the_domain{"UniformOnTheDomain", make_uniform, no_scale};

}  // namespace inbounds::test
