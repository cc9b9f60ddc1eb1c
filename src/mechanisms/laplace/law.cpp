#include "mechanisms/laplace/law.hpp"

namespace inbounds {
namespace {

double centre_in(const laplace_law& law) { return law.centre.at; }
double centre_in(const folded_law& law) { return law.centre; }

}  // namespace

double centre_of(const noise_law& law) {
  return std::visit([](const auto& kind_of) { return centre_in(kind_of); }, law);
}

double density(const noise_law& law, double y) {
  return std::visit([&](const auto& kind_of) { return density(kind_of, y); }, law);
}

double log_density(const noise_law& law, double y) {
  return std::visit([&](const auto& kind_of) { return log_density(kind_of, y); }, law);
}

double atom(const noise_law& law, double y) {
  return std::visit([&](const auto& kind_of) { return atom(kind_of, y); }, law);
}

double cdf(const noise_law& law, double y) {
  return std::visit([&](const auto& kind_of) { return cdf(kind_of, y); }, law);
}

double survival(const noise_law& law, double y) {
  return std::visit([&](const auto& kind_of) { return survival(kind_of, y); }, law);
}

double quantile(const noise_law& law, double probability) {
  return std::visit([&](const auto& kind_of) { return quantile(kind_of, probability); }, law);
}

moments moments_of(const noise_law& law) {
  return std::visit([](const auto& kind_of) { return moments_of(kind_of); }, law);
}

}  // namespace inbounds
