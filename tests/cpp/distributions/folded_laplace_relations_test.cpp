#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "distributions/folded_laplace.hpp"
#include "support/catch.hpp"

// Relations between the answers about one law, and between laws that are shifted, scaled or mirrored.

using namespace inbounds;
using Catch::Approx;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct folded_case {
  std::vector<span> spans;
  open_ends open;
  double rate;
  support on;

  folded_laplace family() const { return {spans, open, rate, on}; }
  bool is_bounded() const { return std::isfinite(spans.front().lower) && std::isfinite(spans.back().upper); }
};

const std::vector<folded_case>& cases() {
  static const std::vector<folded_case> all = [] {
    std::vector<folded_case> found;
    for (const double rate : {1e-6, 0.03, 0.4, 5.0, 90.0}) {
      for (const open_ends open :
           {open_ends{}, open_ends{true, false}, open_ends{false, true}, open_ends{true, true}}) {
        found.push_back({{{-3, 9}}, open, rate, support::points});
        found.push_back({{{0, 0}, {7, 7}}, open, rate, support::points});
        found.push_back({{{-7, -5}, {-2, -2}, {14, 18}}, open, rate, support::points});
      }
      found.push_back({{{-2, 5}}, {}, rate, support::line});
      found.push_back({{{-2, -1}, {0.5, 0.75}}, {}, rate, support::line});
      found.push_back({{{-9, -8.5}, {-2, -1}, {0.5, 0.75}, {3, 5}, {5.001, 6}}, {}, rate, support::line});
      found.push_back({{{1, infinity}}, {false, true}, rate, support::line});
      found.push_back({{{-infinity, -3}, {1, 2}, {4, infinity}}, {true, true}, rate, support::line});
    }
    return found;
  }();
  return all;
}

/// Truths at the ends, between them and in gaps; and numbers to ask about.
std::vector<double> truths_of(const folded_case& one) {
  std::vector<double> found;
  for (std::size_t at = 0; at < one.spans.size(); ++at) {
    const auto [lower, upper] = one.spans[at];
    for (const double end : {lower, upper}) {
      if (std::isfinite(end)) found.push_back(end);
    }
    if (std::isfinite(upper - lower)) found.push_back(lower + 0.3 * (upper - lower));
    if (at > 0) found.push_back(one.spans[at - 1].upper + 0.6 * (lower - one.spans[at - 1].upper));
  }
  if (one.on == support::points) std::for_each(found.begin(), found.end(), [](double& q) { q = std::floor(q); });
  return found;
}

std::vector<double> places_of(const folded_case& one) {
  std::vector<double> found = truths_of(one);
  for (const double q : truths_of(one)) {
    for (const double away : {-3.0, -0.2, 0.7, 11.0})
      found.push_back(one.on == support::points ? q + std::round(away) : q + away / one.rate);
  }
  return found;
}

bool is_feasible(const folded_case& one, double y) {
  if (one.on == support::points && y != std::floor(y)) return false;
  return std::any_of(one.spans.begin(), one.spans.end(),
                     [&](const span& each) { return y >= each.lower && y <= each.upper; });
}

folded_case changed(folded_case one, double scale, double shift) {
  for (auto& [lower, upper] : one.spans) {
    lower = lower * scale + shift;
    upper = upper * scale + shift;
  }
  one.rate /= scale;
  return one;
}

folded_case mirrored(const folded_case& one) {
  folded_case image{{}, {one.open.above, one.open.below}, one.rate, one.on};
  for (auto each = one.spans.rbegin(); each != one.spans.rend(); ++each)
    image.spans.push_back({-each->upper, -each->lower});
  return image;
}

}  // namespace

