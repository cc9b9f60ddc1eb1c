#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "core/result.hpp"
#include "mechanisms/mechanism.hpp"
#include "mechanisms/request.hpp"

namespace inbounds {

/// A kind of mechanism, and how one of it is made.
struct maker {
  std::string_view name;
  result<std::unique_ptr<const mechanism>> (*make)(const request& options);
  /// The scale of the continuous law, the limit for ever finer lattices.
  result<double> (*scale_for)(const request& options);
};

/// All kinds there are. Whoever has one more puts it at the end of a copy.
std::span<const maker> registry();

/// What the kind of this name makes of a request; refused if there is none.
result<std::unique_ptr<const mechanism>> make(std::string_view name, const request& options,
                                              std::span<const maker> among = registry());
result<double> scale_for(std::string_view name, const request& options, std::span<const maker> among = registry());

}  // namespace inbounds
