#pragma once

#include <optional>

namespace inbounds {

/// A function of one number, by reference: so that the solver is compiled once and not per caller.
class function_ref {
 public:
  template <class Function>
  function_ref(const Function& function)  // NOLINT: implicit on purpose
      : object_(&function),
        call_([](const void* object, double x) -> double { return (*static_cast<const Function*>(object))(x); }) {}

  double operator()(double x) const { return call_(object_, x); }

 private:
  const void* object_;
  double (*call_)(const void*, double);
};

/// Between `holds` and `fails`, the last point (to within a few units in the last place) at which `excess` is not
/// positive.
///
/// `excess` crosses zero once between the two ends, and the returned point itself has been evaluated: whatever rounding
/// does to `excess` elsewhere, its computed value there is <= 0. Nothing is returned if that is not even so at `holds`.
std::optional<double> solve_on_safe_side(const function_ref& excess, double holds, double fails);

}  // namespace inbounds
