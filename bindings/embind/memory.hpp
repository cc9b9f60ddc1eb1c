#pragma once

#include <span>
#include <vector>

#include "mechanisms/bounded_gaussian/bounded_gaussian.hpp"
#include "mechanisms/laplace/noise.hpp"
#include "mechanisms/posterior/posterior.hpp"
#include "mechanisms/smooth_laplace/smooth_laplace.hpp"

namespace inbounds::bindings {

/// Lists of numbers cross the border here, in either direction.
std::vector<double>& numbers();

/// How many mechanisms are at hand at a time.
inline constexpr int slot_count = 32;

/// The mechanisms at hand. JavaScript knows every mechanism by its parameters and puts it into a slot again when
/// another one has taken its place: so nothing has to be freed, and memory is bounded.
const laplace_noise& in_slot(double slot);
// nullptr if there is something else
const gaussian_noise* gaussian_in_slot(double slot);
const posterior_noise* posterior_in_slot(double slot);
const smooth_noise* smooth_in_slot(double slot);

void put_in_slot(double slot, laplace_noise&& noise);
void put_in_slot(double slot, gaussian_noise&& noise);
void put_in_slot(double slot, posterior_noise&& noise);
void put_in_slot(double slot, smooth_noise&& noise);

}  // namespace inbounds::bindings
