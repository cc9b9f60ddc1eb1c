#pragma once

#include <vector>

#include "core/span.hpp"

namespace inbounds {

/// A stretch of a law on which it is a single exponential. Ends are edges: on the lattice, the point k is the cell from
/// k to k + 1.
struct exponential_piece {
  double from;
  double to;
  bool rising;        ///< towards `to`; otherwise it falls from `from`
  double log_height;  ///< at its higher end: of the density, or of the mass of the last cell there
};

/// The decay per unit, and what the numbers are: what all pieces of a law have in common.
struct exponential_shape {
  double rate;
  support on;

  double cell() const { return on == support::points ? 1 : 0; }
};

/// What lies between two edges; empty if nothing does.
exponential_piece cut(const exponential_piece& piece, const exponential_shape& shape, double from, double to);

double mass(const exponential_piece& piece, const exponential_shape& shape);

/// Of the density or of the mass of a point that lies in the piece.
double log_height_at(const exponential_piece& piece, const exponential_shape& shape, double y);

/// Adds what comes of a piece when it is reflected into a span (of edges) until all of it is inside: the piece lies
/// in the span, or on one side of it. However often it is reflected, it becomes at most four pieces.
void reflect_into(const span& inside, const exponential_piece& piece, const exponential_shape& shape,
                  std::vector<exponential_piece>& reflected);

}  // namespace inbounds
