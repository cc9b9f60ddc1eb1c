#pragma once

namespace inbounds {

/// 128-bit integers, which every compiler we build with has as an extension.
__extension__ using uint128 = unsigned __int128;

}  // namespace inbounds
