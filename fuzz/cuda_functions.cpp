#include "fuzz/cuda_functions.h"
#include "concrete/coalescing.h"
#include "concrete/cuda.h"
#include "include/warplaw/cuda.h"
#include <algorithm>
#include <bit>
#include <iterator>

namespace warplaw::fuzz {
namespace {
using namespace concrete;
using spec::kLanes;
using Words = std::array<std::uint32_t, kLanes>;
using Wide = std::array<std::uint64_t, kLanes>;

constexpr std::uint32_t kKept = 0xabad1dea; ///< what stands in results before

enum class Shuffle { Index, Up, Down, Xor };

/// The lane that lane i reads; its own where that is out of range (CSHFL-2..5).
std::uint32_t sourceOf(Shuffle kind, std::uint32_t i, std::uint32_t x, std::uint32_t width) {
  const std::uint32_t b = x % kLanes, first = i / width * width, end = first + width;
  switch (kind) {
  case Shuffle::Index:
    return first + b % width;
  case Shuffle::Up:
    return i >= first + b ? i - b : i;
  case Shuffle::Down:
    return i + b < end ? i + b : i;
  default:
    return (i ^ b) < end ? i ^ b : i;
  }
}

/// What a record says of a warp and its arguments.
class CudaTrial {
public:
  explicit CudaTrial(Bytes data) : record_(data) {
    warp_.exec = record_.byte(0) % 4 ? record_.word(4) : ~0u;
    warp_.exited = ~warp_.exec;
    warp_.overlap_is_defined = 1;
    warp_.any_predicate = record_.word(8);
    width_ = 1u << record_.byte(1) % 6;
    const std::uint32_t groups = 1u << record_.byte(2) % 6;
    for (std::uint32_t i = 0; i < kLanes; ++i)
      group_[i] = record_.byte(16 + i) % groups;
    row(x_, 0, record_.byte(3));
    row(low_, 1, record_.byte(12));
    row(high_, 2, record_.byte(13));
    Words any;
    row(any, 3, record_.byte(14));
    for (std::uint32_t i = 0; i < kLanes; ++i) {
      warp_.any[i] = any[i];
      warp_.any_high[i] = ~any[i];
      wide_[i] = low_[i] | std::uint64_t{high_[i]} << 32;
      yes_ |= std::uint32_t{low_[i] != 0} << i;
      mask_[i] = 0;
      for (std::uint32_t j = 0; j < kLanes; ++j)
        mask_[i] |= std::uint32_t{group_[i] == group_[j]} << j;
    }
  }

  std::string wrong() {
    shuffles();
    votes();
    matches();
    reductions();
    withoutMasks();
    barriers();
    surroundings();
    lines();
    return wrong_;
  }

private:
  void row(Words& words, std::size_t number, std::uint8_t style) {
    fillRow(words.data(), record_.bytes.data() + 64 + 128 * number, style);
  }
  bool executes(std::uint32_t lane) const { return warp_.exec >> lane & 1; }
  std::uint32_t members(std::uint32_t lane) const { return mask_[lane] & warp_.exec; }
  void expect(bool holds, const char* what) {
    if (!holds && wrong_.empty())
      wrong_ = what;
  }
  /// Expects what is wanted in lanes that execute, and what was there in the others.
  template <class Result, class Wanted> void compare(const Result& result, Wanted wanted, const char* what) {
    for (std::uint32_t i = 0; i < kLanes; ++i)
      expect(result[i] == (executes(i) ? wanted(i) : kKept), what);
  }

