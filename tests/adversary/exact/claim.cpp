#include "claim.hpp"

#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace adversary {
namespace {

std::string word(std::istream& in) {
  std::string text;
  if (!(in >> text)) throw std::runtime_error("a claim ends too early");
  return text;
}

double real(std::istream& in) {
  const std::string text = word(in);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);  // knows Infinity, as JavaScript writes it
  if (*end != '\0') throw std::runtime_error("no number: " + text);
  return value;
}

std::size_t count(std::istream& in) {
  const double value = real(in);
  if (!(value >= 0 && value <= 1e6)) throw std::runtime_error("no count: " + std::to_string(value));
  return static_cast<std::size_t>(value);
}

noise kind_of(const std::string& name) {
  if (name == "BoundedLaplace") return noise::bounded;
  if (name == "ReflectedLaplace") return noise::reflected;
  if (name == "ClampedLaplace") return noise::clamped;
  if (name == "BoundedGaussian") return noise::gaussian;
  throw std::runtime_error("no mechanism: " + name);
}

bool either(std::istream& in, const std::string& yes, const std::string& no) {
  const std::string text = word(in);
  if (text != yes && text != no) throw std::runtime_error("neither " + yes + " nor " + no + ": " + text);
  return text == yes;
}

side read_side(std::istream& in) {
  side one{real(in), real(in), {}};
  one.spans.resize(count(in));
  for (auto& [lower, upper] : one.spans) {
    lower = real(in);
    upper = real(in);
  }
  return one;
}

stated_row read_row(std::istream& in) {
  stated_row row{real(in), {}};
  row.probabilities.resize(count(in));
  for (double& probability : row.probabilities) probability = real(in);
  return row;
}

/// Comparisons with a NaN are never true, so it would keep every promise.
void check(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(std::string("no claim: ") + what);
}

void check_claim(const claim& statement) {
  check(statement.epsilon >= 0 && std::isfinite(statement.epsilon), "epsilon");
  check(statement.delta >= 0 && statement.delta < 1 && statement.epsilon + statement.delta > 0, "delta");
  check(statement.parameter > 0 && std::isfinite(statement.parameter), "the parameter");
  check(statement.sensitivity > 0 && std::isfinite(statement.sensitivity), "the sensitivity");
  check(!statement.sides.empty(), "no sides");
  for (const auto& [granularity, origin, spans] : statement.sides) {
    check(granularity >= 0 && std::isfinite(granularity) && !spans.empty(), "a side");
    check(origin == 0 || origin == spans.front().first, "the origin");
    for (std::size_t at = 0; at < spans.size(); ++at) {
      const bool in_order = at == 0 || spans[at - 1].second < spans[at].first;
      check(in_order && (spans[at].first < spans[at].second || spans.size() > 1), "spans");
    }
  }
}

}  // namespace

claim read_claim(std::istream& in) {
  claim statement;
  statement.kind = kind_of(word(in));
  statement.metric = either(in, "metric", "dp");
  statement.tight = either(in, "tight", "loose");
  statement.epsilon = real(in);
  statement.delta = real(in);
  statement.parameter = real(in);
  statement.sensitivity = real(in);
  statement.sides.resize(count(in));
  for (side& one : statement.sides) one = read_side(in);
  statement.rows.resize(count(in));
  for (stated_row& row : statement.rows) row = read_row(in);
  check_claim(statement);
  return statement;
}

}  // namespace adversary
