// Erratum 4 of src/published/ERRATA.md, with the numbers that are printed there.

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "mechanisms/bounded_gaussian/bounded_gaussian.hpp"
#include "mechanisms/bounded_gaussian/setting.hpp"
#include "support/catch.hpp"
#include "support/exact_bell.hpp"
#include "support/random.hpp"

namespace chen_hale_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::exact_bell;
using inbounds::test::exact_bell_integral;
using inbounds::test::log_uniform;
using inbounds::test::precise;
using inbounds::test::uniform;

namespace {

/// ln C(q), up to a constant: the share of the noise around q that falls between 0 and the width.
precise log_share(const precise& q, const precise& width, const precise& variance) {
  const precise deviation = sqrt(variance);
  return log(exact_bell_integral(-q / deviation, (width - q) / deviation));
}

/// The loss of one pair at one output, by definition: exponent and normaliser.
struct parts {
  precise exponent;
  precise normaliser;
};
parts loss_of(const precise& q, const precise& other, const precise& z, const precise& width, const precise& variance) {
  return {(pow(z - other, 2) - pow(z - q, 2)) / (2 * variance),
          log_share(other, width, variance) - log_share(q, width, variance)};
}

/// Theorem 2.4 bounds the loss by the sum of these two.
parts published_bound(const precise& width, const precise& s, const precise& variance) {
  const precise c = s < width / 2 ? s : precise(width / 2);
  return {(width + s / 2) * s / variance, log_share(c, width, variance) - log_share(0, width, variance)};
}

precise published_variance(const precise& width, const precise& s, const precise& epsilon) {
  const precise start = (width + s / 2) * s / epsilon;
  const auto room = [&](const precise& variance) -> precise {
    const auto [exponent, normaliser] = published_bound(width, s, variance);
    return epsilon - exponent - normaliser;
  };
  return inbounds::test::bisect(room, start, 2 * start);
}

/// Of all pairs on a grid, at both ends: the loss falls or rises with the output.
precise find_worst(const precise& width, const precise& s, const precise& variance) {
  precise worst = 0;
  for (int k = 0; k <= 20; ++k) {
    for (int part = 1; part <= 4; ++part) {
      const precise c = s * part / 4;
      const precise q = (width - c) * k / 20;
      for (const auto& [one, other] : {std::pair<precise, precise>{q, q + c}, {q + c, q}}) {
        for (const precise& z : {precise(0), width}) {
          const auto [exponent, normaliser] = loss_of(one, other, z, width, variance);
          if (exponent + normaliser > worst) worst = exponent + normaliser;
        }
      }
    }
  }
  return worst;
}

box box_of_widths(const std::vector<double>& widths) {
  const auto answer = box_of(std::vector<double>(widths.size(), 0), widths);
  REQUIRE(answer);
  return *answer;
}

double variance_for(const gaussian_spec& spec, double epsilon, calibration method) {
  const auto scale = scale_for(spec, {epsilon}, method);
  REQUIRE(scale);
  return *scale * *scale;
}

double exact_loss(const box& where, double s, double variance) {
  return worst_loss(line_box(where, s), std::sqrt(variance)).loss;
}

}  // namespace

TEST_CASE("erratum 4: the published variance loses only a part of epsilon", "[published]") {
  struct setting {
    double width, s, epsilon, published, tight, loss;
  };
  for (const auto& [width, s, epsilon, published, tight, loss] :
       {setting{1, 1, 1, 1.6187, 0.5, 0.3089}, setting{1, 0.5, 1, 0.7365, 0.2821, 0.3577},
        setting{1, 0.1, 1, 0.13007, 0.07608, 0.5376}, setting{1, 0.1, 0.1, 1.4752, 0.5622, 0.03558},
        setting{1, 0.01, 1, 0.01085, 0.009215, 0.8434}, setting{120, 1, 0.5, 266.41, 216.17, 0.4009}}) {
    INFO("width " << width << ", sensitivity " << s << ", epsilon " << epsilon);
    const box where = box_of_widths({width});
    const precise variance = published_variance(width, s, epsilon);
    CHECK(static_cast<double>(variance) == Approx(published).epsilon(2e-4));
    CHECK(variance_for({where, s}, epsilon, calibration::published) ==
          Approx(static_cast<double>(variance)).epsilon(1e-12));
    const precise seen = find_worst(width, s, variance);
    CHECK(static_cast<double>(seen) == Approx(loss).epsilon(2e-4));
    CHECK(exact_loss(where, s, static_cast<double>(variance)) == Approx(static_cast<double>(seen)).epsilon(1e-12));
    const double enough = variance_for({where, s}, epsilon, calibration::tight);
    CHECK(enough == Approx(tight).epsilon(2e-4));
    CHECK(static_cast<double>(find_worst(width, s, enough)) == Approx(epsilon).epsilon(1e-11));
  }
}

