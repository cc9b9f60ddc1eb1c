#include "memory.hpp"

#include <array>
#include <optional>
#include <utility>

namespace inbounds::bindings {
namespace {

/// One of the two.
struct mechanism {
  std::optional<laplace_noise> laplace;
  std::optional<gaussian_noise> gaussian;
};
std::array<mechanism, slot_count> slots;

mechanism& at(double slot) { return slots[static_cast<std::size_t>(slot)]; }

}  // namespace

std::vector<double>& numbers() {
  static std::vector<double> list;
  return list;
}

const laplace_noise& in_slot(double slot) { return *at(slot).laplace; }

const gaussian_noise* gaussian_in_slot(double slot) { return at(slot).gaussian ? &*at(slot).gaussian : nullptr; }

void put_in_slot(double slot, laplace_noise&& noise) {
  at(slot).gaussian.reset();
  at(slot).laplace.emplace(std::move(noise));
}

void put_in_slot(double slot, gaussian_noise&& noise) {
  at(slot).laplace.reset();
  at(slot).gaussian.emplace(std::move(noise));
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
