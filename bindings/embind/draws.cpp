#include <emscripten.h>

#include <array>
#include <span>

#include "entropy.hpp"
#include "memory.hpp"

// Raw exports, since a call through embind without `new Function` costs ten times as much. JavaScript has refused NaN
// and truths in a gap before it calls.

namespace {

using namespace inbounds::bindings;

// Truths go in and private values come out here, a block at a time; fixed, so that memory growth cannot move it.
std::array<double, 4096> block;

}  // namespace

extern "C" {

double inbounds_draw(int slot, double truth) {
  in_slot(slot).draw_all({&truth, 1}, module_bits());
  return truth;
}

double* inbounds_block() { return block.data(); }

int inbounds_block_size() { return static_cast<int>(block.size()); }

void inbounds_draw_block(int slot, int count) {
  in_slot(slot).draw_all(std::span(block).first(static_cast<std::size_t>(count)), module_bits());
}

/// Vectors, one after the other; the first number is the coordinate along `first_side`.
void inbounds_draw_vectors(int slot, int count, int first_side) {
  in_slot(slot).draw_all(std::span(block).first(static_cast<std::size_t>(count)), module_bits(),
                         static_cast<std::size_t>(first_side));
}

}  // extern "C"