  template <class Row, class Function>
  void shuffle(Function* function, Shuffle kind, const Row& words, const char* what) {
    using Word = typename Row::value_type;
    Row result;
    result.fill(kKept);
    std::uint32_t promised = 0, wanted = 0;
    expect(function(&warp_, mask_.data(), words.data(), x_.data(), width_, result.data(), &promised), what);
    compare(
        result,
        [&](std::uint32_t i) -> Word {
          const std::uint32_t from = sourceOf(kind, i, x_[i], width_);
          const bool isMember = members(i) >> from & 1;
          wanted |= std::uint32_t{isMember} << i; // of lanes that execute
          const Word high = sizeof(Word) == 8 ? warp_.any_high[i] : 0;
          return isMember ? words[from] : warp_.any[i] | high << (sizeof(Word) * 4) % 64;
        },
        what);
    expect(promised == wanted, what);
    const Row before = result;
    expect(!function(&warp_, mask_.data(), words.data(), x_.data(), kNoWidth, result.data(), &promised), what);
    expect(result == before, what);
  }
  void shuffles() {
    shuffle(warplaw_cuda_shfl_sync_b32, Shuffle::Index, low_, "__shfl_sync");
    shuffle(warplaw_cuda_shfl_up_sync_b32, Shuffle::Up, low_, "__shfl_up_sync");
    shuffle(warplaw_cuda_shfl_down_sync_b32, Shuffle::Down, low_, "__shfl_down_sync");
    shuffle(warplaw_cuda_shfl_xor_sync_b32, Shuffle::Xor, low_, "__shfl_xor_sync");
    shuffle(warplaw_cuda_shfl_sync_b64, Shuffle::Index, wide_, "__shfl_sync, 64 bits");
    shuffle(warplaw_cuda_shfl_up_sync_b64, Shuffle::Up, wide_, "__shfl_up_sync, 64 bits");
    shuffle(warplaw_cuda_shfl_down_sync_b64, Shuffle::Down, wide_, "__shfl_down_sync, 64 bits");
    shuffle(warplaw_cuda_shfl_xor_sync_b64, Shuffle::Xor, wide_, "__shfl_xor_sync, 64 bits");
  }

  template <class Wanted> void vote(warplaw_cuda_sync_vote* function, Wanted wanted, const char* what) {
    Words result;
    result.fill(kKept);
    std::uint32_t promised = 0;
    function(&warp_, mask_.data(), low_.data(), result.data(), &promised);
    compare(result, [&](std::uint32_t i) -> std::uint32_t { return wanted(members(i), members(i) & yes_); }, what);
    expect(promised == warp_.exec, what);
  }
  void votes() {
    vote(warplaw_cuda_all_sync, [](std::uint32_t all, std::uint32_t yes) { return yes == all; }, "__all_sync");
    vote(warplaw_cuda_any_sync, [](std::uint32_t, std::uint32_t yes) { return yes != 0; }, "__any_sync");
    vote(warplaw_cuda_uni_sync, [](std::uint32_t all, std::uint32_t yes) { return yes == all || !yes; }, "__uni_sync");
    vote(warplaw_cuda_ballot_sync, [](std::uint32_t, std::uint32_t yes) { return yes; }, "__ballot_sync");
  }

  /// The members whose value is lane i's.
  template <class Row> std::uint32_t alike(const Row& words, std::uint32_t i) const {
    std::uint32_t same = 0;
    for (std::uint32_t j = 0; j < kLanes; ++j)
      same |= std::uint32_t{words[j] == words[i]} << j;
    return same & members(i);
  }
  template <class Row, class Any, class All> void match(Any* any, All* all, const Row& words, const char* what) {
    Words result, predicate;
    result.fill(kKept);
    predicate.fill(kKept);
    std::uint32_t promised = 0;
    any(&warp_, mask_.data(), words.data(), result.data(), &promised);
    compare(result, [&](std::uint32_t i) { return alike(words, i); }, what);
    expect(promised == warp_.exec, what);
    result.fill(kKept);
    all(&warp_, mask_.data(), words.data(), result.data(), predicate.data(), &promised);
    const auto areAll = [&](std::uint32_t i) { return alike(words, i) == members(i); };
    compare(result, [&](std::uint32_t i) { return areAll(i) ? members(i) : 0; }, what);
    compare(predicate, [&](std::uint32_t i) { return std::uint32_t{areAll(i)}; }, what);
    expect(promised == warp_.exec, what);
  }
  void matches() {
    match(warplaw_cuda_match_any_sync_b32, warplaw_cuda_match_all_sync_b32, low_, "__match_sync");
    match(warplaw_cuda_match_any_sync_b64, warplaw_cuda_match_all_sync_b64, wide_, "__match_sync, 64 bits");
  }

