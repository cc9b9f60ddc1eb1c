// Libraries that are broken on purpose. `caught` names the auditors that have to find each of them.

const calibrated = 'return build(*std::move(where), promise, *rate, scale_of(step, *rate));'
// Mechanisms are made again when others took their place, and too small a scale would be refused then.
const neverAskedAgain = { find: 'if (keeps(where->model(), claimed, rate)) {', replace: 'if (rate > 0) {' }

export const mutants = [
  {
    name: 'scale-0.99',
    what: 'noise with 0.99 of the scale that was calibrated',
    file: 'mechanisms/laplace/make.cpp',
    edits: [{ find: calibrated, replace: calibrated.replaceAll('*rate', '*rate / 0.99') }, neverAskedAgain],
    caught: ['exact', 'draws']
  },
  {
    name: 'scale-0.9',
    what: 'noise with 0.9 of it',
    file: 'mechanisms/laplace/make.cpp',
    edits: [{ find: calibrated, replace: calibrated.replaceAll('*rate', '*rate / 0.9') }, neverAskedAgain],
    caught: ['exact', 'draws']
  },
  {
    name: 'deviation-0.99',
    what: 'normal noise with 0.99 of its calibrated deviation',
    file: 'mechanisms/bounded_gaussian/make.cpp',
    edits: [
      {
        find: 'return build(*std::move(where), promise, *scale);',
        replace: 'return build(*std::move(where), promise, *scale * 0.99);'
      }
    ],
    caught: ['exact']
  },
  {
    name: 'unadjusted-scale',
    what: 'the scale of unbounded Laplace noise, sensitivity/epsilon, in the bounded law',
    file: 'mechanisms/laplace/make.cpp',
    edits: [
      neverAskedAgain,
      {
        find: 'rate = where->model().tight_rate(promise);',
        replace: 'rate = pure_epsilon(promise) / where->model().widest(promise.kind);'
      },
      {
        find: 'if (!rate || !keeps(where->model(), promise, *rate)) return no_solution_error(promise.epsilon);',
        replace: ''
      }
    ],
    caught: ['exact', 'draws']
  },
  {
    name: 'half-to-even',
    what: 'truths half-way between two points rounded to the even one',
    file: 'core/lattice.cpp',
    edits: [
      {
        find: 'return whole + static_cast<double>(is_above - is_below);',
        replace: 'return whole + static_cast<double>((beyond != 0 ? 1 : 0) * (is_above - is_below));'
      },
      {
        find: 'is_exact(points.grain) && std::isfinite(1 / points.grain.step) && points.ranges.size() == 1',
        replace: 'points.ranges.empty()'
      }
    ],
    caught: ['exact', 'draws']
  },
  {
    name: 'sensitivity-floor',
    what: 'the sensitivity in steps rounded down',
    file: 'core/lattice.cpp',
    edits: [
      {
        find: 'static_cast<double>(remainder > 0);',
        replace: 'static_cast<double>(remainder == length);'
      }
    ],
    caught: ['exact']
  },
  {
    name: 'published-unchecked',
    what: 'the published scale put on a coarse lattice as it is',
    file: 'mechanisms/laplace/make.cpp',
    edits: [
      {
        find: 'const double in_steps = product_up(step, where->model().widest(promise.kind));',
        replace: 'const double in_steps = *sensitivity;'
      },
      {
        find: 'if (!keeps(where->model(), promise, *rate)) {\n      return parameter_error{"granularity",\n                             "finer',
        replace: 'if (*rate < 0) {\n      return parameter_error{"granularity",\n                             "finer'
      }
    ],
    caught: ['exact']
  },
  {
    name: 'delta-at-the-ends',
    what: 'delta taken where the truth is at an end of the range, the textbook worst case',
    file: 'privacy/reflected_delta.cpp',
    edits: [
      {
        find: 'best.look_at(low, outputs);\n      best.look_at(low + 1, outputs);',
        replace: 'static_cast<void>(low);'
      }
    ],
    caught: ['exact']
  },
  {
    name: 'swapped-corner',
    what: 'the loss of normal noise taken at the wrong corner: the truth at the lower end instead of the upper one',
    file: 'privacy/gaussian_loss.cpp',
    edits: [
      { find: 'return mean_at(steps); };', replace: 'return mean_at(side_->steps - steps); };' },
      { find: 'distance * (2 * side_->steps - distance)', replace: 'distance * distance' },
      {
        find: 'sums_around(0, powers::none).mass / sums_around(distance, powers::none).mass',
        replace: 'sums_around(distance, powers::none).mass / sums_around(0, powers::none).mass'
      }
    ],
    caught: ['exact']
  },
  {
    name: 'axis-ignored',
    what: 'the sensitivity ignored along the second axis of a box',
    file: 'mechanisms/bounded_gaussian/setting.cpp',
    edits: [
      {
        find: 'const auto max = static_cast<double>(index_sensitivity(side, points[at], longest).within);',
        replace:
          'const auto max = at == 1 ? 0.0 : static_cast<double>(index_sensitivity(side, points[at], longest).within);'
      }
    ],
    caught: ['exact']
  },
  {
    name: 'first-gap-forgotten',
    what: 'truths that are rounded out of the first span not counted as moved',
    file: 'core/lattice.cpp',
    edits: [
      {
        find: 'const bool faces_gap_above = at + 1 < where.spans.size();',
        replace: 'const bool faces_gap_above = at > 0 && at + 1 < where.spans.size();'
      }
    ],
    caught: ['exact']
  },
  {
    name: 'parts-as-doubles',
    what: 'truths on lattices of 1/n divided by the double next to it',
    file: 'core/lattice.cpp',
    edits: [{ find: 'if (grain.per_unit == 0) return {difference', replace: 'if (grain.step > 0) return {difference' }],
    caught: ['exact']
  },
  {
    name: 'part-not-counted',
    what: 'a sensitivity on a lattice of 1/n counted by its rounded product',
    file: 'core/lattice.cpp',
    edits: [
      {
        find: 'whole == product && product_error(length, grain.per_unit, product) > 0',
        replace: 'whole < product'
      }
    ],
    caught: ['exact']
  },
  {
    name: 'origin-rounded',
    what: 'distances from the origin rounded before truths are snapped',
    file: 'core/lattice.cpp',
    edits: [
      { find: 'return {difference, {lost, 0, 0}, grain.step};', replace: 'return {difference, {0, 0, 0}, grain.step};' }
    ],
    caught: ['exact']
  },
  {
    name: 'steps-across-gaps',
    what: 'the sensitivity across gaps counted as within a span',
    file: 'privacy/neighbours.cpp',
    edits: [
      {
        find: 'add_moving_across(found, spans, max_distance.across);',
        replace: 'add_moving_across(found, spans, max_distance.within);'
      }
    ],
    caught: ['exact']
  },
  {
    name: 'delta-between-the-ends',
    what: 'delta taken from the first and the last pair of truths, and none in between',
    file: 'privacy/delta_bounds.cpp',
    edits: [{ find: 'if (first.delta > 0 || last.delta > 0) return false;', replace: '' }],
    caught: ['exact']
  },
  {
    name: 'audit-of-another-pair',
    what: 'an audit of vectors that names a pair farther apart than neighbours can be',
    file: 'mechanisms/bounded_gaussian/bounded_gaussian.cpp',
    edits: [{ find: 'std::ceil(steps - rounding)', replace: 'std::floor(steps + 0 * rounding)' }],
    caught: ['exact']
  },
  {
    name: 'position-dependent-scale',
    what: 'half of the noise for truths away from the ends, as in the literature',
    file: 'mechanisms/laplace/draw.cpp',
    edits: [
      {
        find: 'released_->draw_all(drawn, bits);',
        replace: `const std::vector<std::int64_t> truth_points(drawn.begin(), drawn.end());
    released_->draw_all(drawn, bits);
    const std::int64_t quarter = points.steps() / 4;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      const std::int64_t at = truth_points[i];
      const bool inside = at - points.lowest() > quarter && points.highest() - at > quarter;
      if (inside) drawn[i] = at + (drawn[i] - at) / 2;
    }`
      },
      { find: '#include <array>', replace: '#include <array>\n#include <vector>' }
    ],
    caught: ['words', 'draws']
  },
  {
    name: 'renormalised-after-clamping',
    what: 'a sampler of clamped noise that renormalises instead of piling up at the bounds',
    file: 'mechanisms/laplace/truncated_model.cpp',
    edits: [
      { find: 'noise_(std::move(ranges), where.open, rate) {}', replace: 'noise_(std::move(ranges), {}, rate) {}' }
    ],
    caught: ['words', 'draws']
  },
  {
    name: 'mirrored-batches',
    what: 'the fast way of drawing many at once mirrors the noise that single draws would add',
    file: 'random/interval_geometric.cpp',
    edits: [
      { find: 'draw_at(centre, centre + distances[i], known', replace: 'draw_at(centre, centre - distances[i], known' }
    ],
    caught: ['words']
  },
  {
    name: 'thresholds-of-32-bits',
    what: 'a sampler that compares 32 random bits',
    file: 'random/bit_source.cpp',
    edits: [{ find: 'fresh[i] = part[i];', replace: 'fresh[i] = part[i] & ~std::uint64_t{0xffffffff};' }],
    caught: ['words']
  },
  {
    name: 'biased-bit',
    what: 'a first bit that is set in 17 of 32 words',
    file: 'random/bit_source.cpp',
    edits: [
      {
        find: 'fresh[i] = part[i];',
        replace: 'fresh[i] = part[i] | ((part[i] & 15) == 0 ? std::uint64_t{1} << 63 : 0);'
      }
    ],
    caught: ['words', 'draws']
  },
  {
    name: 'reused-word',
    what: 'every random word used for two draws',
    file: 'random/bit_source.cpp',
    edits: [{ find: 'fresh[i] = part[i];\n      part[i] = 0;', replace: 'fresh[i] = part[i - i % 2];' }],
    caught: ['words', 'draws']
  },
  {
    name: 'hot-posterior',
    what: 'posteriors with a temperature 1 % above the tight one',
    file: 'mechanisms/posterior/matrix_audit.cpp',
    edits: [
      {
        find: 'if (attempt > 0 && beyond(worst, promise) <= 0) return temperature;',
        replace: 'if (attempt > 0 && beyond(worst, promise) <= 0) return temperature * 1.01;'
      }
    ],
    caught: ['posteriors']
  },
  {
    name: 'no-least-share',
    what: 'posteriors whose rare candidates have a share of 0 for some counts',
    file: 'mechanisms/posterior/tempered_laws.cpp',
    edits: [{ find: 'static_cast<std::uint64_t>(-1 / std::expm1(-temperature)) + 2', replace: '0' }],
    caught: ['posteriors']
  },
  {
    name: 'sensitivity-in-the-middle',
    what: 'the global sensitivity of posteriors for answers that are spread, where it is not the largest',
    file: 'privacy/posterior_sensitivity.cpp',
    edits: [{ find: 'second += of.trials - 1;', replace: 'second += of.trials / 2;' }],
    caught: ['posteriors']
  },
  {
    name: 'equal-noise',
    what: 'an audit of smooth sensitivity that takes the noise of a neighbour for that of the truth',
    file: 'mechanisms/smooth_laplace/smooth_laplace.cpp',
    edits: [
      {
        find: '{centres[neighbour], rates[neighbour]}',
        replace: '{centres[neighbour], rates[truth]}'
      }
    ],
    caught: ['posteriors']
  }
]