TEST_CASE("cdf and survival of a folded law make up one, and the cdf never falls", "[distributions]") {
  for (const folded_case& one : cases()) {
    const folded_laplace family = one.family();
    std::vector<double> places = places_of(one);
    std::sort(places.begin(), places.end());
    for (const double q : truths_of(one)) {
      const folded_law law{family, q};
      double before = 0;
      for (const double y : places) {
        INFO("rate " << one.rate << ", truth " << q << ", y " << y << ", " << one.spans.size() << " spans");
        REQUIRE(cdf(law, y) + survival(law, y) == Approx(1).epsilon(2e-14));
        REQUIRE(cdf(law, y) >= before * (1 - 1e-14));
        before = cdf(law, y);
        REQUIRE(cdf(law, y) <= 1);
        REQUIRE(density(law, y) == std::exp(log_density(law, y)));
        REQUIRE((density(law, y) > 0 || !is_feasible(one, y) || log_density(law, y) < -600));
        if (!is_feasible(one, y)) REQUIRE(density(law, y) == 0);
      }
    }
  }
}

// reflected_laplace/PROOF.md, Theorem 5
TEST_CASE("folded noise is noise of a larger rate, after which more is added with some probability",
          "[distributions]") {
  for (const double last : {1.0, 4.0, 17.0}) {
    for (const double more : {0.01, 0.3, 2.0, 9.0}) {
      for (const double less : {0.5 * more, 0.9 * more}) {
        const folded_laplace quick({{0, last}}, {}, more, support::points);
        const folded_laplace slow({{0, last}}, {}, less, support::points);
        // beta = 1/(cosh(rate) - 1) = 1/(2 sinh^2(rate/2)), and beta_1/beta_2 is the share that gets no more.
        const double kept = std::pow(std::sinh(less / 2) / std::sinh(more / 2), 2);
        for (double truth = 0; truth <= last; ++truth) {
          for (double y = 0; y <= last; ++y) {
            double twice = 0;
            for (double between = 0; between <= last; ++between)
              twice += density({quick, truth}, between) * density({slow, between}, y);
            INFO("rates " << more << " and " << less << ", truth " << truth << ", output " << y);
            REQUIRE(density({slow, truth}, y) ==
                    Approx(kept * density({quick, truth}, y) + (1 - kept) * twice).epsilon(1e-12));
          }
        }
      }
    }
  }
}

TEST_CASE("the density of a folded law adds up to its cdf", "[distributions]") {
  using boost::math::quadrature::gauss_kronrod;
  for (const folded_case& one : cases()) {
    const folded_laplace family = one.family();
    for (const double q : truths_of(one)) {
      const folded_law law{family, q};
      INFO("rate " << one.rate << ", truth " << q << ", " << one.spans.size() << " spans");
      double sum = 0;
      for (const auto& [lower, upper] : one.spans) {
        if (one.on == support::points) {
          for (double y = lower; y <= upper; ++y) sum += density(law, y);
          REQUIRE(sum == Approx(cdf(law, upper)).epsilon(1e-13).margin(1e-300));
          continue;
        }
        if (!one.is_bounded() || one.rate > 10) continue;
        // In hundreds of pieces: the density has a kink at the truth, and a step wherever a fold of a gap ends.
        constexpr int parts = 400;
        for (int part = 0; part < parts; ++part) {
          const double from = lower + (upper - lower) * part / parts;
          const double to = lower + (upper - lower) * (part + 1) / parts;
          sum += gauss_kronrod<double, 15>::integrate([&](double y) { return density(law, y); }, from, to, 0);
        }
        REQUIRE(sum == Approx(cdf(law, upper)).epsilon(1e-3));
      }
      if (one.on == support::points) REQUIRE(sum == Approx(1).epsilon(1e-13));
    }
  }
}

TEST_CASE("on points, the quantile of a folded law is the first feasible point whose cdf reaches it",
          "[distributions]") {
  for (const folded_case& one : cases()) {
    if (one.on != support::points) continue;
    const folded_laplace family = one.family();
    for (const double q : truths_of(one)) {
      const folded_law law{family, q};
      for (const double p : {1e-300, 1e-20, 1e-9, 0.2, 0.5, 0.51, 0.99, 1 - 1e-9}) {
        const double y = quantile(law, p);
        INFO("rate " << one.rate << ", truth " << q << ", p " << p << ", y " << y << ", " << one.spans.size()
                     << " spans");
        REQUIRE(is_feasible(one, y));
        if (p <= 0.5) {
          REQUIRE(cdf(law, y) >= p);
          REQUIRE((y == family.lowest() || cdf(law, y - 1) < p));
        } else {
          REQUIRE(survival(law, y) <= (1 - p) * (1 + 1e-12));
          REQUIRE((y == family.lowest() || survival(law, y - 1) >= (1 - p) * (1 - 1e-12)));
        }
      }
      REQUIRE(quantile(law, 0) == family.lowest());
      REQUIRE(quantile(law, 1) == family.highest());
    }
  }
}

