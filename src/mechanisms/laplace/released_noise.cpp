#include "mechanisms/laplace/released_noise.hpp"

#include <utility>

#include "random/reflected_geometric.hpp"
#include "random/truncated_geometric.hpp"

namespace inbounds {
namespace {

class truncated_noise final : public released_noise {
 public:
  truncated_noise(const laplace_setting& where, std::vector<point_range> ranges, double rate)
      : family_(where.family(rate)), noise_(std::move(ranges), where.open, rate) {}

  noise_law law_around(double point) const override { return laplace_law{family_, family_.at(point)}; }

  void draw_all(std::span<std::int64_t> points, bit_source& bits) const override { noise_.draw_all(points, bits); }

 private:
  truncated_laplace family_;
  truncated_geometric noise_;
};

class reflected_noise final : public released_noise {
 public:
  reflected_noise(const laplace_setting& where, std::vector<point_range> ranges, double rate)
      : family_(where.spans, where.open, rate, where.on), noise_(std::move(ranges), where.open, rate) {}

  noise_law law_around(double point) const override { return reflected_law{family_, point}; }

  void draw_all(std::span<std::int64_t> points, bit_source& bits) const override { noise_.draw_all(points, bits); }

 private:
  reflected_laplace_family family_;
  reflected_geometric noise_;
};

}  // namespace

std::unique_ptr<const released_noise> release(const laplace_setting& where, std::vector<point_range> ranges,
                                              double rate) {
  if (where.reflected) return std::make_unique<reflected_noise>(where, std::move(ranges), rate);
  return std::make_unique<truncated_noise>(where, std::move(ranges), rate);
}

}  // namespace inbounds
