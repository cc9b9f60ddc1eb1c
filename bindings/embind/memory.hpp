#pragma once

#include <memory>
#include <vector>

#include "mechanisms/mechanism.hpp"

namespace inbounds::bindings {

/// Lists of numbers cross the border here, in either direction.
std::vector<double>& numbers();

/// A list that was answered, in the place of what was there; its length.
double answered(std::vector<double> list);

/// How many mechanisms are at hand at a time.
inline constexpr int slot_count = 32;

/// The mechanisms at hand. JavaScript knows every mechanism by its parameters and puts it into a slot again when
/// another one has taken its place: so nothing has to be freed, and memory is bounded.
const mechanism& in_slot(double slot);
void put_in_slot(double slot, std::unique_ptr<const mechanism> noise);

}  // namespace inbounds::bindings
