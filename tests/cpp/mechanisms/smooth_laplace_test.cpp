#include "mechanisms/smooth_laplace/smooth_laplace.hpp"

#include <cmath>
#include <vector>

#include "distributions/confined_laplace.hpp"
#include "privacy/laplace_pair.hpp"
#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"
#include "support/precise.hpp"
#include "support/vectors.hpp"

using namespace inbounds;
using Catch::Approx;
using inbounds::test::number;
using inbounds::test::precise;

namespace {

const boost::json::value& file() {
  static const boost::json::value read = test::vectors("posterior.json").at("laplace");
  return read;
}

std::vector<double> list(const boost::json::value& values) {
  std::vector<double> found;
  for (const auto& value : values.as_array()) found.push_back(number(value));
  return found;
}

/// The variance of Beta(1 + k, 1 + n - k).
std::vector<double> variances(int n) {
  std::vector<double> found;
  const double total = n + 2;
  for (int k = 0; k <= n; ++k) found.push_back((k + 1) * (n - k + 1) / (total * total * (total + 1)));
  return found;
}

/// The masses of all whole numbers from -reach to reach, with 50 digits.
std::vector<precise> masses(const laplace_at& law, int reach) {
  std::vector<precise> found(static_cast<std::size_t>(2 * reach + 1));
  const precise fall = exp(-precise(law.rate));
  const int centre = static_cast<int>(law.centre);
  precise mass = tanh(precise(law.rate) / 2);
  for (int away = 0; away <= reach + std::abs(centre); ++away, mass *= fall) {
    for (const int y : {centre - away, centre + away}) {
      if (std::abs(y) <= reach) found[static_cast<std::size_t>(y + reach)] = mass;
    }
  }
  return found;
}

/// All outputs one by one.
precise brute_delta(const laplace_at& p, const laplace_at& q, double epsilon) {
  const int reach = static_cast<int>(60 / std::min(p.rate, q.rate)) + 50;
  const std::vector<precise> ps = masses(p, reach);
  const std::vector<precise> qs = masses(q, reach);
  const precise factor = exp(precise(epsilon));
  precise sum = 0;
  for (std::size_t at = 0; at < ps.size(); ++at) {
    const precise beyond = ps[at] - factor * qs[at];
    if (beyond > 0) sum += beyond;
  }
  return sum;
}

}  // namespace

TEST_CASE("the dilation of Laplace noise and its divergences have the digits of the vectors", "[privacy]") {
  for (const auto& entry : file().at("dilation_exact").as_array()) {
    const double delta = dilation_delta(number(entry.at("eps2")), number(entry.at("lambda")));
    CHECK(delta == Approx(number(entry.at("delta"))).margin(1e-13).epsilon(1e-11));
  }
  for (const auto& entry : file().at("hockey_two_laplace").as_array()) {
    const laplace_at p{0, 1 / number(entry.at("b1"))};
    const laplace_at q{number(entry.at("m")), 1 / number(entry.at("b2"))};
    const double delta = delta_between(p, q, number(entry.at("eps")), support::line);
    CHECK(delta == Approx(number(entry.at("delta_p_over_q"))).margin(1e-13).epsilon(1e-11));
  }
}

TEST_CASE("on points the divergence is the sum over all of them, never less", "[privacy]") {
  for (const double rate : {0.05, 0.5, 3.0}) {
    for (const double ratio : {0.8, 0.97, 1.0, 1.0 + 1e-9, 1.3}) {
      for (const double apart : {0., 1., -1., 7.}) {
        for (const double epsilon : {0., 0.1, 1., 4.}) {
          const laplace_at p{3, rate};
          const laplace_at q{3 + apart, rate * ratio};
          INFO(rate << " " << ratio << " " << apart << " " << epsilon);
          const double exact = static_cast<double>(brute_delta(p, q, epsilon));
          const double delta = delta_between(p, q, epsilon, support::points);
          CHECK(delta >= exact * (1 - 1e-15));
          CHECK(delta <= exact * (1 + 1e-9) + 1e-14);
        }
      }
    }
  }
}

TEST_CASE("alpha and beta of Nissim, Raskhodnikova and Smith hold or fail as the vectors say", "[mechanisms]") {
  int failing = 0;
  for (const auto& entry : file().at("nrs").as_array()) {
    const double epsilon = number(entry.at("eps"));
    const double delta = number(entry.at("delta"));
    const double beta = number(entry.at("beta"));
    CHECK(epsilon / (2 * std::log(2 / delta)) == Approx(beta).epsilon(1e-14));
    const double needed = dilation_delta(epsilon / 2, beta);
    CHECK(needed == Approx(number(entry.at("dilation_exact_delta_at_beta"))).epsilon(1e-11));
    // Lemma 4.1 of the draft promises delta/2.
    CHECK((needed <= delta / 2) == entry.at("lemma41_holds").as_bool());
    failing += !entry.at("lemma41_holds").as_bool();
  }
  CHECK(failing > 0);
}

