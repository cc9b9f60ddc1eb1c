#include "mechanisms/registry.hpp"

#include <algorithm>

#include "mechanisms/bounded_gaussian/bounded_gaussian.hpp"
#include "mechanisms/bounded_laplace/bounded_laplace.hpp"
#include "mechanisms/clamped_laplace/clamped_laplace.hpp"
#include "mechanisms/posterior/posterior.hpp"
#include "mechanisms/reflected_laplace/reflected_laplace.hpp"
#include "mechanisms/smooth_laplace/smooth_laplace.hpp"

namespace inbounds {
namespace {

template <const laplace_kind& kind>
result<std::unique_ptr<const mechanism>> make_laplace(const request& options) {
  return make(kind, options);
}

template <const laplace_kind& kind>
result<double> laplace_scale_for(const request& options) {
  return scale_for(kind, options);
}

result<double> no_scale(const request& /*options*/) {
  return parameter_error{"mechanism", "one whose noise has a scale", 0}.with_shown("one on counts");
}

constexpr maker makers[] = {{"ReflectedLaplace", make_laplace<reflected_laplace>, laplace_scale_for<reflected_laplace>},
                            {"BoundedLaplace", make_laplace<bounded_laplace>, laplace_scale_for<bounded_laplace>},
                            {"ClampedLaplace", make_laplace<clamped_laplace>, laplace_scale_for<clamped_laplace>},
                            {"BoundedGaussian", make_bounded_gaussian, bounded_gaussian_scale_for},
                            {"BetaPosterior", make_posterior, no_scale},
                            {"DirichletPosterior", make_posterior, no_scale},
                            {"SmoothLaplace", make_smooth_laplace, no_scale}};

result<const maker*> find_maker(std::string_view name, std::span<const maker> among) {
  const auto found = std::find_if(among.begin(), among.end(), [&](const maker& each) { return each.name == name; });
  if (found != among.end()) return &*found;
  return parameter_error{"mechanism", "the name of one", 0}.with_shown("another word");
}

}  // namespace

std::span<const maker> registry() { return makers; }

result<std::unique_ptr<const mechanism>> make(std::string_view name, const request& options,
                                              std::span<const maker> among) {
  const result<const maker*> kind = find_maker(name, among);
  return kind ? (*kind)->make(options) : kind.error();
}

result<double> scale_for(std::string_view name, const request& options, std::span<const maker> among) {
  const result<const maker*> kind = find_maker(name, among);
  return kind ? (*kind)->scale_for(options) : kind.error();
}

}  // namespace inbounds
