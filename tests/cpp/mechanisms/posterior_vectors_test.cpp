// tests/vectors/posterior.json: computed with 50 digits from ln Gamma itself, with the tolerances that it suggests.

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "distributions/posteriors.hpp"
#include "mechanisms/posterior/matrix_audit.hpp"
#include "mechanisms/posterior/posterior.hpp"
#include "numeric/gamma_gaps.hpp"
#include "privacy/posterior_sensitivity.hpp"
#include "support/catch.hpp"
#include "support/vectors.hpp"

namespace posterior_vectors_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::number;
using inbounds::test::vectors;

namespace {

const boost::json::value& file() {
  static const boost::json::value read = vectors("posterior.json");
  return read;
}

bool is_close(double value, double expected, double relative) {
  return std::fabs(value - expected) <= relative * std::fabs(expected);
}

std::vector<double> list(const boost::json::value& values) {
  std::vector<double> found;
  for (const auto& value : values.as_array()) found.push_back(number(value));
  return found;
}

void check_all(const std::vector<double>& values, const boost::json::value& expected, double relative) {
  const std::vector<double> expected_values = list(expected);
  REQUIRE(values.size() == expected_values.size());
  for (std::size_t at = 0; at < values.size(); ++at) {
    INFO("place " << at << ": " << values[at] << " instead of " << expected_values[at]);
    REQUIRE(is_close(values[at], expected_values[at], relative));
  }
}

const std::map<std::string, posterior_method> methods{{"ehd", posterior_method::global},
                                                      {"ehdl", posterior_method::local},
                                                      {"ehds_exp", posterior_method::smooth},
                                                      {"ehds_rec", posterior_method::smooth},
                                                      {"ehdv", posterior_method::varying}};

/// The laws of an entry, with the smoothing that it names.
tempered_laws laws_of(const boost::json::value& entry, const std::string& kind, const std::vector<double>& prior) {
  const bool with_delta = kind == "ehds_exp";
  const char* const name = with_delta ? "beta" : "gamma";
  const double step = entry.as_object().contains(name) ? number(entry.at(name)) : 0;
  return {prior, number(entry.at("n")), methods.at(kind), {with_delta, step}};
}

std::vector<double> beta_prior(const boost::json::value& entry) {
  return {number(entry.at("a0")), number(entry.at("b0"))};
}

std::vector<double> smooth_copy(std::vector<double> sensitivities, const std::vector<neighbouring_counts>& pairs,
                                smoothness kind, double step) {
  smooth_out(sensitivities, pairs, kind, step);
  return sensitivities;
}

std::string kind_of(const boost::json::value& entry) { return entry.at("kind").as_string().c_str(); }

std::vector<double> row(const tempered_laws& laws, double temperature, std::size_t truth) {
  integer_law law(laws.candidates().size());
  laws.write_law(truth, temperature, law);
  std::vector<double> probabilities;
  for (std::size_t at = 0; at < law.weights.size(); ++at) probabilities.push_back(law.probability(at));
  return probabilities;
}

double loss_of(const tempered_laws& laws, double temperature) {
  return worst_of(laws, laws.neighbours(), temperature, no_epsilon).excess;
}

double delta_of(const tempered_laws& laws, double temperature, double epsilon) {
  return std::max(0.0, worst_of(laws, laws.neighbours(), temperature, epsilon).excess);
}

double mean_distance(const posteriors& family, const std::vector<double>& probabilities, std::size_t truth) {
  std::vector<double> distances(probabilities.size());
  family.distances_from(family.candidates().at(truth), distances);
  double mean = 0;
  for (std::size_t at = 0; at < distances.size(); ++at) mean += probabilities[at] * distances[at];
  return mean;
}

}  // namespace

// posterior/PROOF.md, Lemma 2
TEST_CASE("gaps of ln Gamma have the digits of the vectors", "[numeric]") {
  for (const auto& entry : file().at("g").as_array()) {
    REQUIRE(is_close(gamma_gap(number(entry.at("z"))), number(entry.at("g")), 1e-13));
  }
  for (const auto& entry : file().at("G").as_array()) {
    // From either end: G(z, d) is the gap between z and z + d.
    const auto d = static_cast<std::size_t>(number(entry.at("d")));
    const double z = number(entry.at("z"));
    std::vector<double> gaps(d + 1);
    gamma_gaps_around(z, 0, gaps);
    REQUIRE(is_close(gaps[d], number(entry.at("G")), 1e-13));
    gamma_gaps_around(z, d, gaps);
    REQUIRE(is_close(gaps[0], number(entry.at("G")), 1e-13));
  }
}

TEST_CASE("Hellinger distances have the digits of the vectors, up to a million trials", "[distributions]") {
  for (const auto& entry : file().at("hellinger_beta").as_array()) {
    const double trials = number(entry.at("n"));
    const double successes = number(entry.at("k"));
    std::vector<double> row(static_cast<std::size_t>(trials) + 1);
    posteriors{beta_prior(entry), trials}.distances_from({successes, trials - successes}, row);
    INFO(entry);
    REQUIRE(is_close(row[static_cast<std::size_t>(number(entry.at("r")))], number(entry.at("H")), 1e-13));
  }
}