  template <class Join> void reduce(warplaw_cuda_reduction* function, Join join, const char* what) {
    Words result;
    result.fill(kKept);
    std::uint32_t promised = 0;
    function(&warp_, mask_.data(), low_.data(), result.data(), &promised);
    compare(
        result,
        [&](std::uint32_t i) {
          std::uint32_t all = low_[i]; // of itself once
          for (std::uint32_t j = 0; j < kLanes; ++j)
            all = j != i && (members(i) >> j & 1) ? join(all, low_[j]) : all;
          return all;
        },
        what);
    expect(promised == warp_.exec, what);
  }
  void reductions() {
    using Word = std::uint32_t;
    const auto add = [](Word a, Word b) { return a + b; };
    const auto isLess = [](Word a, Word b) { return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b); };
    reduce(warplaw_cuda_reduce_add_sync_u32, add, "__reduce_add_sync");
    reduce(warplaw_cuda_reduce_add_sync_s32, add, "__reduce_add_sync of int");
    reduce(warplaw_cuda_reduce_min_sync_u32, [](Word a, Word b) { return std::min(a, b); }, "__reduce_min_sync");
    reduce(warplaw_cuda_reduce_max_sync_u32, [](Word a, Word b) { return std::max(a, b); }, "__reduce_max_sync");
    reduce(
        warplaw_cuda_reduce_min_sync_s32, [=](Word a, Word b) { return isLess(a, b) ? a : b; },
        "__reduce_min_sync of int");
    reduce(
        warplaw_cuda_reduce_max_sync_s32, [=](Word a, Word b) { return isLess(a, b) ? b : a; },
        "__reduce_max_sync of int");
    reduce(warplaw_cuda_reduce_and_sync, [](Word a, Word b) { return a & b; }, "__reduce_and_sync");
    reduce(warplaw_cuda_reduce_or_sync, [](Word a, Word b) { return a | b; }, "__reduce_or_sync");
    reduce(warplaw_cuda_reduce_xor_sync, [](Word a, Word b) { return a ^ b; }, "__reduce_xor_sync");
  }

  /// Those of before Volta: who executes takes part (VOTE-1, -2, CSHFL-1..5).
  void withoutMasks() {
    const auto shuffle = [this](CudaShuffle* function, Shuffle kind, const char* what) {
      Words result;
      result.fill(kKept);
      expect(function(warp_.exec, low_.data(), x_.data(), width_, high_.data(), result.data()), what);
      compare(
          result,
          [&](std::uint32_t i) {
            const std::uint32_t from = sourceOf(kind, i, x_[i], width_);
            return executes(from) ? low_[from] : high_[i];
          },
          what);
      expect(!function(warp_.exec, low_.data(), x_.data(), kNoWidth, high_.data(), result.data()), what);
    };
    shuffle(warplaw_cuda_shfl, Shuffle::Index, "__shfl");
    shuffle(warplaw_cuda_shfl_up, Shuffle::Up, "__shfl_up");
    shuffle(warplaw_cuda_shfl_down, Shuffle::Down, "__shfl_down");
    shuffle(warplaw_cuda_shfl_xor, Shuffle::Xor, "__shfl_xor");
    const std::uint32_t said = yes_ & warp_.exec;
    const auto vote = [this](CudaVote* function, std::uint32_t wanted, const char* what) {
      Words result;
      result.fill(kKept);
      function(warp_.exec, low_.data(), result.data());
      compare(result, [&](std::uint32_t) { return wanted; }, what);
    };
    vote(warplaw_cuda_any, said != 0, "__any");
    vote(warplaw_cuda_all, said == warp_.exec, "__all");
    vote(warplaw_cuda_ballot, said, "__ballot");
  }

