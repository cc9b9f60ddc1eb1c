#include "memory.hpp"

#include <array>
#include <optional>
#include <utility>

namespace inbounds::bindings {
namespace {

std::array<std::optional<laplace_noise>, slot_count> slots;

}  // namespace

std::vector<double>& numbers() {
  static std::vector<double> list;
  return list;
}

const laplace_noise& in_slot(int slot) { return *slots[static_cast<std::size_t>(slot)]; }

void put_in_slot(int slot, laplace_noise&& noise) { slots[static_cast<std::size_t>(slot)].emplace(std::move(noise)); }

}  // namespace inbounds::bindings

extern "C" {

/// Makes room for a list and says where.
double* inbounds_numbers(int count) {
  auto& list = inbounds::bindings::numbers();
  list.resize(static_cast<std::size_t>(count));
  return list.data();
}

int inbounds_slot_count() { return inbounds::bindings::slot_count; }

}  // extern "C"
