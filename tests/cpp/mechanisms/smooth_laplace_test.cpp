#include "mechanisms/smooth_laplace/smooth_laplace.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "distributions/truncated_laplace.hpp"
#include "privacy/laplace_pair.hpp"
#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"
#include "support/precise.hpp"
#include "support/random.hpp"
#include "support/subnormal.hpp"
#include "support/vectors.hpp"

namespace smooth_laplace_test {

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

/// The masses of all whole numbers from -extent to extent, with 50 digits.
std::vector<precise> masses(const laplace_at& law, int extent) {
  std::vector<precise> found(static_cast<std::size_t>(2 * extent + 1));
  const precise fall = exp(-precise(law.rate));
  const int centre = static_cast<int>(law.centre);
  precise mass = tanh(precise(law.rate) / 2);
  for (int away = 0; away <= extent + std::abs(centre); ++away, mass *= fall) {
    for (const int y : {centre - away, centre + away}) {
      if (std::abs(y) <= extent) found[static_cast<std::size_t>(y + extent)] = mass;
    }
  }
  return found;
}

/// All outputs one by one.
precise brute_delta(const laplace_at& p, const laplace_at& q, double epsilon) {
  const int extent = static_cast<int>(60 / std::min(p.rate, q.rate)) + 50;
  const std::vector<precise> ps = masses(p, extent);
  const std::vector<precise> qs = masses(q, extent);
  const precise factor = exp(precise(epsilon));
  precise sum = 0;
  for (std::size_t at = 0; at < ps.size(); ++at) {
    const precise beyond = ps[at] - factor * qs[at];
    if (beyond > 0) sum += beyond;
  }
  return sum;
}

/// The same by the tails of both laws beyond every place where the loss crosses epsilon, which are at most one on each
/// side of each centre: P(A) - e^epsilon Q(A) for the set A between them, as a sum over three stretches.
precise exact_delta(const laplace_at& one, const laplace_at& two, double at_epsilon, bool points) {
  const precise p = one.rate;
  const precise q = two.rate;
  const precise m = abs(precise(two.centre) - precise(one.centre));
  const precise epsilon = at_epsilon;
  const precise next = points ? 1 : 0;
  const precise height = (points ? log(tanh(p / 2) / tanh(q / 2)) : log(p / q)) - epsilon;
  const auto tail = [&](const precise& rate, const precise& from) -> precise {
    return exp(-rate * from) / (points ? 1 + exp(-rate) : precise(2));
  };
  const auto gain = [&](const precise& p_away, const precise& q_away) -> precise {
    return tail(p, p_away) - exp(epsilon) * tail(q, q_away);
  };
  precise sum = 0;
  // Beyond a centre: the loss is value + slope * away, for all distances from `first` on.
  const auto beyond = [&](const precise& value, const precise& first, const precise& p_shift, const precise& q_shift) {
    const precise slope = q - p;
    const auto from = [&](const precise& away) { return gain(away + p_shift, away + q_shift); };
    if (slope == 0) {
      if (value > 0) sum += from(first);
      return;
    }
    const precise crossing = -value / slope;
    if (slope > 0) {
      sum += from(std::max(first, points ? precise(ceil(crossing)) : crossing));
    } else {
      const precise last = points ? precise(floor(crossing)) : crossing;
      if (last >= first) sum += from(first) - from(last + next);
    }
  };
  beyond(height + q * m, next, 0, m);
  if (m > 0) {
    const precise crossing = (height + q * m) / (p + q);
    const precise last = std::min(precise(m - next), points ? precise(floor(crossing)) : crossing);
    if (last >= 0) {
      sum += tail(p, 0) - tail(p, last + next) - exp(epsilon) * (tail(q, m - last) - tail(q, m + next));
    }
  }
  beyond(height - p * m, 0, m, 0);
  return std::max(precise(0), sum);
}

}  // namespace

