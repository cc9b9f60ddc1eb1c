#include <emscripten.h>

#include <array>
#include <span>

#include "entropy.hpp"
#include "lattice_from.hpp"
#include "mechanisms/bounded_laplace/draws.hpp"

// Raw exports, since a call through embind without `new Function` costs ten times as much. JavaScript has refused NaN
// before it calls.

namespace {

using inbounds::bounded_laplace_draws;
using inbounds::bindings::lattice_from;
using inbounds::bindings::module_bits;

// Truths go in and private values come out here, a block at a time; fixed, so that memory growth cannot move it.
std::array<double, 4096> block;

}  // namespace

extern "C" {

double inbounds_draw_bounded_laplace(double step, double per_unit, double first, double steps, double rate,
                                     double truth) {
  return bounded_laplace_draws(lattice_from(step, per_unit, first, steps), rate).draw(truth, module_bits());
}

double* inbounds_block() { return block.data(); }

int inbounds_block_size() { return static_cast<int>(block.size()); }

void inbounds_draw_bounded_laplace_block(double step, double per_unit, double first, double steps, double rate,
                                         int count) {
  const bounded_laplace_draws values(lattice_from(step, per_unit, first, steps), rate);
  values.draw_all(std::span(block).first(static_cast<std::size_t>(count)), module_bits());
}

}  // extern "C"
