#include "memory.hpp"

#include <array>
#include <optional>
#include <utility>

namespace inbounds::bindings {
namespace {

/// One of them.
struct mechanism {
  std::optional<laplace_noise> laplace;
  std::optional<gaussian_noise> gaussian;
  std::optional<posterior_noise> posterior;
  std::optional<smooth_noise> smooth;
};
std::array<mechanism, slot_count> slots;

mechanism& at(double slot) { return slots[static_cast<std::size_t>(slot)]; }

mechanism& empty(double slot) {
  mechanism& here = at(slot);
  here.laplace.reset();
  here.gaussian.reset();
  here.posterior.reset();
  here.smooth.reset();
  return here;
}

template <class Noise>
const Noise* pointer_to(const std::optional<Noise>& noise) {
  return noise ? &*noise : nullptr;
}

}  // namespace

std::vector<double>& numbers() {
  static std::vector<double> list;
  return list;
}

const laplace_noise& in_slot(double slot) { return *at(slot).laplace; }

const gaussian_noise* gaussian_in_slot(double slot) { return pointer_to(at(slot).gaussian); }
const posterior_noise* posterior_in_slot(double slot) { return pointer_to(at(slot).posterior); }
const smooth_noise* smooth_in_slot(double slot) { return pointer_to(at(slot).smooth); }

void put_in_slot(double slot, laplace_noise&& noise) { empty(slot).laplace.emplace(std::move(noise)); }
void put_in_slot(double slot, gaussian_noise&& noise) { empty(slot).gaussian.emplace(std::move(noise)); }
void put_in_slot(double slot, posterior_noise&& noise) { empty(slot).posterior.emplace(std::move(noise)); }
void put_in_slot(double slot, smooth_noise&& noise) { empty(slot).smooth.emplace(std::move(noise)); }

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