// smooth_laplace/PROOF.md, Lemma 1
TEST_CASE("the dilation of Laplace noise and its divergences have the digits of the vectors", "[privacy]") {
  for (const auto& entry : file().at("dilation_exact").as_array()) {
    const double stretch = number(entry.at("lambda"));
    const double delta = delta_between({0, 1}, {0, std::exp(stretch)}, number(entry.at("eps2")), support::line);
    if (stretch > 0) {
      CHECK(dilation_delta(number(entry.at("eps2")), stretch) == Approx(number(entry.at("delta"))).epsilon(1e-11));
    }
    CHECK(delta == Approx(number(entry.at("delta"))).margin(1e-13).epsilon(1e-11));
  }
  for (const auto& entry : file().at("hockey_two_laplace").as_array()) {
    const laplace_at p{0, 1 / number(entry.at("b1"))};
    const laplace_at q{number(entry.at("m")), 1 / number(entry.at("b2"))};
    const double delta = delta_between(p, q, number(entry.at("eps")), support::line);
    CHECK(delta == Approx(number(entry.at("delta_p_over_q"))).margin(1e-13).epsilon(1e-11));
  }
}

// smooth_laplace/PROOF.md, Theorem 2
TEST_CASE("on points the divergence is the sum over all of them, never less", "[privacy]") {
  for (const double rate : {0.05, 0.5, 3.0}) {
    for (const double ratio : {0.8, 0.97, 1.0, 1.0 + 1e-9, 1.3}) {
      for (const double distance : {0., 1., -1., 7.}) {
        for (const double epsilon : {0., 0.1, 1., 4.}) {
          const laplace_at p{3, rate};
          const laplace_at q{3 + distance, rate * ratio};
          INFO(rate << " " << ratio << " " << distance << " " << epsilon);
          const double exact = static_cast<double>(brute_delta(p, q, epsilon));
          const double delta = delta_between(p, q, epsilon, support::points);
          CHECK(delta >= exact * (1 - 1e-15));
          CHECK(delta <= exact * (1 + 1e-9) + 1e-13);
        }
      }
    }
  }
}

// smooth_laplace/PROOF.md, Theorem C
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

// smooth_laplace/PROOF.md, Theorem C
TEST_CASE("wherever Theorem C holds, its noise passes the audit of all neighbours", "[mechanisms]") {
  std::mt19937_64 random(7);
  double max = 0;
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> values(2 + random() % 40);
    for (double& value : values) value = std::pow(10, -3 * test::uniform(random)) * (random() % 2 == 0 ? 1 : -1);
    const double epsilon = test::log_uniform(random, 0.1, 12);
    const double smoothing = epsilon / 2 * test::log_uniform(random, 0.05, 1);
    // Hardly more delta than the dilation needs, so that there is nothing to spare but what the theorem leaves.
    const double delta = dilation_delta(epsilon / 2, smoothing) * 1.001;
    if (delta < 1e-12) continue;
    INFO(values.size() << " values, epsilon " << epsilon << ", smoothing " << smoothing << ", delta " << delta);
    const auto noise = calibrate(smooth_spec{values, smoothing}, {epsilon, delta}, calibration::published);
    REQUIRE(noise);
    CHECK(noise->alpha == epsilon / 2);
    max = std::max(max, noise->audit_at(epsilon).delta / delta);
  }
  CHECK(max > 0.1);
}

