// tests/vectors/posterior.json: computed with 50 digits from ln Gamma itself, with the tolerances that it suggests.

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "distributions/posteriors.hpp"
#include "mechanisms/posterior/calibrate.hpp"
#include "mechanisms/posterior/matrix_audit.hpp"
#include "mechanisms/posterior/posterior.hpp"
#include "numeric/gamma_gaps.hpp"
#include "privacy/posterior_sensitivity.hpp"
#include "support/catch.hpp"
#include "support/vectors.hpp"

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
  const std::vector<double> wanted = list(expected);
  REQUIRE(values.size() == wanted.size());
  for (std::size_t at = 0; at < values.size(); ++at) {
    INFO("place " << at << ": " << values[at] << " instead of " << wanted[at]);
    REQUIRE(is_close(values[at], wanted[at], relative));
  }
}

const std::map<std::string, posterior_method> methods{{"ehd", posterior_method::global},
                                                      {"ehdl", posterior_method::local},
                                                      {"ehds_exp", posterior_method::smooth},
                                                      {"ehds_rec", posterior_method::smooth},
                                                      {"ehdv", posterior_method::varying}};

/// The laws of an entry, with the smoothing that it names.
tempered_laws laws_of(const boost::json::value& entry, const std::string& kind, std::vector<double> prior) {
  const bool with_delta = kind == "ehds_exp";
  const char* const name = with_delta ? "beta" : "gamma";
  const double step = entry.as_object().contains(name) ? number(entry.at(name)) : 0;
  return {posteriors(std::move(prior), static_cast<std::int32_t>(number(entry.at("n")))), methods.at(kind),
          {with_delta, step}};
}

std::vector<double> beta_prior(const boost::json::value& entry) {
  return {number(entry.at("a0")), number(entry.at("b0"))};
}

std::string kind_of(const boost::json::value& entry) { return entry.at("kind").as_string().c_str(); }

std::vector<double> row(const tempered_laws& laws, double temperature, std::size_t truth, double epsilon) {
  std::vector<double> weights(laws.size());
  laws.slopes_from(truth, weights);
  weigh(weights, temperature, weights);
  integer_law law;
  share_out(weights, tempered_laws::least_share(epsilon), law);
  std::vector<double> probabilities;
  for (std::size_t at = 0; at < laws.size(); ++at) probabilities.push_back(law.probability(at));
  return probabilities;
}

double mean_distance(const tempered_laws& laws, const std::vector<double>& probabilities, std::size_t truth) {
  std::vector<double> distances(laws.size());
  laws.family().distances_from(laws.family().candidates().at(truth), distances);
  double mean = 0;
  for (std::size_t at = 0; at < distances.size(); ++at) mean += probabilities[at] * distances[at];
  return mean;
}

}  // namespace

TEST_CASE("gaps of ln Gamma have the digits of the vectors", "[numeric]") {
  for (const auto& entry : file().at("g").as_array()) {
    REQUIRE(is_close(gamma_gap(number(entry.at("z"))), number(entry.at("g")), 1e-13));
  }
  for (const auto& entry : file().at("G").as_array()) {
    const auto d = static_cast<std::int32_t>(number(entry.at("d")));
    REQUIRE(is_close(gamma_gap(number(entry.at("z")), d), number(entry.at("G")), 1e-13));
  }
}

TEST_CASE("Hellinger distances have the digits of the vectors, up to a million trials", "[distributions]") {
  for (const auto& entry : file().at("hellinger_beta").as_array()) {
    const auto whole = [&](const char* name) { return static_cast<std::int32_t>(number(entry.at(name))); };
    const double distance =
        hellinger_distance(number(entry.at("a0")), number(entry.at("b0")), whole("n"), whole("k"), whole("r"));
    INFO(entry);
    REQUIRE(is_close(distance, number(entry.at("H")), 1e-13));
    std::vector<double> row(static_cast<std::size_t>(whole("n")) + 1);
    const posteriors family(beta_prior(entry), whole("n"));
    family.distances_from(counts{whole("k"), whole("n") - whole("k")}, row);
    REQUIRE(is_close(row[static_cast<std::size_t>(whole("r"))], number(entry.at("H")), 1e-13));
  }
}

