#pragma once

#include <optional>

#include "distributions/truncated_laplace.hpp"
#include "mechanisms/laplace/model.hpp"
#include "privacy/total_changes.hpp"

namespace inbounds {

/// Noise that is truncated at the ends of its spans: the law is renormalised. Beyond an open end it goes on, and what
/// falls there is released as that end.
class truncated_model final : public laplace_model {
 public:
  /// `position_error` is what rounding of positions on the line may have done to a distance; 0 on a lattice.
  explicit truncated_model(laplace_setting where, double position_error = 0);

  truncated_laplace family(double rate) const;
  const candidate_pairs& pairs() const { return pairs_; }
  double position_error() const { return position_error_; }

  worst_pair loss_at(privacy_notion kind, double rate) const override;
  /// The same when the law and its changes are at hand.
  worst_pair loss_of(privacy_notion kind, const truncated_laplace& family, const total_changes& changes) const;
  worst_delta_case escaping(double epsilon, double rate) const override;
  std::optional<double> tight_rate(const guarantee& promise) const override;
  std::unique_ptr<const released_noise> at_rate(double rate) const override;

 private:
  double widest_pair() const override { return pairs_.widest; }

  candidate_pairs pairs_;
  double position_error_;
};

/// What is released on these points; refused if no two of them are neighbours.
result<std::unique_ptr<const laplace_model>> truncated_on(const domain& where, const lattice& points,
                                                          double sensitivity, privacy_notion kind);

/// Its limit for ever finer lattices. `rate_hint` is not above the rate to come. The sensitivity may exceed the width
/// by a rounding error.
truncated_model truncated_on_line(const domain& where, open_ends open, double sensitivity, double rate_hint);

/// The scale to begin with: no rate for the guarantee is below this one.
double rate_hint(double sensitivity, const guarantee& promise);

}  // namespace inbounds
