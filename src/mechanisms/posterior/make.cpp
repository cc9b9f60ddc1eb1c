#include <cmath>
#include <limits>
#include <utility>

#include "core/checks.hpp"
#include "mechanisms/laplace/calibrate.hpp"
#include "mechanisms/posterior/calibrate.hpp"
#include "mechanisms/posterior/posterior.hpp"

// From what is asked to a mechanism that keeps it.

namespace inbounds {
namespace {

// Below this epsilon, the rounding of the laws to whole numbers would be a large part of it; below this delta, that of
// the audit.
constexpr double least_epsilon = 1e-9;
constexpr double least_delta = 1e-12;
constexpr double most_trials = std::numeric_limits<std::int32_t>::max();

/// With two categories, changing an answer moves the number of successes by one: noise for that is ClampedLaplace's.
const laplace_mechanism geometric{
    ends::clamped, [](const laplace_spec& /*spec*/, double sensitivity, const guarantee& asked) -> result<double> {
      return textbook_scale(sensitivity, asked);
    }};

bool is_counted(const posterior_spec& spec) {
  return spec.method == posterior_method::geometric && spec.prior.size() == 2;
}

objection check_prior(const std::vector<double>& prior) {
  if (prior.size() < 2) return fault{"prior", "at least two weights", static_cast<double>(prior.size())};
  for (std::size_t at = 0; at < prior.size(); ++at) {
    auto why = check_positive("prior", prior[at]);
    if (!why) why = check_within("prior", prior[at], 1e-9, 1e12);
    if (!why) continue;
    why->index = static_cast<int>(at);
    return why;
  }
  return {};
}

objection check_trials(const posterior_spec& spec) {
  const double trials = spec.trials;
  if (auto why = check_finite("trials", trials)) return why;
  if (trials != std::floor(trials) || trials < 1) return fault{"trials", "a whole number from 1 up", trials};
  if (is_counted(spec)) {
    if (trials <= most_trials) return {};
    return fault{"trials", "at most {0}", trials, {most_trials}};
  }
  const std::size_t categories = spec.prior.size();
  const auto limit = static_cast<double>(most_candidates(categories));
  const double candidates = count_vectors::how_many(categories, trials);
  if (std::round(candidates) <= limit) return {};
  if (categories == 2) {
    return fault{"trials", "at most {0} for this method", trials, {limit - 1}, "the method 'geometric' takes more"};
  }
  return fault{"trials",
               "so few that there are at most {0} candidates for this many categories",
               trials,
               {limit, candidates},
               "there would be {1}"};
}

objection check_spec(const posterior_spec& spec) {
  if (auto why = check_prior(spec.prior)) return why;
  if (auto why = check_trials(spec)) return why;
  if (!spec.smoothing) return {};
  if (spec.method == posterior_method::smooth) return check_within("smoothing", *spec.smoothing, 1e-6, 1e6);
  return fault{"smoothing", "left out, unless the method is 'smooth'", *spec.smoothing};
}

objection check_promise(const posterior_spec& spec, const guarantee& asked) {
  if (auto why = check_guarantee(asked)) return why;
  if (is_counted(spec)) return {};
  if (auto why = check_within("epsilon", asked.epsilon, least_epsilon, largest_epsilon)) return why;
  if (asked.delta == 0 || asked.delta >= least_delta) return {};
  return fault{"delta", "0 or at least {0}", asked.delta, {least_delta}};
}

laplace_spec counted_spec(const posterior_spec& spec) { return {*domain_of({0, spec.trials}), 1.0, 1.0}; }

result<posterior_noise> counted(const posterior_spec& spec, result<laplace_noise>&& made) {
  if (!made) {
    fault why = made.error();
    if (why.parameter == std::string_view("rate") || why.parameter == std::string_view("scale")) {
      why.parameter = "temperature";
    }
    return why;
  }
  const guarantee promised = made->promised;
  const double rate = made->rate;
  return posterior_noise{spec.prior, static_cast<std::int32_t>(spec.trials), spec.method, promised, rate, 0, {},
                         *std::move(made)};
}

/// A spec with its laws, at no temperature yet.
struct settled {
  const posterior_spec& spec;
  smoothing_rule smoothing;
  tempered_laws laws;
};

/// Where delta is promised, it is the logarithm that is smooth, by as much as leaves half of epsilon (Theorem A).
smoothing_rule smoothing_for(const posterior_spec& spec, const guarantee& asked) {
  if (spec.method != posterior_method::smooth) return {false, 0};
  if (asked.delta == 0) return {false, spec.smoothing.value_or(default_smoothing)};
  const double others = count_vectors::how_many(spec.prior.size(), spec.trials) - 1;
  return {true, spec.smoothing.value_or(std::log1p(asked.epsilon / (2 * std::log(others / asked.delta))))};
}

settled settle(const posterior_spec& spec, const guarantee& asked) {
  const smoothing_rule smoothing = smoothing_for(spec, asked);
  posteriors family(spec.prior, static_cast<std::int32_t>(spec.trials));
  return {spec, smoothing, tempered_laws(std::move(family), spec.method, smoothing)};
}

posterior_noise built(settled&& made, const guarantee& promised, double temperature) {
  const posterior_spec& spec = made.spec;
  return {spec.prior,  static_cast<std::int32_t>(spec.trials), spec.method,           promised,
          temperature, made.smoothing.step,                    std::move(made.laws), {}};
}

fault unsolved(double epsilon) {
  return {"epsilon", "a number for which the calibration converges", epsilon, {}, "please report this"};
}

/// As many as leave the exponent within the range of doubles.
objection check_temperature(double temperature) {
  if (auto why = check_positive("temperature", temperature)) return why;
  return check_within("temperature", temperature, 1e-10, 1e6);
}

}  // namespace

// An audit looks at every candidate for every pair of neighbours, of which there are as many lines as pairs of
// categories: this many take some seconds.
std::size_t most_candidates(std::size_t categories) {
  const double pairs = static_cast<double>(categories) * static_cast<double>(categories - 1) / 2;
  return static_cast<std::size_t>(4096 / std::sqrt(pairs));
}

result<posterior_noise> calibrate(const posterior_spec& spec, const guarantee& asked, calibration method) {
  if (auto why = check_spec(spec)) return *why;
  if (auto why = check_promise(spec, asked)) return *why;
  if (is_counted(spec)) return counted(spec, calibrate(geometric, counted_spec(spec), asked, method));
  settled made = settle(spec, asked);
  if (method == calibration::published) {
    const double temperature = made.laws.published_temperature(asked, made.smoothing);
    if (!(temperature > 0)) {
      return fault{"smoothing", "smaller: with this epsilon and delta, it leaves nothing", made.smoothing.step};
    }
    // The draft's own temperature for local sensitivity may be audited, and that is all.
    if (spec.method == posterior_method::local || keeps(made.laws, asked, temperature)) {
      return built(std::move(made), asked, temperature);
    }
    return fault{"epsilon",
                 "one that the published temperature ({0}) keeps",
                 asked.epsilon,
                 {temperature},
                 "use the tight calibration"};
  }
  const std::optional<double> temperature = tight_temperature(made.laws, asked);
  if (!temperature) return unsolved(asked.epsilon);
  return built(std::move(made), asked, *temperature);
}

result<posterior_noise> with_temperature(const posterior_spec& spec, double temperature) {
  if (auto why = check_spec(spec)) return *why;
  if (auto why = check_temperature(temperature)) return *why;
  // The loss of noise on the number of successes is its rate, which the audit rounds up.
  if (is_counted(spec)) return with_temperature(spec, {temperature * (1 + 0x1p-40)}, temperature);
  settled made = settle(spec, {temperature});
  const double loss = loss_at(made.laws, temperature);
  if (loss < least_epsilon) {
    return fault{"temperature", "large enough that epsilon is at least {0}", temperature, {least_epsilon}};
  }
  if (!(loss <= largest_epsilon)) {
    return fault{"temperature", "small enough that epsilon is at most {0}", temperature, {largest_epsilon}};
  }
  if (spec.method != posterior_method::local && !keeps(made.laws, {loss}, temperature)) return unsolved(loss);
  return built(std::move(made), {loss}, temperature);
}

result<posterior_noise> with_temperature(const posterior_spec& spec, const guarantee& claimed, double temperature) {
  result<posterior_noise> made = made_again(spec, claimed, temperature);
  if (!made || made->counted || made->method == posterior_method::local) return made;
  if (keeps(*made->laws, claimed, temperature)) return made;
  return fault{"temperature",
               "small enough for epsilon {0}",
               temperature,
               {claimed.epsilon, loss_at(*made->laws, temperature)},
               "it loses {1}"};
}

result<posterior_noise> made_again(const posterior_spec& spec, const guarantee& promised, double temperature) {
  if (auto why = check_spec(spec)) return *why;
  if (auto why = check_promise(spec, promised)) return *why;
  if (auto why = check_temperature(temperature)) return *why;
  if (is_counted(spec)) return counted(spec, with_rate(geometric, counted_spec(spec), promised, temperature));
  return built(settle(spec, promised), promised, temperature);
}

}  // namespace inbounds
