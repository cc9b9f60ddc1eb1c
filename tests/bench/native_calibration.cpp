#include <chrono>
#include <cstdio>
#include <span>
#include <string>

#include "mechanisms/bounded_laplace/bounded_laplace.hpp"
#include "mechanisms/reflected_laplace/reflected_laplace.hpp"
#include "published/holohan.hpp"

// Nanoseconds per calibration of the native build, as JSON: the bisection of Holohan et al. (their Algorithm 1, which
// diffprivlib runs), and ours on the continuous law and on the default lattice, bounded and reflected. For
// calibration.bench.mjs.

namespace {

using namespace inbounds;

struct query {
  double width;
  double sensitivity;
  double epsilon;
  double delta;
  int calls;
};

constexpr query queries[]{{100, 3, 0.7, 0, 4000},  {1, 1, 1, 0, 4000},     {1, 0.01, 0.01, 0, 4000},
                          {1e10, 1, 1, 0, 4000},   {1, 1, 0.1, 0.01, 200}, {1, 0.1, 1, 0.1, 200},
                          {100, 3, 0.7, 1e-6, 200}};

double sum = 0;  // so that nothing is optimised away

template <class Work>
double nanoseconds(int calls, const Work& work) {
  for (int call = 0; call < calls / 10; ++call) sum += work();
  const auto started = std::chrono::steady_clock::now();
  for (int call = 0; call < calls; ++call) sum += work();
  const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - started;
  return taken.count() / calls;
}

std::string measure(const query& one) {
  const auto [width, sensitivity, epsilon, delta, calls] = one;
  const laplace_spec spec{*domain_of({0, width}), sensitivity};
  const guarantee promised{epsilon, delta};
  const auto bisection = [&] { return published::fixed_point({width, sensitivity, epsilon, delta}).scale; };
  const auto continuous = [&] { return *scale_for(bounded_laplace, spec, promised); };
  const auto lattice = [&] { return calibrate(bounded_laplace, spec, promised)->scale; };
  const auto reflected = [&] { return calibrate(reflected_laplace, spec, promised)->scale; };
  char text[320];
  std::snprintf(text, sizeof text,
                "{\"width\": %g, \"sensitivity\": %g, \"epsilon\": %g, \"delta\": %g, \"bisection\": %.1f, "
                "\"continuous\": %.1f, \"lattice\": %.1f, \"reflected\": %.1f}",
                width, sensitivity, epsilon, delta, nanoseconds(calls, bisection), nanoseconds(calls, continuous),
                nanoseconds(calls, lattice), nanoseconds(calls, reflected));
  return text;
}

}  // namespace

int main() {
  std::string separator = "[";
  for (const query& one : queries) {
    std::printf("%s%s", separator.c_str(), measure(one).c_str());
    separator = ",\n";
  }
  std::printf("]\n");
  return sum > 0 ? 0 : 1;
}