TEST_CASE("the variance of a posterior: smooth sensitivities, published and tight noise", "[mechanisms]") {
  for (const auto& entry : file().at("variance_example").as_array()) {
    const std::vector<double> values = list(entry.at("f"));
    const guarantee asked{number(entry.at("eps")), number(entry.at("delta"))};
    const auto tight = calibrate(smooth_spec{values}, asked);
    const auto published = calibrate(smooth_spec{values}, asked, calibration::published);
    REQUIRE(tight);
    REQUIRE(published);
    CHECK(tight->smoothing == Approx(number(entry.at("beta"))).epsilon(1e-14));
    CHECK(published->alpha == asked.epsilon / 2);
    // The lattice is finer than a millionth of the noise, and its law that of the continuous one to as many digits.
    CHECK(tight->alpha == Approx(number(entry.at("alpha_star"))).epsilon(1e-6));
    CHECK(audit(*published, asked.epsilon).delta == Approx(number(entry.at("exact_delta_nrs"))).epsilon(1e-5));
    CHECK(audit(*tight, asked.epsilon).delta <= asked.delta);
    CHECK(audit(*tight, asked.epsilon).delta == Approx(asked.delta).epsilon(1e-9));
    const std::vector<double> scales = list(entry.at("noise_scale_nrs"));
    for (std::size_t at = 0; at < scales.size(); ++at) {
      CHECK(published->grain.step / published->rates[at] == Approx(scales[at]).epsilon(1e-5));
    }
    CHECK_FALSE(calibrate(smooth_spec{values}, asked, calibration::tight, tight->alpha * 1.001));
    CHECK(calibrate(smooth_spec{values}, asked, calibration::tight, tight->alpha)->rates == tight->rates);
  }
}

TEST_CASE("what is released lies between the bounds and has the law that is told", "[mechanisms]") {
  const auto noise = calibrate(smooth_spec{variances(12), {}, 1 / 4096.}, {1, 1e-3});
  REQUIRE(noise);
  seeded_words words{5};
  bit_source bits{seeded_words::refill, &words};
  for (const std::size_t count : {std::size_t{0}, std::size_t{3}, std::size_t{12}}) {
    const confined_laplace family({{0, noise->steps}}, {true, true}, noise->rates[count], support::points);
    const laplace_law law{family, family.at(noise->centres[count])};
    const auto outputs = static_cast<std::size_t>(noise->steps) + 1;
    std::vector<std::uint64_t> seen(outputs);
    constexpr int draws = 50000;
    for (int at = 0; at < draws; ++at) {
      const double value = draw(*noise, count, bits);
      ++seen.at(static_cast<std::size_t>(value * 4096) - static_cast<std::size_t>(noise->lowest));
    }
    std::vector<double> expected;
    for (std::size_t at = 0; at < outputs; ++at) expected.push_back(draws * density(law, static_cast<double>(at)));
    CHECK(test::chi_square_p_value(expected, seen) > test::alpha);
  }
}

// Every pair of neighbours and every output of clamped laws, with 50 digits: delta is never exceeded.
TEST_CASE("the tight noise keeps delta, and no less noise does", "[mechanisms]") {
  for (const double step : {1 / 64., 1 / 1024., 1 / 8192.}) {
    for (const guarantee& asked : {guarantee{0.5, 1e-3}, guarantee{1, 1e-4}, guarantee{3, 0.01}}) {
      const auto noise = calibrate(smooth_spec{variances(8), {}, step}, asked);
      if (!noise) continue;  // too coarse
      precise worst = 0;
      for (std::size_t at = 1; at < noise->centres.size(); ++at) {
        const auto law = [&](std::size_t count) {
          return laplace_at{noise->centres[count], noise->rates[count]};
        };
        worst = std::max({worst, brute_delta(law(at), law(at - 1), asked.epsilon),
                          brute_delta(law(at - 1), law(at), asked.epsilon)});
      }
      CHECK(worst <= asked.delta);
      CHECK(worst >= asked.delta * (1 - 1e-6));
    }
  }
}

TEST_CASE("bad input of the smooth Laplace is told in a sentence", "[mechanisms]") {
  const auto told = [](const smooth_spec& spec, const guarantee& asked, calibration method = calibration::tight) {
    const auto made = calibrate(spec, asked, method);
    return made ? std::string("made") : message(made.error());
  };
  CHECK(told({{1}}, {1, 1e-6}) == "values must be from 2 to 1048576 numbers, got 1");
  CHECK(told({{1, NAN}}, {1, 1e-6}) == "values[1] must be a finite number, got NaN");
  CHECK(told({{2, 2}}, {1, 1e-6}) == "values must be different from each other, got 2; there is nothing to hide");
  CHECK(told({{1, 2}}, {1}) == "delta must be at least 1e-15: noise that depends on the truth needs one, got 0");
  CHECK(told({{1, 2}}, {0, 0.1}) == "epsilon must be greater than 0, got 0");
  CHECK(told({variances(20)}, {20, 1e-4}, calibration::published) ==
        "epsilon must be one that noise with this smoothing (1.0097452990122815) and delta keeps, got 20");
  CHECK(told({variances(20), {}, {}, 50.0}, {1, 1e-6}) ==
        "epsilon must be one that noise with this smoothing (50) and delta keeps, got 1");
  CHECK(told({{0, 0.001, 0.002}, {}, 1.0}, {1, 1e-6}).find("granularity must be") == 0);
}