TEST_CASE("on the line, the quantile of a folded law inverts its cdf in both tails", "[distributions]") {
  for (const folded_case& one : cases()) {
    if (one.on != support::line) continue;
    const folded_laplace family = one.family();
    for (const double q : truths_of(one)) {
      const folded_law law{family, q};
      double before = -infinity;
      for (const double p : {1e-300, 1e-20, 1e-9, 0.2, 0.5, 0.51, 0.99, 1 - 1e-9}) {
        const double y = quantile(law, p);
        INFO("rate " << one.rate << ", truth " << q << ", p " << p << ", y " << y << ", " << one.spans.size()
                     << " spans");
        REQUIRE(is_feasible(one, y));
        REQUIRE(y >= before);
        before = y;
        // Where y is an end, the cdf may jump over p; elsewhere the last places of y decide.
        const double rounding = 0x1p-50 * std::max(std::fabs(y), std::fabs(q));
        if (p <= 0.5) {
          REQUIRE(cdf(law, y + rounding) >= p * (1 - 1e-12));
          REQUIRE((y == family.lowest() || cdf(law, y - rounding - 1e-300) <= p * (1 + 1e-12)));
        } else {
          REQUIRE(survival(law, y + rounding) <= (1 - p) * (1 + 1e-12));
          REQUIRE((y == family.lowest() || survival(law, y - rounding - 1e-300) >= (1 - p) * (1 - 1e-12)));
        }
      }
      REQUIRE(quantile(law, 0) == family.lowest());
      REQUIRE(quantile(law, 1) == family.highest());
    }
  }
}

TEST_CASE("shifted, scaled and mirrored folded laws have the same answers", "[distributions]") {
  for (const folded_case& one : cases()) {
    const folded_laplace family = one.family();
    const double scale = one.on == support::points ? 1 : 0x1p-7;
    const folded_laplace moved = changed(one, scale, 64).family();
    const folded_laplace image = mirrored(one).family();
    // On points, the one in the middle of a gap goes down, also in the mirror image: only odd gaps have one.
    const bool symmetric = one.on == support::line || one.spans.size() == 1;
    for (const double q : truths_of(one)) {
      const folded_law law{family, q};
      const folded_law law_moved{moved, q * scale + 64};
      const folded_law law_image{image, -q};
      INFO("rate " << one.rate << ", truth " << q << ", " << one.spans.size() << " spans");
      const moments own = moments_of(law);
      const double spread = std::sqrt(own.variance + own.bias * own.bias);
      REQUIRE(moments_of(law_moved).variance == Approx(own.variance * scale * scale).epsilon(1e-9).margin(1e-250));
      REQUIRE(moments_of(law_moved).bias == Approx(own.bias * scale).epsilon(1e-9).margin(1e-11 * spread * scale));
      if (symmetric) {
        REQUIRE(moments_of(law_image).variance == Approx(own.variance).epsilon(1e-11).margin(1e-250));
        REQUIRE(moments_of(law_image).bias == Approx(-own.bias).epsilon(1e-11).margin(1e-13 * spread));
      }
      for (const double y : places_of(one)) {
        INFO("y " << y);
        if (!is_feasible(one, y)) continue;
        if (!is_feasible(changed(one, scale, 64), y * scale + 64)) continue;  // rounding
        REQUIRE(density(law_moved, y * scale + 64) * scale == Approx(density(law, y)).epsilon(1e-9).margin(1e-290));
        if (!symmetric) continue;
        REQUIRE(density(law_image, -y) == Approx(density(law, y)).epsilon(1e-12).margin(1e-290));
        const double up_to = one.on == support::points ? cdf(law_image, -y - 1) : cdf(law_image, -y);
        REQUIRE(up_to == Approx(survival(law, y)).epsilon(1e-12).margin(1e-290));
      }
    }
  }
}