TEST_CASE("erratum 4: for small epsilon, two thirds of epsilon are left unused", "[published]") {
  for (const double s : {0.01, 0.2, 0.5}) {
    const precise variance = published_variance(1, s, 1e-9);
    CHECK(static_cast<double>(find_worst(1, s, variance)) == Approx(1e-9 / 3).epsilon(1e-6));
  }
  CHECK(static_cast<double>(find_worst(1, 1, published_variance(1, 1, 1e-9))) == Approx(1e-9 * 4 / 13).epsilon(1e-6));
}

TEST_CASE("erratum 4: in the plane of Table 1, the published variance loses a third to two fifths", "[published]") {
  const box where = box_of_widths({10, 8});
  const double s = std::hypot(4, 2);
  std::mt19937_64 random(651);
  for (const auto& [epsilon, share] :
       {std::pair{0.1, 0.33575}, {0.5, 0.34539}, {1.0, 0.35740}, {2.0, 0.38101}, {3.0, 0.40371}}) {
    const double variance = variance_for({where, s}, epsilon, calibration::published);
    const double loss = exact_loss(where, s, variance);
    INFO("epsilon " << epsilon << ", loss " << loss);
    CHECK(loss / epsilon == Approx(share).epsilon(2e-5));
    // By the definition, one coordinate after the other: the upper corner and the truths around it.
    precise largest = 0;
    for (int degrees = 0; degrees <= 90; ++degrees) {
      const double angle = degrees * 0.01745329252;
      precise seen = 0;
      for (const auto& [width, c] : {std::pair{10.0, s * std::cos(angle)}, {8.0, s * std::sin(angle)}}) {
        const auto [exponent, normaliser] = loss_of(width - c, width, 0, width, variance);
        seen += exponent + normaliser;
      }
      if (seen > largest) largest = seen;
    }
    CHECK(static_cast<double>(largest) == Approx(loss).epsilon(1e-4));
    // No other pair, at any corner, has more.
    for (int trial = 0; trial < 100; ++trial) {
      const double angle = uniform(random) * 6.2831853;
      precise seen = 0;
      for (const auto& [width, c] : {std::pair{10.0, s * std::cos(angle)}, {8.0, s * std::sin(angle)}}) {
        const double q = std::max(0.0, -c) + (width - std::fabs(c)) * uniform(random);
        const auto [exponent, normaliser] = loss_of(q, q + c, c > 0 ? 0 : width, width, variance);
        seen += exponent + normaliser;
      }
      REQUIRE(seen <= loss);
    }
  }
}

TEST_CASE("erratum 4: the worst exponent is that of a neighbour outside the domain", "[published]") {
  for (const auto& [width, s] : {std::pair{1.0, 1.0}, {1.0, 0.3}, {5.0, 0.01}}) {
    const precise variance = 0.7;
    precise largest = 0;
    for (int k = 0; k <= 50; ++k) {
      for (int part = 0; part <= 20; ++part) {
        const precise c = precise(s) * part / 20;
        const precise q = (width - c) * k / 50;
        const precise exponent = loss_of(q, q + c, 0, width, variance).exponent;
        if (exponent > largest) largest = exponent;
      }
    }
    const precise inside = (width - precise(s) / 2) * s / variance;
    CHECK(static_cast<double>(largest / inside) == Approx(1).epsilon(1e-14));
    // The truth at the upper end, and the neighbour beyond it:
    const precise outside = (pow(width + precise(s), 2) - pow(precise(width), 2)) / (2 * variance);
    CHECK(static_cast<double>(outside / published_bound(width, s, variance).exponent) == Approx(1).epsilon(1e-14));
  }
}

TEST_CASE("erratum 4: where the exponent is worst the normaliser helps, and the reverse", "[published]") {
  std::mt19937_64 random(652);
  for (int trial = 0; trial < 200; ++trial) {
    const double s = log_uniform(random, 1e-3, 1);
    const double variance = log_uniform(random, 1e-4, 1e3);
    INFO("sensitivity " << s << ", variance " << variance);
    // the truth 1 - s and its neighbour 1, at the output 0
    CHECK(loss_of(1 - precise(s), 1, 0, 1, variance).normaliser <= 1e-40);
    // the truth 0 and its neighbour c, where the ratio of normalisers is largest
    const double c = std::min(s, 0.5);
    const auto [exponent, normaliser] = loss_of(0, c, 0, 1, variance);
    CHECK(abs(normaliser - published_bound(1, s, variance).normaliser) < 1e-40);
    CHECK(exponent <= precise(c) * c / (2 * variance) * (1 + 1e-40));
  }
  // epsilon 1, sensitivity 0.1 on [0, 1], at the published variance:
  const precise variance = published_variance(1, 0.1, 1);
  CHECK(static_cast<double>(published_bound(1, 0.1, variance).exponent) == Approx(0.8072).epsilon(2e-4));
  CHECK(static_cast<double>(published_bound(1, 0.1, variance).normaliser) == Approx(0.1928).epsilon(5e-4));
  CHECK(static_cast<double>(loss_of(0.9, 1, 0, 1, variance).exponent) == Approx(0.7304).epsilon(2e-4));
  CHECK(static_cast<double>(loss_of(0.9, 1, 0, 1, variance).normaliser) == Approx(-0.1928).epsilon(5e-4));
}

