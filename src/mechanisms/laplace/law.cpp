#include "mechanisms/laplace/law.hpp"

namespace inbounds {
namespace {

double centre_in(const laplace_law& law) { return law.centre.at; }
double centre_in(const reflected_law& law) { return law.centre; }

/// What std::visit does, by an `if`: it would come with tables of functions for every question.
template <class Question>
auto ask(const noise_law& law, const Question& question) {
  if (const auto* reflected = std::get_if<reflected_law>(&law)) return question(*reflected);
  return question(*std::get_if<laplace_law>(&law));
}

}  // namespace

double centre_of(const noise_law& law) {
  return ask(law, [](const auto& kind_of) { return centre_in(kind_of); });
}

double density(const noise_law& law, double y) {
  return ask(law, [&](const auto& kind_of) { return density(kind_of, y); });
}

double log_density(const noise_law& law, double y) {
  return ask(law, [&](const auto& kind_of) { return log_density(kind_of, y); });
}

double atom(const noise_law& law, double y) {
  return ask(law, [&](const auto& kind_of) { return atom(kind_of, y); });
}

double cdf(const noise_law& law, double y) {
  return ask(law, [&](const auto& kind_of) { return cdf(kind_of, y); });
}

double survival(const noise_law& law, double y) {
  return ask(law, [&](const auto& kind_of) { return survival(kind_of, y); });
}

double quantile(const noise_law& law, double probability) {
  return ask(law, [&](const auto& kind_of) { return quantile(kind_of, probability); });
}

moments moments_of(const noise_law& law) {
  return ask(law, [](const auto& kind_of) { return moments_of(kind_of); });
}

}  // namespace inbounds
