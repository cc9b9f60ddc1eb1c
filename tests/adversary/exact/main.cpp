// The exact auditor. A line on standard input is a question and a claim, a line on standard output the answer:
//   enumerate | search   the largest loss (or delta) of the claim, and with a scale a thousandth smaller
//   minimum              the smallest scale, and by how much (relatively) the claimed one is larger
//   posterior | smooth   as the first two, of private posteriors and of noise with smooth sensitivity (posterior.hpp)
// A claim that does not hold is answered by "broken" and a sentence. Nothing of the library is in this program.

#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "box_search.hpp"
#include "brute_force.hpp"
#include "minimum.hpp"
#include "posterior.hpp"
#include "search.hpp"

namespace {

using namespace adversary;

double as_double(const number& value) { return value.convert_to<double>(); }

/// What is promised: delta, if it is not 0, or epsilon.
number limit_of(const claim& statement) { return number(statement.delta > 0 ? statement.delta : statement.epsilon); }

/// What the auditor's own arithmetic may be off by: far less than the last digit of a double.
const number own_rounding("1e-20");

/// Probabilities that are told have the digits of doubles: their ratio is off by 2^-51, and a sum of them by as much.
/// What is told of rates of noise changes delta by less than a part in 10^12.
const number stated_rounding("1e-15");

void answer_promise(const promise& statement, const number& allowed, std::ostream& out) {
  const char* what = statement.delta > 0 ? "delta" : "epsilon";
  const number claimed(statement.delta > 0 ? statement.delta : statement.epsilon);
  const auto& [worst, closer, wrong] = statement.found;
  if (!wrong.empty()) {
    out << "broken " << wrong;
  } else if (!isfinite(worst) || !isfinite(closer)) {
    throw std::runtime_error("a loss that is no number");
  } else if (worst > claimed + allowed) {
    out << "broken " << what << " is " << as_double(worst) << ", relatively " << as_double(worst / claimed - 1)
        << " more than claimed";
  } else if (statement.tight && closer <= claimed) {
    out << "broken noise smaller by a thousandth has " << what << ' ' << as_double(closer) << ", as claimed";
  } else {
    out << "holds " << as_double(worst) << ' ' << as_double(1 - worst / claimed);
  }
}

void answer_finding(const claim& statement, const finding& found, std::ostream& out) {
  const char* what = statement.delta > 0 ? "delta" : "epsilon";
  if (!isfinite(found.worst) || !isfinite(found.closer)) throw std::runtime_error("a loss that is no number");
  if (!found.wrong.empty()) {
    out << "broken " << found.wrong;
  } else if (found.worst > limit_of(statement) * (1 + own_rounding)) {
    out << "broken " << what << " is " << as_double(found.worst) << ", relatively "
        << as_double(found.worst / limit_of(statement) - 1) << " more than claimed";
  } else if (statement.tight && found.closer <= limit_of(statement)) {
    out << "broken a scale smaller by a thousandth has " << what << ' ' << as_double(found.closer) << ", as claimed";
  } else {
    out << "holds " << as_double(found.worst) << ' ' << as_double(1 - found.worst / limit_of(statement));
  }
}

void answer_minimum(const claim& statement, std::ostream& out) {
  const auto [smallest, claimed] = smallest_scale(statement);
  if (!isfinite(smallest) || !(smallest > 0)) throw std::runtime_error("a smallest scale that is none");
  const double above = as_double(claimed / smallest - 1);
  if (claimed < smallest * (1 - own_rounding)) {
    out << "broken the scale is relatively " << -above << " below the smallest";
  } else if (statement.tight && above > 1e-3) {
    out << "broken the scale is relatively " << above << " above the smallest";
  } else {
    out << "holds " << as_double(smallest) << ' ' << above;
  }
}

void answer(const std::string& line, std::ostream& out) {
  std::istringstream in(line);
  std::string question;
  in >> question;
  if (question == "posterior") return answer_promise(posterior_loss(in), stated_rounding, out);
  if (question == "smooth") {
    const promise statement = smooth_loss(in);
    return answer_promise(statement, number(statement.delta) * number("1e-12"), out);
  }
  const claim statement = read_claim(in);
  if (question == "enumerate") {
    answer_finding(statement, statement.sides.size() == 1 ? brute_force(statement) : brute_force_box(statement), out);
  } else if (question == "search") {
    answer_finding(statement, statement.sides.size() == 1 ? search(statement) : search_box(statement), out);
  } else if (question == "minimum") {
    answer_minimum(statement, out);
  } else {
    throw std::runtime_error("no such question: " + question);
  }
}

}  // namespace

int main() {
  std::cout.precision(17);
  for (std::string line; std::getline(std::cin, line);) {
    try {
      answer(line, std::cout);
    } catch (const std::exception& error) {
      std::cout << "failed " << error.what();
    }
    std::cout << '\n';
  }
}