TEST_CASE("the variance of a posterior: smooth sensitivities, published and tight noise", "[mechanisms]") {
  for (const auto& entry : file().at("variance_example").as_array()) {
    const std::vector<double> values = list(entry.at("f"));
    const guarantee promise{number(entry.at("eps")), number(entry.at("delta"))};
    const auto tight = calibrate(smooth_spec{values}, promise);
    const auto published = calibrate(smooth_spec{values}, promise, calibration::published);
    REQUIRE(tight);
    REQUIRE(published);
    CHECK(tight->smoothing == Approx(number(entry.at("beta"))).epsilon(1e-14));
    CHECK(published->alpha == promise.epsilon / 2);
    // The lattice is finer than a millionth of the noise, and its law that of the continuous one to as many digits.
    CHECK(tight->alpha == Approx(number(entry.at("alpha_star"))).epsilon(1e-6));
    CHECK(published->audit_at(promise.epsilon).delta == Approx(number(entry.at("exact_delta_nrs"))).epsilon(1e-5));
    CHECK(tight->audit_at(promise.epsilon).delta <= promise.delta);
    CHECK(tight->audit_at(promise.epsilon).delta == Approx(promise.delta).epsilon(1e-9));
    const std::vector<double> scales = list(entry.at("noise_scale_nrs"));
    for (std::size_t at = 0; at < scales.size(); ++at) {
      CHECK(published->step / published->rates[at] == Approx(scales[at]).epsilon(1e-5));
    }
    CHECK_FALSE(calibrate(smooth_spec{values}, promise, calibration::tight, tight->alpha * 1.001));
    CHECK(calibrate(smooth_spec{values}, promise, calibration::tight, tight->alpha)->rates == tight->rates);
  }
}

// The lattice is far finer than the noise, so outputs are counted in cells of equal length; the ends stand alone.
// smooth_laplace/PROOF.md, Proposition 4
TEST_CASE("what is released lies between the smallest and the largest value and has the law that is told",
          "[mechanisms]") {
  const auto noise = calibrate(smooth_spec{variances(12)}, guarantee{1, 1e-3});
  REQUIRE(noise);
  seeded_words words{5};
  bit_source bits{seeded_words::refill, &words};
  constexpr int cells = 20;
  for (const std::size_t count : {std::size_t{0}, std::size_t{3}, std::size_t{12}}) {
    const truncated_laplace family({{0, noise->steps}}, {true, true}, noise->rates[count], support::points);
    const laplace_law law{family, family.at(noise->centres[count])};
    std::vector<std::uint64_t> seen(cells + 2);
    constexpr int draws = 50000;
    const auto cell_of = [&](double point) {
      if (point == 0 || point == noise->steps) return point == 0 ? std::size_t{0} : std::size_t{cells + 1};
      return 1 + static_cast<std::size_t>(std::floor((point - 1) / (noise->steps - 1) * cells));
    };
    for (int at = 0; at < draws; ++at) {
      const double point = noise->release({static_cast<double>(count)}, bits)->front() / noise->step - noise->lowest;
      REQUIRE((point >= 0 && point <= noise->steps && point == std::floor(point)));
      ++seen.at(cell_of(point));
    }
    std::vector<double> expected{draws * density(law, 0)};
    for (int cell = 1; cell <= cells; ++cell) {
      const auto end_of = [&](int last) { return std::ceil(last / double{cells} * (noise->steps - 1)); };
      expected.push_back(draws * (cdf(law, end_of(cell)) - cdf(law, end_of(cell - 1))));
    }
    expected.push_back(draws * density(law, noise->steps));
    CHECK(test::chi_square_p_value(expected, seen) > test::alpha);
  }
}

// Every pair of neighbours, with 50 digits and closed sums: delta is never exceeded.
// smooth_laplace/PROOF.md, main theorem
TEST_CASE("the tight noise keeps delta, and no less noise does", "[mechanisms]") {
  for (const guarantee& promise :
       {guarantee{0.5, 1e-3}, guarantee{1, 1e-4}, guarantee{3, 0.01}, guarantee{0.1, 1e-9}}) {
    const auto noise = calibrate(smooth_spec{variances(8)}, promise);
    REQUIRE(noise);
    precise worst = 0;
    for (std::size_t at = 1; at < noise->centres.size(); ++at) {
      const auto law = [&](std::size_t count) { return laplace_at{noise->centres[count], noise->rates[count]}; };
      worst = std::max({worst, exact_delta(law(at), law(at - 1), promise.epsilon, true),
                        exact_delta(law(at - 1), law(at), promise.epsilon, true)});
    }
    CHECK(worst <= promise.delta);
    CHECK(worst >= promise.delta * (1 - 1e-5));  // but for the rounding that is added
  }
}

