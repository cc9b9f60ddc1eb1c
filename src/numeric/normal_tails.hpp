#pragma once

namespace inbounds {

/// The z that a standard normal number stays below with this probability, which lies between 0 and 1.
double normal_quantile(double probability);

/// The c for which |X| <= c has this probability, if X is normal with deviation 1 and mean `bias`: what a confidence
/// interval has to be wide, in standard errors, if the estimate may be off by so many of them (Armstrong & Kolesar
/// 2018, "Optimal inference in a class of regression models", formula 18). (Boost has it as a quantile of the
/// noncentral chi-square law, which loses five digits for probabilities near 1.)
double biased_normal_bound(double bias, double probability);

/// The probability that a chi-square number with so many degrees of freedom is at least this large.
double chi_square_survival(double statistic, double degrees);

}  // namespace inbounds
