#include "mechanisms/registry.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "mechanisms/bounded_gaussian/bounded_gaussian.hpp"
#include "mechanisms/gaussian_cases.hpp"
#include "mechanisms/posterior/posterior.hpp"
#include "mechanisms/reflected_laplace/reflected_laplace.hpp"
#include "mechanisms/smooth_laplace/smooth_laplace.hpp"
#include "random/seeded_source.hpp"
#include "support/catch.hpp"

namespace registry_test {

using namespace inbounds;
using test::refusal;

namespace {

/// One that every kind can read something in.
request for_all() {
  request promise;
  promise.epsilon = 1;
  promise.delta = 1e-3;
  promise.lower = {0};
  promise.upper = {10};
  promise.sensitivity = 2;
  promise.granularity = {0.5};
  promise.prior = {1, 2};
  promise.trials = 12;
  promise.values = {1, 4, 6, 9};
  return promise;
}

std::string refused(std::string_view name, const request& options) { return refusal(make(name, options)); }

}  // namespace

TEST_CASE("the registry makes what the kinds make by themselves", "[mechanisms]") {
  const guarantee promised{1, 1e-3};
  const laplace_spec interval{*domain_of({0, 10}), 2.0, 0.5};
  const std::pair<const char*, const laplace_kind*> kinds[] = {{"ReflectedLaplace", &reflected_laplace},
                                                               {"BoundedLaplace", &bounded_laplace},
                                                               {"ClampedLaplace", &clamped_laplace}};
  for (const auto& [name, kind] : kinds) {
    INFO(name);
    CHECK((*make(name, for_all()))->describe().rate == calibrate(*kind, interval, promised)->rate);
    CHECK(*scale_for(name, for_all()) == *scale_for(*kind, interval, promised));
  }
  const auto box = test::box_spec({0}, {10}, 2, {0.5});
  CHECK((*make("BoundedGaussian", for_all()))->describe().scale == calibrate(box, promised)->scale);
  CHECK(*scale_for("BoundedGaussian", for_all()) == *scale_for(box, promised));
  for (const char* name : {"BetaPosterior", "DirichletPosterior"}) {
    const auto same = calibrate(posterior_spec{{1, 2}, 12, posterior_method::geometric}, promised);
    CHECK((*make(name, for_all()))->describe().temperature == same->temperature);
  }
  CHECK((*make("SmoothLaplace", for_all()))->describe().alpha == calibrate(smooth_spec{{1, 4, 6, 9}}, promised)->alpha);
}

TEST_CASE("every mechanism is made again from what it says of itself", "[mechanisms]") {
  for (const maker& each : registry()) {
    INFO(each.name);
    const auto first = make(each.name, for_all());
    REQUIRE(first);
    const description shown = (*first)->describe();
    request again = for_all();
    again.from = basis::record;
    again.epsilon = shown.promised.epsilon;
    again.delta = shown.promised.delta;
    again.scale = shown.scale;
    again.rate = shown.rate;
    again.temperature = shown.temperature;
    again.alpha = shown.alpha;
    const auto second = make(each.name, again);
    REQUIRE(second);
    const description same = (*second)->describe();
    CHECK(same.scale == shown.scale);
    CHECK(same.rate == shown.rate);
    CHECK(same.temperature == shown.temperature);
    CHECK(same.rates == shown.rates);
  }
}

TEST_CASE("what a request lacks is told in a sentence", "[mechanisms]") {
  CHECK(refused("Laplace", for_all()) == "mechanism must be the name of one, got another word");
  CHECK(refusal(scale_for("BetaPosterior", for_all())) ==
        "mechanism must be one whose noise has a scale, got one on counts");
  request promise = for_all();
  promise.from = basis::record;
  CHECK(refused("ReflectedLaplace", promise) == "rate must be given, got NaN");
  CHECK(refused("BoundedGaussian", promise) == "scale must be given, got NaN");
  CHECK(refused("BetaPosterior", promise) == "temperature must be given, got NaN");
  CHECK(refused("SmoothLaplace", promise) == "alpha must be given, got NaN");
  promise.from = basis::given;
  CHECK(refused("ClampedLaplace", promise) == "scale must be given, got NaN");
  promise = for_all();
  promise.lower = {0, 0};
  CHECK(refused("BoundedLaplace", promise) == "lower must be a single number, got 2");
  promise = for_all();
  promise.upper = {};
  CHECK(refused("BoundedLaplace", promise) == "upper must be a single number, got 0");
  promise = for_all();
  promise.granularity = {1, 2};
  CHECK(refused("BoundedLaplace", promise) == "granularity must be a single number, got 2");
  for (const maker& each : registry()) CHECK_FALSE(each.make({}));
}

TEST_CASE("whatever a mechanism is not for it refuses, and leaves no truth", "[mechanisms]") {
  seeded_words words{5};
  bit_source bits{&seeded_words::refill, &words};
  const std::string question = "question must be one that this mechanism answers, got one about ";
  for (const maker& each : registry()) {
    INFO(each.name);
    const auto noise = *make(each.name, for_all());
    const std::size_t beyond = noise->sides();
    CHECK(refusal(noise->along(beyond)) == question + "numbers");
    CHECK_FALSE(noise->law_at(1, beyond));
    CHECK_FALSE(noise->continuous_law_at(1, beyond));
    CHECK_FALSE(noise->cosine_left(beyond, 0.5));
    CHECK(noise->check_truth(1, beyond));
    if (beyond > 0) {
      CHECK(refusal(noise->on_counts()) == question + "counts");
      CHECK(noise->check_counts({1}));
      CHECK_FALSE(noise->probabilities({1}));
      CHECK_FALSE(noise->expected_distance({1}));
      CHECK_FALSE(noise->release({1}, bits));
    } else {
      CHECK(refusal(noise->epsilon_of({}, 0)) == question + "other scales");
      CHECK(refusal(noise->delta_of(1, 1)) == question + "other deltas");
      CHECK_FALSE(noise->release({1, 2, 3}, bits));
      std::vector<double> truths{1, 2};
      noise->draw_all(truths, bits);
      CHECK((std::isnan(truths[0]) && std::isnan(truths[1])));
      CHECK(refusal(noise->privatise(1, bits)) == question + "numbers");
    }
  }
}

}  // namespace registry_test