// Pairs at which a place may be taken for one on the other side of where the loss is epsilon: centres that are epsilon
// apart in units of the rate, and rates that hardly differ.
// smooth_laplace/PROOF.md, Proposition 3
TEST_CASE("the divergence of two Laplace laws is never below the one of 50 digits", "[privacy]") {
  std::mt19937_64 random(3);
  const auto between = [&](double low, double high) { return low + (high - low) * test::uniform(random); };
  for (int trial = 0; trial < 6000; ++trial) {
    const bool points = trial % 2 == 0;
    const double epsilon = std::exp(between(-9, 6));
    double rate = std::exp(between(-14, 4));
    double other = rate * (trial % 3 == 0 ? 1 : std::exp(between(-1, 1) * std::exp(between(-30, 0))));
    const double distance = std::round(epsilon * std::exp(between(-1, 1) * std::exp(between(-36, 0))) / other);
    if (trial % 4 < 2 && distance > 0) {
      other = epsilon / distance * (1 + between(-4, 4) * 1e-16);
      rate = other * std::exp(between(-1, 1) * std::exp(between(-36, -2)));
    }
    const laplace_at p{0, rate};
    const laplace_at q{distance, other};
    const precise exact = exact_delta(p, q, epsilon, points);
    const precise found = delta_between(p, q, epsilon, points ? support::points : support::line);
    INFO(trial << ": " << rate << " " << other << " " << distance << " " << epsilon);
    REQUIRE(found >= exact);
    REQUIRE(found <= exact * (1 + 1e-10) + 1e-11);
  }
}

TEST_CASE("no number in a draw with smooth sensitivity is subnormal, however far it is to the ends", "[mechanisms]") {
  seeded_words words{78};
  bit_source bits{seeded_words::refill, &words};
  std::vector<double> values(3000);
  for (std::size_t at = 0; at < values.size(); ++at) values[at] = static_cast<double>(at);
  const auto noise = calibrate(smooth_spec{values}, {1, 0.01});
  REQUIRE(noise);
  for (std::size_t count = 0; count < values.size(); ++count) {
    INFO("count " << count);
    REQUIRE_FALSE(test::meets_subnormals([&] { *noise->release({static_cast<double>(count)}, bits); }));
  }
}

TEST_CASE("bad input of the smooth Laplace is told in a sentence", "[mechanisms]") {
  const auto sentence = [](const smooth_spec& spec, const guarantee& promise, calibration method = calibration::tight) {
    const auto noise = calibrate(spec, promise, method);
    return noise ? std::string("made") : message(noise.error());
  };
  CHECK(sentence({{1}}, {1, 1e-6}) == "values must be from 2 to 65536 numbers, got 1");
  CHECK(sentence({{1, NAN}}, {1, 1e-6}) == "values[1] must be from -1e+290 to 1e+290, got NaN");
  CHECK(sentence({{2, 2}}, {1, 1e-6}) ==
        "values must be apart: with a sensitivity from 2.9802322387695312e-08 up, got 0");
  CHECK(sentence({{1, 2}}, {1}) == "delta must be from 1e-12 to 1, got 0");
  CHECK(sentence({{1, 2}}, {0, 0.1}) == "epsilon must be from 1e-06 to 40, got 0");
  CHECK(sentence({{1, 2}, 0.0}, {1, 0.1}) == "smoothing must be from 1e-09 to 100, got 0");
  const std::string none = "epsilon must be one that this calibration can keep, got ";
  CHECK(sentence({variances(20)}, {20, 1e-4}, calibration::published) == none + "20");
  CHECK(sentence({variances(20), 50.0}, {1, 1e-6}) == none + "1");
}

}  // namespace smooth_laplace_test
