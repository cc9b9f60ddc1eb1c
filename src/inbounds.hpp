#pragma once

// The whole public surface of the C++ library.

#include "core/checks.hpp"
#include "core/fault.hpp"
#include "core/granularity.hpp"
#include "core/guarantee.hpp"
#include "core/lattice.hpp"
#include "core/result.hpp"
#include "core/span.hpp"
#include "distributions/lattice_laplace.hpp"
#include "distributions/truncated_laplace.hpp"
#include "mechanisms/bounded_laplace/bounded_laplace.hpp"
#include "mechanisms/bounded_laplace/draws.hpp"
#include "privacy/laplace_loss.hpp"
#include "random/bit_source.hpp"
#include "random/seeded_source.hpp"
#include "random/system_source.hpp"
