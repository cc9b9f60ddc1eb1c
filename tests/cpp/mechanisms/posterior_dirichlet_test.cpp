// The parts of tests/vectors/posterior.json with more than two categories, noise on a count, and smooth calibration.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "mechanisms/posterior/posterior.hpp"
#include "privacy/posterior_sensitivity.hpp"
#include "support/catch.hpp"
#include "support/vectors.hpp"

namespace posterior_dirichlet_test {

using namespace inbounds;
using inbounds::test::number;
using inbounds::test::vectors;

namespace {

using M = posterior_method;

const boost::json::value& file() {
  static const boost::json::value read = vectors("posterior.json");
  return read;
}

std::vector<double> list(const boost::json::value& values) {
  std::vector<double> found;
  for (const auto& value : values.as_array()) found.push_back(number(value));
  return found;
}

bool is_close(double value, double expected, double relative) {
  return std::fabs(value - expected) <= relative * std::fabs(expected);
}

void check_all(const std::vector<double>& values, const boost::json::value& expected, double relative) {
  const std::vector<double> expected_values = list(expected);
  REQUIRE(values.size() == expected_values.size());
  for (std::size_t at = 0; at < values.size(); ++at) {
    INFO("place " << at << ": " << values[at] << " instead of " << expected_values[at]);
    REQUIRE(is_close(values[at], expected_values[at], relative));
  }
}

std::vector<double> smooth_copy(std::vector<double> sensitivities, const std::vector<neighbouring_counts>& pairs,
                                smoothness kind, double step) {
  smooth_out(sensitivities, pairs, kind, step);
  return sensitivities;
}

bool is_pair_only(const boost::json::value& entry) { return entry.as_object().contains("kind"); }

struct kind_of_law {
  const char* name;
  M method;
  std::optional<double> smoothing;
  double per_temperature;  ///< epsilon over the temperature that the entry gives
};
const kind_of_law kinds[] = {{"ehd", M::global, {}, 2},
                             {"ehdl", M::local, {}, 2},
                             {"ehds_rec_pub", M::smooth, 1, 4},
                             {"ehds_rec_thmB", M::smooth, 1, 3},
                             {"ehdv", M::varying, {}, 2}};

/// Whatever is left out of a file would go unnoticed.
template <class Check>
void for_entries(const char* part, std::size_t at_least, const Check& check) {
  std::size_t seen = 0;
  for (const auto& entry : file().at(part).as_array()) seen += static_cast<std::size_t>(check(entry));
  CHECK(seen >= at_least);
}

}  // namespace

TEST_CASE("Dirichlet posteriors have the distances and sensitivities of the vectors", "[mechanisms]") {
  for_entries("dirichlet", 5, [](const boost::json::value& entry) {
    if (is_pair_only(entry)) return false;
    INFO(entry.at("id"));
    const posteriors family{list(entry.at("alpha")), number(entry.at("n"))};
    const count_vectors all = family.candidates();
    REQUIRE(all.how_many() == number(entry.at("R")));
    const auto& places = entry.at("counts").as_array();
    for (std::size_t place = 0; place < places.size(); ++place) REQUIRE(all.at(place) == list(places[place]));
    const auto pairs = neighbours_in(all);
    const std::vector<double> local = local_sensitivities(family);
    check_all(local, entry.at("LS"), 1e-13);
    REQUIRE(is_close(global_sensitivity(family), number(entry.at("GS")), 1e-13));
    check_all(candidate_sensitivities(family, pairs), entry.at("Delta_r"), 1e-12);
    check_all(smooth_copy(local, pairs, smoothness::logarithm, 0.1), entry.at("S_exp_beta0.1"), 1e-13);
    check_all(smooth_copy(local, pairs, smoothness::reciprocal, 1), entry.at("S_rec_gamma1"), 1e-13);
    std::vector<double> row(all.size());
    family.distances_from(all.at(0), row);
    check_all(row, entry.at("H_row0"), 1e-13);
    std::vector<double> reciprocal = local;
    for (double& value : reciprocal) value = 1 / value;
    REQUIRE(std::fabs(largest_change(pairs, reciprocal) - number(entry.at("gamma_star"))) <= 1e-12);
    return true;
  });
}

TEST_CASE("Dirichlet rows, losses and tight temperatures have the digits of the vectors", "[mechanisms]") {
  for_entries("dirichlet", 5, [](const boost::json::value& entry) {
    if (is_pair_only(entry)) return false;
    const double epsilon = number(entry.at("eps"));
    const counts middle = list(entry.at("mid_counts"));
    for (const auto& [name, method, smoothing, per_temperature] : kinds) {
      INFO(entry.at("id") << " " << name);
      const boost::json::value& expected_values = entry.at(name);
      const double temperature = number(expected_values.at("tau"));
      REQUIRE(is_close(temperature, epsilon / per_temperature, 1e-15));
      const posterior_spec spec{list(entry.at("alpha")), number(entry.at("n")), method, smoothing};
      const auto noise = with_temperature(spec, temperature);
      REQUIRE(noise);
      REQUIRE(noise->candidates().place_of(middle) == static_cast<std::size_t>(number(entry.at("mid_index"))));
      REQUIRE(std::fabs(noise->promised.epsilon - number(expected_values.at("exact_loss"))) <=
              1e-11 * std::max(1.0, epsilon));
      check_all(*noise->probabilities(middle), expected_values.at("P_row_mid"), 1e-11);
      REQUIRE(is_close(*noise->expected_distance(middle), number(expected_values.at("EH_row_mid")), 1e-11));
      const auto tight = calibrate(spec, {epsilon});
      REQUIRE(tight);
      INFO(tight->temperature << " instead of " << number(expected_values.at("tau_star")));
      REQUIRE(is_close(tight->temperature, number(expected_values.at("tau_star")), 1e-9));
      if (std::string(name) != "ehds_rec_pub") {
        REQUIRE(is_close(calibrate(spec, {epsilon}, calibration::published)->temperature, temperature, 1e-15));
      }
    }
    return true;
  });
}

TEST_CASE("local sensitivity gives three categories away: the pair of the vectors loses more than epsilon",
          "[mechanisms]") {
  for_entries("dirichlet", 1, [](const boost::json::value& entry) {
    if (!is_pair_only(entry)) return false;
    const posterior_spec spec{list(entry.at("alpha")), number(entry.at("n")), M::local};
    const count_vectors all{spec.prior.size(), spec.trials};
    const std::size_t x = all.place_of(list(entry.at("x")));
    const std::size_t y = all.place_of(list(entry.at("y")));
    const std::size_t output = all.place_of(list(entry.at("r")));
    const std::vector<double> local = local_sensitivities(posteriors{spec.prior, spec.trials});
    REQUIRE(is_close(local[x], number(entry.at("LS_x")), 1e-13));
    REQUIRE(is_close(local[y], number(entry.at("LS_y")), 1e-13));
    // More candidates than a mechanism takes, so from the distances themselves.
    const auto log_probability = [&](std::size_t truth) {
      std::vector<double> row(all.size());
      posteriors{spec.prior, spec.trials}.distances_from(all.at(truth), row);
      const double slope = number(entry.at("eps")) / (2 * local[truth]);
      double sum = 0;
      for (const double distance : row) sum += std::exp(-slope * distance);
      return -slope * row[output] - std::log(sum);
    };
    const double loss = log_probability(x) - log_probability(y);
    REQUIRE(std::fabs(loss - number(entry.at("log_ratio"))) <= 1e-11);
    REQUIRE(loss > 1.5 * number(entry.at("eps")));
    return true;
  });
}

TEST_CASE("noise on a count has the rows, losses and distances of the vectors", "[mechanisms]") {
  for_entries("baseline", 3, [](const boost::json::value& entry) {
    if (entry.at("kind").as_string() != "geometric_clamped") return false;
    INFO(entry.at("id"));
    const double trials = number(entry.at("n"));
    const double epsilon = number(entry.at("eps"));
    const counts truth{number(entry.at("k")), trials - number(entry.at("k"))};
    const auto noise =
        calibrate(posterior_spec{{number(entry.at("a0")), number(entry.at("b0"))}, trials, M::geometric}, {epsilon});
    REQUIRE(noise);
    REQUIRE(noise->temperature == epsilon);
    REQUIRE(std::fabs(noise->audit().epsilon - number(entry.at("exact_loss"))) <= 1e-11);
    const auto row = *noise->probabilities(truth);
    check_all(row, entry.at("P"), 1e-11);
    REQUIRE(is_close(row[noise->candidates().place_of(truth)], number(entry.at("P_exact")), 1e-11));
    REQUIRE(is_close(*noise->expected_distance(truth), number(entry.at("EH")), 1e-11));
    return true;
  });
}

// posterior/PROOF.md, Theorem A
TEST_CASE("smooth sensitivity with delta has the smoothing and the temperature of Theorem A", "[mechanisms]") {
  for_entries("smooth_calibration", 16, [](const boost::json::value& entry) {
    INFO(entry);
    const auto categories = static_cast<std::size_t>(number(entry.at("K")));
    const double trials = number(entry.at("n"));
    const count_vectors all{categories, trials};
    REQUIRE(all.how_many() == number(entry.at("R")));
    const guarantee promise{number(entry.at("eps")), number(entry.at("delta"))};
    const posterior_spec spec{std::vector<double>(categories, 1), trials, M::smooth};
    const auto noise = calibrate(spec, promise, calibration::published);
    REQUIRE(noise);
    REQUIRE(is_close(noise->smoothing, number(entry.at("theoremA_beta")), 1e-13));
    REQUIRE(is_close(noise->temperature, number(entry.at("theoremA_tau")), 1e-12));
    return true;
  });
}

}  // namespace posterior_dirichlet_test
