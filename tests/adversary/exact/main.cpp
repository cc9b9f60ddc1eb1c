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

double shown(const number& value) { return value.convert_to<double>(); }

/// What is promised: delta, if it is not 0, or epsilon.
number promised(const claim& made) { return number(made.delta > 0 ? made.delta : made.epsilon); }

/// What the auditor's own arithmetic may be off by: far less than the last digit of a double.
const number own_rounding("1e-20");

/// Probabilities that are told have the digits of doubles: their ratio is off by 2^-51, and a sum of them by as much.
/// What is told of rates of noise changes delta by less than a part in 10^12.
const number told_rounding("1e-15");

void answer_told(const promise& made, const number& allowed, std::ostream& out) {
  const char* what = made.delta > 0 ? "delta" : "epsilon";
  const number claimed(made.delta > 0 ? made.delta : made.epsilon);
  const auto& [worst, closer, wrong] = made.found;
  if (!wrong.empty()) {
    out << "broken " << wrong;
  } else if (!isfinite(worst) || !isfinite(closer)) {
    throw std::runtime_error("a loss that is no number");
  } else if (worst > claimed + allowed) {
    out << "broken " << what << " is " << shown(worst) << ", relatively " << shown(worst / claimed - 1)
        << " more than claimed";
  } else if (made.tight && closer <= claimed) {
    out << "broken noise smaller by a thousandth has " << what << ' ' << shown(closer) << ", as claimed";
  } else {
    out << "holds " << shown(worst) << ' ' << shown(1 - worst / claimed);
  }
}

void answer_found(const claim& made, const finding& found, std::ostream& out) {
  const char* what = made.delta > 0 ? "delta" : "epsilon";
  if (!isfinite(found.worst) || !isfinite(found.closer)) throw std::runtime_error("a loss that is no number");
  if (!found.wrong.empty()) {
    out << "broken " << found.wrong;
  } else if (found.worst > promised(made) * (1 + own_rounding)) {
    out << "broken " << what << " is " << shown(found.worst) << ", relatively "
        << shown(found.worst / promised(made) - 1) << " more than claimed";
  } else if (made.tight && found.closer <= promised(made)) {
    out << "broken a scale smaller by a thousandth has " << what << ' ' << shown(found.closer) << ", as claimed";
  } else {
    out << "holds " << shown(found.worst) << ' ' << shown(1 - found.worst / promised(made));
  }
}

void answer_minimum(const claim& made, std::ostream& out) {
  const auto [smallest, claimed] = smallest_scale(made);
  if (!isfinite(smallest) || !(smallest > 0)) throw std::runtime_error("a smallest scale that is none");
  const double above = shown(claimed / smallest - 1);
  if (claimed < smallest * (1 - own_rounding)) {
    out << "broken the scale is relatively " << -above << " below the smallest";
  } else if (made.tight && above > 1e-3) {
    out << "broken the scale is relatively " << above << " above the smallest";
  } else {
    out << "holds " << shown(smallest) << ' ' << above;
  }
}

void answer(const std::string& line, std::ostream& out) {
  std::istringstream in(line);
  std::string question;
  in >> question;
  if (question == "posterior") return answer_told(posterior_loss(in), told_rounding, out);
  if (question == "smooth") {
    const promise made = smooth_loss(in);
    return answer_told(made, number(made.delta) * number("1e-12"), out);
  }
  const claim made = read_claim(in);
  if (question == "enumerate") {
    answer_found(made, made.sides.size() == 1 ? brute_force(made) : brute_force_box(made), out);
  } else if (question == "search") {
    answer_found(made, made.sides.size() == 1 ? search(made) : search_box(made), out);
  } else if (question == "minimum") {
    answer_minimum(made, out);
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
