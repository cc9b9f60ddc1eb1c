#include "random/system_source.hpp"

#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <system_error>

namespace inbounds {

void refill_from_system(void* /*context*/, std::span<std::uint64_t> block) {
  constexpr std::size_t max_bytes = 256;  // getentropy's own limit per call
  std::span<std::byte> rest = std::as_writable_bytes(block);
  while (!rest.empty()) {
    const std::size_t bytes = std::min(max_bytes, rest.size());
    if (getentropy(rest.data(), bytes) != 0) {
      throw std::system_error(errno, std::generic_category(), "the system's random generator failed");
    }
    rest = rest.subspan(bytes);
  }
}

}  // namespace inbounds