TEST_CASE("erratum 4: (|D| - s/2) s/epsilon is private, and less than where the algorithms begin", "[published]") {
  std::mt19937_64 random(653);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> widths(1 + random() % 4);
    for (double& width : widths) width = log_uniform(random, 0.1, 100);
    const box where = box_of_widths(widths);
    double squares = 0;
    for (const double width : widths) squares += width * width;
    const double diagonal = std::sqrt(squares);
    const double s = diagonal * log_uniform(random, 1e-3, 1);
    const double epsilon = log_uniform(random, 1e-3, 20);
    INFO(widths.size() << " sides, sensitivity " << s << ", epsilon " << epsilon);
    const double closed = (diagonal - s / 2) * s / epsilon;
    REQUIRE(exact_loss(where, s, closed) <= epsilon * (1 + 1e-12));
    REQUIRE(closed < (diagonal + s / 2) * s / epsilon);
    REQUIRE((diagonal + s / 2) * s / epsilon < variance_for({where, s}, epsilon, calibration::published));
  }
  // If all truths are neighbours it is the least.
  for (const std::vector<double>& widths : {std::vector<double>{2}, {3, 4}}) {
    const box where = box_of_widths(widths);
    const double s = widths.size() == 1 ? 2 : 5;
    CHECK(variance_for({where, s}, 0.7, calibration::tight) == Approx(s * s / 2 / 0.7).epsilon(1e-12));
  }
}

TEST_CASE("erratum 4: as printed, (2.2) and (3.3) accept variances that lose a hundred times epsilon", "[published]") {
  // Where ln Delta C is above epsilon, the right-hand side is negative, and every variance is above it.
  const precise variance = 0.01;
  const auto [exponent, normaliser] = published_bound(1, 1, variance);
  const precise right = exponent * variance / (0.5 - normaliser);
  CHECK(static_cast<double>(right) == Approx(-7.766).epsilon(1e-3));
  CHECK(static_cast<double>(find_worst(1, 1, variance)) == Approx(50).epsilon(1e-12));
  // In the plane of Table 1, epsilon 1, deviation 0.5: a place inside (3.2) makes the logarithm 2 ln 2 > 1 already.
  const precise both = log_share(3, 10, 0.25) + log_share(3, 8, 0.25) - log_share(0, 10, 0.25) - log_share(0, 8, 0.25);
  CHECK(static_cast<double>(both) == Approx(2 * std::log(2)).epsilon(1e-8));
  CHECK(exact_loss(box_of_widths({10, 8}), std::hypot(4, 2), 0.25) == Approx(187.7).epsilon(1e-4));
}

TEST_CASE("a remark: the objective of (3.2) is not concave; its logarithm is", "[published]") {
  // Two sides of ten deviations each, along the diagonal.
  const auto objective = [](double c) {
    return static_cast<double>(exp(2 * (log_share(c, 10, 1) - log_share(0, 10, 1))));
  };
  CHECK(objective(0) == 1);
  CHECK(objective(0.25) == Approx(1.4338).epsilon(1e-4));
  CHECK((objective(0) + objective(0.5)) / 2 == Approx(1.4562).epsilon(1e-4));  // more than halfway between
  std::mt19937_64 random(654);
  for (int trial = 0; trial < 200; ++trial) {
    const double width = log_uniform(random, 0.01, 20);
    const precise a = width * uniform(random);
    const precise b = width * uniform(random);
    const precise between = log_share(a / 2 + b / 2, width, 1);
    CHECK(between >= (log_share(a, width, 1) + log_share(b, width, 1)) / 2);
  }
}

TEST_CASE("a remark: slips in the appendices that change no result", "[published]") {
  // F: the derivative of Delta C, as printed, is that divided by sigma.
  const precise width = 2;
  const precise c = 0.5;
  const precise sigma = 0.7;
  const precise v = sigma * sigma;
  const auto ratio = [&](const precise& at) -> precise {
    return exp(log_share(c, width, at * at) - log_share(0, width, at * at));
  };
  const precise step = 1e-15;
  const precise derivative = (ratio(sigma + step) - ratio(sigma - step)) / (2 * step);
  const precise p6 = sigma * exact_bell_integral(0, width / sigma);
  const precise beta_1 = (-exact_bell((width - c) / sigma) * (width - c) - exact_bell(c / sigma) * c) / (v * p6);
  const precise beta_2 = exact_bell(width / sigma) * width / v * ratio(sigma) / p6;
  CHECK(static_cast<double>(derivative) == Approx(-0.79773).epsilon(1e-5));
  CHECK(static_cast<double>(beta_1 + beta_2) == Approx(-1.13961).epsilon(1e-5));
  CHECK(static_cast<double>((beta_1 + beta_2) * sigma / derivative) == Approx(1).epsilon(1e-14));
  // C: that 2 x c + c^2 is at most 2 x s + s^2 needs x >= -s/2, and x = q - z may be less.
  CHECK(2 * -1.0 * 0.1 + 0.1 * 0.1 > 2 * -1.0 * 1 + 1 * 1);
}

}  // namespace chen_hale_test
