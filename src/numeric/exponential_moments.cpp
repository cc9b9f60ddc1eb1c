#include <cmath>

#include "numeric/exponential_sums.hpp"

namespace inbounds {
namespace {

// Below this many decay lengths the series are used, above it the recurrences, which then lose less than a digit.
constexpr double series_limit = 2;
constexpr double negligible = 0x1p-60;
constexpr double endless = 800;  // e^-x is 0 in doubles, and so are x e^-x and x^2 e^-x

}  // namespace

// Our own, since Boost's incomplete gamma function has the same digits for 12 kB gzip of WebAssembly.
double exponential_moment(int m, double x) {
  if (x > endless) return 1;
  if (x > series_limit) {
    // integration by parts: I_m = I_{m-1} - x^m/m! e^-x
    double moment = one_minus_exp(x);
    double power = std::exp(-x);
    for (int k = 1; k <= m; ++k) moment -= (power *= x / k);
    return moment;
  }
  // I_m = e^-x (x^{m+1}/(m+1)! + x^{m+2}/(m+2)! + ...): all terms positive
  double term = std::exp(-x);
  for (int k = 1; k <= m + 1; ++k) term *= x / k;
  double moment = term;
  for (int k = m + 2; term > moment * negligible; ++k) moment += (term *= x / k);
  return moment;
}

double geometric_moment(int m, double n, double rate) {
  if (n < m) return 0;
  const double ratio = std::exp(-rate);
  if (rate * n > series_limit) {
    // summation by parts: (1-r) S_m = r S_{m-1} - C(n+1, m) r^{n+1}
    double moment = one_minus_exp(rate * (n + 1)) / one_minus_exp(rate);
    double last = std::exp(-rate * (n + 1));
    for (int k = 1; k <= m; ++k) {
      last *= (n + 2 - k) / k;
      moment = (ratio * moment - last) / one_minus_exp(rate);
    }
    return moment;
  }
  // With d = e^rate - 1: S_m = r^n (C(n+1, m+1) + C(n+1, m+2) d + C(n+1, m+3) d^2 + ...), all terms positive
  // (expand r^j = r^n (1+d)^(n-j) and sum over j). The factor C(n+1, k+1)/C(n+1, k) is (n+1-k)/(k+1).
  const double d = std::expm1(rate);
  double term = std::exp(-rate * n) * (n + 1);
  for (int k = 1; k <= m; ++k) term *= (n + 1 - k) / (k + 1);
  double moment = term;
  for (double k = m + 1; k <= n && term > moment * negligible; ++k) {
    moment += (term *= d * (n + 1 - k) / (k + 1));
  }
  return moment;
}

}  // namespace inbounds
