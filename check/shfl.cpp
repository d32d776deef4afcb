// SHFL for users' executors (SHFL-1..8), of whole warps and as one lane sees it.
#include "check/shfl_adapter.h"
#include "include/warplaw/lane.h"

namespace warplaw::check {
namespace {

class ShflFamily final : public WordFamily<Shfl> {
public:
  using WordFamily::WordFamily;
  std::unique_ptr<Family> unrestricted() const override { return std::make_unique<ShflFamily>(widest()); }

  std::optional<LaneDemand> laneDemand(Terms& terms, unsigned form) override {
    LaneDemand demand;
    const auto word = [&](const char* name, std::size_t offset, Term value) {
      demand.members.push_back({name, offset, {value}});
      return value;
    };
    const Term exec = terms.variable(32, "exec"), number = terms.variable(5, "number");
    PerLane<Term> values, executes;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      values[lane] = terms.variable(32, fmt::format("value[{}]", lane));
      executes[lane] = exec.bit(lane);
    }
    const Term mode = word("mode", offsetof(warplaw_shfl_lane, mode), terms.constant(32, form));
    word("number", offsetof(warplaw_shfl_lane, number), number.zext(32));
    const Term own = word("value", offsetof(warplaw_shfl_lane, value), terms.select(number, values));
    const Term b = word("lane", offsetof(warplaw_shfl_lane, lane), terms.variable(32, "lane"));
    const Term c = word("range", offsetof(warplaw_shfl_lane, range), terms.variable(32, "range"));
    word("width", offsetof(warplaw_shfl_lane, width), terms.constant(32, spec::kLanes) - c.extract(12, 8).zext(32));
    const std::size_t inRange = demand.members.size();
    word("in_range", offsetof(warplaw_shfl_lane, in_range), terms.constant(32, 0));
    word("exec", offsetof(warplaw_shfl_lane, exec), exec);
    const Term executing = terms.select(number, executes);
    demand.isInDomain =
        terms.all(std::array{isMask(domain_.exec, exec), executing, Shfl::isInDomain(mode, b, c, domain_)});
    const auto received = [=, &terms](Term lane, Term off) {
      return terms.select(lane, executes).ite(terms.select(lane, values), off);
    };
    const Term inactive = terms.variable(32, "inactive");
    demand.reads = [=](Term from) { return received(from.extract(4, 0), inactive); };
    const symbolic::ShflSource source = symbolic::shflSource(number, mode, b, c);
    const Term given = terms.truth(domain_.inactive != InactiveSources::Any);
    demand.matters = terms.truth(domain_.word) & (given | terms.select(source.lane, executes));
    const Term off = domain_.inactive == InactiveSources::Zero       ? terms.constant(32, 0)
                     : domain_.inactive == InactiveSources::Own      ? own
                     : domain_.inactive == InactiveSources::Stale    ? terms.variable(32, "stale")
                     : domain_.inactive == InactiveSources::Register ? terms.select(source.lane, values)
                                                                     : inactive;
    demand.expected = received(source.lane, off);
    demand.output = {"in_range", inRange, 0, -1, terms.truth(domain_.predicate), source.inRange.zext(32)};
    if (domain_.range == Ranges::Cuda)
      demand.fewValues.emplace_back(c, Shfl::rangesIn(mode, domain_));
    return demand;
  }
  void setLane(unsigned form, const symbolic::Assignment& known, std::span<std::byte> asked) override {
    WideDice dice(0);
    draw(form, dice, asked);
    auto& warp = wireIn<warplaw_shfl>(asked);
    const auto set = [&](std::uint32_t& word, const std::string& name) {
      if (const auto found = known.find(name); found != known.end())
        word = static_cast<std::uint32_t>(found->second);
    };
    std::uint32_t number = 0;
    set(number, "number");
    set(warp.exec, "exec");
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      set(warp.value[lane], fmt::format("value[{}]", lane));
    set(warp.lane[number], "lane");
    set(warp.range[number], "range");
    set(warp.inactive[number], "inactive");
    set(warp.result[number], "stale");
    if (domain_.uniform) {
      std::fill_n(warp.lane, spec::kLanes, +warp.lane[number]);
      std::fill_n(warp.range, spec::kLanes, +warp.range[number]);
    }
    warp.same_register = warp.result_is = warp.predicate_is = 0;
  }
  std::optional<symbolic::Assignment> laneOf(Bytes asked, unsigned lane) const override {
    const auto& warp = wireIn<warplaw_shfl>(asked);
    if (!(warp.exec >> lane & 1))
      return std::nullopt;
    symbolic::Assignment known = {{"exec", warp.exec},          {"number", lane},
                                  {"lane", warp.lane[lane]},    {"range", warp.range[lane]},
                                  {"stale", warp.result[lane]}, {"inactive", warp.inactive[lane]}};
    for (unsigned k = 0; k < spec::kLanes; ++k)
      known[fmt::format("value[{}]", k)] = warp.value[k];
    return known;
  }
};

} // namespace

std::unique_ptr<Family> makeShflFamily(Profile profile) { return std::make_unique<ShflFamily>(profile); }

} // namespace warplaw::check
