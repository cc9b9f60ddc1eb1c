#pragma once

#include <vector>

namespace inbounds {

/// The worst case of a mechanism for lists of numbers: what is lost, between which truths, and which output tells most.
struct vector_audit {
  double epsilon;
  double delta;
  std::vector<double> truth;
  std::vector<double> neighbour;
  std::vector<double> output;
};

}  // namespace inbounds