TEST_CASE("sensitivities have the digits of the vectors", "[privacy]") {
  for (const auto& entry : file().at("beta_model").as_array()) {
    INFO(entry.at("id"));
    const posteriors family{beta_prior(entry), number(entry.at("n"))};
    const auto pairs = neighbours_in(family.candidates());
    const std::vector<double> local = local_sensitivities(family);
    check_all(local, entry.at("LS"), 1e-13);
    REQUIRE(is_close(global_sensitivity(family), number(entry.at("GS")), 1e-13));
    check_all(candidate_sensitivities(family, pairs), entry.at("Delta_r"), 1e-12);
    std::vector<double> reciprocal = local;
    for (double& value : reciprocal) value = 1 / value;
    REQUIRE(largest_change(pairs, reciprocal) == Approx(number(entry.at("gamma_star"))).margin(1e-12));
    for (const auto& smooth : entry.at("S_exp").as_array()) {
      const double step = number(smooth.at("beta"));
      check_all(smooth_copy(local, pairs, smoothness::logarithm, step), smooth.at("S"), 1e-13);
    }
    for (const auto& smooth : entry.at("S_rec").as_array()) {
      const double step = number(smooth.at("gamma"));
      check_all(smooth_copy(local, pairs, smoothness::reciprocal, step), smooth.at("S"), 1e-13);
    }
  }
}

TEST_CASE("rows, losses and deltas of the posteriors have the digits of the vectors", "[mechanisms]") {
  for (const auto& entry : file().at("mechanism").as_array()) {
    INFO(entry.at("id"));
    const tempered_laws laws = laws_of(entry, kind_of(entry), beta_prior(entry));
    const double epsilon = number(entry.at("eps"));
    const double temperature = number(entry.at("tau"));
    const double tolerance = 1e-11 * std::max(1.0, epsilon);
    const posteriors family{beta_prior(entry), number(entry.at("n"))};
    REQUIRE(std::fabs(loss_of(laws, temperature) - number(entry.at("exact_loss"))) <= tolerance);
    REQUIRE(std::fabs(delta_of(laws, temperature, epsilon) - number(entry.at("delta_at_eps"))) <= 1e-13);
    if (const auto* half = entry.as_object().if_contains("delta_at_half_loss")) {
      const double delta = delta_of(laws, temperature, number(half->at("eps")));
      REQUIRE(std::fabs(delta - number(half->at("delta"))) <= 1e-13);
    }
    if (const auto* rows = entry.as_object().if_contains("rows")) {
      for (const auto& expected_values : rows->as_array()) {
        const auto truth = static_cast<std::size_t>(number(expected_values.at("k")));
        check_all(row(laws, temperature, truth), expected_values.at("P"), 1e-11);
      }
    }
    for (const auto& expected_values : entry.at("utility").as_array()) {
      const auto truth = static_cast<std::size_t>(number(expected_values.at("k")));
      const std::vector<double> law = row(laws, temperature, truth);
      REQUIRE(is_close(mean_distance(family, law, truth), number(expected_values.at("EH")), 1e-11));
      REQUIRE(is_close(law[truth], number(expected_values.at("P_exact")), 1e-11));
    }
  }
}

TEST_CASE("tight temperatures have the digits of the vectors", "[mechanisms]") {
  for (const auto& entry : file().at("tight").as_array()) {
    INFO(entry.at("id"));
    const tempered_laws laws = laws_of(entry, kind_of(entry), beta_prior(entry));
    const double epsilon = number(entry.at("eps"));
    const bool has_delta = entry.as_object().contains("delta");
    const guarantee promise{epsilon, has_delta ? number(entry.at("delta")) : 0};
    const double temperature = tight_temperature(laws, promise);
    INFO(temperature << " instead of " << number(entry.at("tau_star")));
    REQUIRE(is_close(temperature, number(entry.at("tau_star")), 1e-9));
    const auto loss_at = [&](double at) {
      return has_delta ? delta_of(laws, at, epsilon) - promise.delta : loss_of(laws, at) - epsilon;
    };
    REQUIRE(loss_at(temperature) <= 0);
    REQUIRE(loss_at(temperature * 1.0001) > 0);
    const auto truth = static_cast<std::size_t>(number(entry.at("k")));
    const std::vector<double> law = row(laws, temperature, truth);
    const posteriors family{beta_prior(entry), number(entry.at("n"))};
    REQUIRE(is_close(mean_distance(family, law, truth), number(entry.at("EH")), 1e-8));
    REQUIRE(is_close(law[truth], number(entry.at("P_exact")), 1e-8));
  }
}

}  // namespace posterior_vectors_test