TEST_CASE("sensitivities have the digits of the vectors", "[privacy]") {
  for (const auto& entry : file().at("beta_model").as_array()) {
    INFO(entry.at("id"));
    const auto trials = static_cast<std::int32_t>(number(entry.at("n")));
    const posteriors family(beta_prior(entry), trials);
    const auto pairs = neighbours_in(family.candidates());
    const std::vector<double> local = local_sensitivities(family);
    check_all(local, entry.at("LS"), 1e-13);
    REQUIRE(is_close(global_sensitivity(family.prior(), trials), number(entry.at("GS")), 1e-13));
    check_all(candidate_sensitivities(family, pairs), entry.at("Delta_r"), 1e-12);
    std::vector<double> reciprocal = local;
    for (double& value : reciprocal) value = 1 / value;
    REQUIRE(largest_change(pairs, reciprocal) == Approx(number(entry.at("gamma_star"))).margin(1e-12));
    for (const auto& smooth : entry.at("S_exp").as_array()) {
      const double step = number(smooth.at("beta"));
      check_all(smooth_sensitivities(pairs, local, smoothness::logarithm, step), smooth.at("S"), 1e-13);
    }
    for (const auto& smooth : entry.at("S_rec").as_array()) {
      const double step = number(smooth.at("gamma"));
      check_all(smooth_sensitivities(pairs, local, smoothness::reciprocal, step), smooth.at("S"), 1e-13);
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
    const std::uint64_t least = tempered_laws::least_share(epsilon);
    const matrix_audit found = audit_all(laws, {temperature, least, epsilon});
    REQUIRE(std::fabs(found.real.amount - number(entry.at("exact_loss"))) <= tolerance);
    REQUIRE(std::fabs(found.released.amount - number(entry.at("exact_loss"))) <= tolerance);
    REQUIRE(std::fabs(found.delta.amount - number(entry.at("delta_at_eps"))) <= 1e-13);
    if (const auto* half = entry.as_object().if_contains("delta_at_half_loss")) {
      const double delta = audit_all(laws, {temperature, least, number(half->at("eps"))}).delta.amount;
      REQUIRE(std::fabs(delta - number(half->at("delta"))) <= 1e-13);
    }
    if (const auto* rows = entry.as_object().if_contains("rows")) {
      for (const auto& wanted : rows->as_array()) {
        const auto truth = static_cast<std::size_t>(number(wanted.at("k")));
        check_all(row(laws, temperature, truth, epsilon), wanted.at("P"), 1e-11);
      }
    }
    for (const auto& wanted : entry.at("utility").as_array()) {
      const auto truth = static_cast<std::size_t>(number(wanted.at("k")));
      const std::vector<double> law = row(laws, temperature, truth, epsilon);
      REQUIRE(is_close(mean_distance(laws, law, truth), number(wanted.at("EH")), 1e-11));
      REQUIRE(is_close(law[truth], number(wanted.at("P_exact")), 1e-11));
    }
  }
}

TEST_CASE("tight temperatures have the digits of the vectors", "[mechanisms]") {
  for (const auto& entry : file().at("tight").as_array()) {
    INFO(entry.at("id"));
    const tempered_laws laws = laws_of(entry, kind_of(entry), beta_prior(entry));
    const double epsilon = number(entry.at("eps"));
    const bool has_delta = entry.as_object().contains("delta");
    const guarantee asked{epsilon, has_delta ? number(entry.at("delta")) : 0};
    const std::optional<double> temperature = tight_temperature(laws, asked);
    REQUIRE(temperature);
    INFO(*temperature << " instead of " << number(entry.at("tau_star")));
    REQUIRE(is_close(*temperature, number(entry.at("tau_star")), 1e-9));
    REQUIRE(keeps(laws, asked, *temperature));
    REQUIRE_FALSE(keeps(laws, asked, *temperature * 1.0001));
    const auto truth = static_cast<std::size_t>(number(entry.at("k")));
    const std::vector<double> law = row(laws, *temperature, truth, epsilon);
    REQUIRE(is_close(mean_distance(laws, law, truth), number(entry.at("EH")), 1e-8));
    REQUIRE(is_close(law[truth], number(entry.at("P_exact")), 1e-8));
  }
}
