#include "memory.hpp"

#include <array>
#include <utility>

namespace inbounds::bindings {
namespace {

std::array<std::unique_ptr<const mechanism>, slot_count> slots;

}  // namespace

std::vector<double>& numbers() {
  static std::vector<double> list;
  return list;
}

double answered(std::vector<double> list) {
  numbers() = std::move(list);
  return static_cast<double>(numbers().size());
}

const mechanism& in_slot(double slot) { return *slots[static_cast<std::size_t>(slot)]; }

void put_in_slot(double slot, std::unique_ptr<const mechanism> noise) {
  slots[static_cast<std::size_t>(slot)] = std::move(noise);
}

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
