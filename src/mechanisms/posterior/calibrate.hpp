#pragma once

#include <optional>

#include "mechanisms/posterior/tempered_laws.hpp"

namespace inbounds {

/// Whether the laws that are released at this temperature keep the guarantee: the one place where privacy is decided.
bool keeps(const tempered_laws& laws, const guarantee& asked, double temperature);

/// The first temperature above the safe one at which the loss (or the delta) reaches what is asked, but for a hair;
/// nothing if the audit accepts none.
std::optional<double> tight_temperature(const tempered_laws& laws, const guarantee& asked);

/// The loss of the laws as they are meant, rounded up so far that the released ones keep it.
double loss_at(const tempered_laws& laws, double temperature);

}  // namespace inbounds