  /// A CTA of one to four whole warps whose lanes say what `words` hold, all of which arrive, in the order of their
  /// numbers, and read what came out.
  void barriers() {
    const std::uint32_t warps = 1 + record_.byte(48) % 4;
    spec::SpecialInputs inputs;
    inputs.ntid[0] = kLanes * warps;
    const spec::BarChoices choices;
    const auto arrivals = [&](auto&& arrive, const char* what) {
      spec::Barriers barriers;
      expect(arrive(0u, barriers) == spec::CudaArrival::NobodyCalls, what);
      for (inputs.warp = 0; inputs.warp < warps; ++inputs.warp)
        expect(arrive(~0u, barriers) ==
                   (inputs.warp + 1 < warps ? spec::CudaArrival::Waits : spec::CudaArrival::Releases),
               what);
      return barriers;
    };
    (void)arrivals(
        [&](std::uint32_t exec, spec::Barriers& barriers) {
          return warplaw_cuda_syncthreads(exec, &choices, &inputs, &barriers);
        },
        "__syncthreads");
    const auto reduction = [&](CudaSyncReduction* call, CudaSyncResult* read, std::uint32_t wanted, const char* what) {
      const spec::Barriers after =
          arrivals([&](std::uint32_t exec,
                       spec::Barriers& barriers) { return call(exec, low_.data(), &choices, &inputs, &barriers); },
                   what);
      for (inputs.warp = 0; inputs.warp < warps; ++inputs.warp) {
        Words result;
        result.fill(kKept);
        expect(read(warp_.exec, &inputs, &after, result.data()), what);
        compare(result, [&](std::uint32_t) { return wanted; }, what);
      }
    };
    reduction(warplaw_cuda_syncthreads_count, warplaw_cuda_syncthreads_count_result,
              warps * static_cast<std::uint32_t>(std::popcount(yes_)), "__syncthreads_count");
    reduction(warplaw_cuda_syncthreads_and, warplaw_cuda_syncthreads_and_or_result, yes_ == ~0u, "__syncthreads_and");
    reduction(warplaw_cuda_syncthreads_or, warplaw_cuda_syncthreads_and_or_result, yes_ != 0, "__syncthreads_or");
  }

  void surroundings() {
    spec::SpecialInputs inputs;
    inputs.clockLow = low_[0];
    inputs.clockHigh = high_[0];
    Words clock, active;
    Wide clock64;
    clock.fill(kKept);
    active.fill(kKept);
    clock64.fill(kKept);
    warplaw_cuda_clock(warp_.exec, &inputs, clock.data());
    compare(clock, [&](std::uint32_t) { return low_[0]; }, "clock");
    warplaw_cuda_clock64(warp_.exec, &inputs, clock64.data());
    compare(clock64, [&](std::uint32_t) { return wide_[0]; }, "clock64");
    warplaw_cuda_activemask(&warp_, active.data());
    compare(active, [&](std::uint32_t) { return warp_.exec; }, "__activemask");
    spec::Counters counters, wanted;
    const std::uint32_t counter = record_.byte(49) % 20;
    const auto said = warplaw_cuda_prof_trigger(warp_.exec, counter, &counters);
    const bool counts = counter < spec::kTriggerCounters;
    if (counts)
      wanted.count[counter] = warp_.exec != 0;
    expect(counters == wanted && (said == spec::CudaTrigger::Counts) == counts, "__prof_trigger");
  }

  /// Each lane that performs goes with one access, to its own line, and beside no lane at its own address.
  void lines() {
    const unsigned bytes = 4u << record_.byte(50) % 3;
    std::array<std::uint64_t, kLanes> address;
    std::array<std::uint8_t, kLanes> order;
    for (unsigned i = 0; i < kLanes; ++i) {
      address[i] = low_[i] / bytes * bytes;
      order[i] = static_cast<std::uint8_t>((i + record_.byte(51)) % kLanes);
    }
    std::uint32_t gone = 0;
    for (const LineAccess& access : coalesced(warp_.exec, address, bytes, order.data())) {
      expect((gone & access.lanes) == 0, "an access of a lane twice");
      gone |= access.lanes;
      for (unsigned i = 0; i < kLanes; ++i)
        for (unsigned j = 0; j < kLanes; ++j)
          if ((access.lanes >> i & 1) && (access.lanes >> j & 1))
            expect(address[i] - access.line < kLineBytes && (i == j || address[i] != address[j]),
                   "an access that is no line's");
    }
    expect(gone == warp_.exec, "an access that is left out");
  }

  static constexpr std::uint32_t kNoWidth = 3;
  const Record<kCudaRecord> record_;
  warplaw_cuda_warp warp_{};
  Words x_, low_, high_, group_, mask_;
  Wide wide_;
  std::uint32_t width_ = 0, yes_ = 0;
  std::string wrong_;
};

} // namespace

std::string wrongCudaFunction(Bytes record) { return CudaTrial(record).wrong(); }

} // namespace warplaw::fuzz
