#include <emscripten.h>

#include <array>

#include "distributions/lattice_laplace.hpp"
#include "entropy.hpp"
#include "lattice_from.hpp"

// Raw exports, since a call through embind without `new Function` costs ten times as much. JavaScript has refused NaN
// before it calls.

namespace {

using inbounds::bindings::lattice_from;

// Truths go in and private values come out here, a block at a time; fixed, so that memory growth cannot move it.
std::array<double, 4096> block;

double draw_value(const inbounds::lattice& points, double rate, double truth) {
  const inbounds::lattice_laplace law{points.steps, snap(points, truth), rate};
  return points.value(draw(law, inbounds::bindings::module_bits()));
}

}  // namespace

extern "C" {

double inbounds_draw_bounded_laplace(double step, double per_unit, double first, double steps, double rate,
                                     double truth) {
  return draw_value(lattice_from(step, per_unit, first, steps), rate, truth);
}

double* inbounds_block() { return block.data(); }

int inbounds_block_size() { return static_cast<int>(block.size()); }

void inbounds_draw_bounded_laplace_block(double step, double per_unit, double first, double steps, double rate,
                                         int count) {
  const inbounds::lattice points = lattice_from(step, per_unit, first, steps);
  for (int at = 0; at < count; ++at) {
    double& value = block[static_cast<std::size_t>(at)];
    value = draw_value(points, rate, value);
  }
}

}  // extern "C"
