// How many warp instructions a second each datapath executes, on one core: operands fetched before, masked write-back
// included. Masks, orders and modes are those of 65,536 random warps, which no branch predictor learns (1,024 some do);
// other operands are one of 1,024 sets, so that caches, not memory, are what is read. Printed with the ratio to the
// loop that one would write first, measured in the same run.
#include "bench/first_loops.h"
#include "bench/ratios.h"
#include "bench/warps.h"
#include "spec/instruction.h"
#include "spec/instructions/video_fields.h"
#include "spec/instructions/vsimd_fields.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace {
using namespace warplaw;

using namespace bench;
constexpr std::uint32_t kSharedBytes = 48 * 1024;

// ---- SHFL

struct ShflSet {
  spec::ShflModifiers modifiers;
  spec::Operands operands;
  spec::ShflChoices choices;
};

struct ShflWarp {
  std::uint32_t exec, mode;
};

void shfl(benchmark::State& state, concrete::ShflDatapath* datapath) {
  Random random(1);
  std::vector<ShflSet> sets(kOperandSets);
  for (ShflSet& set : sets) {
    fill(set.operands, random);
    for (std::uint32_t& value : set.choices.inactive)
      value = word(random);
  }
  std::vector<ShflWarp> warps(kWarps);
  for (ShflWarp& warp : warps)
    warp = {word(random), word(random) & 3};
  everyWarp(
      state, std::move(sets), warps,
      [](ShflSet& set, const ShflWarp& warp) {
        set.operands.exec = warp.exec;
        set.modifiers.mode = warp.mode;
      },
      [=](ShflSet& set, spec::Results* results) { datapath(&set.modifiers, &set.operands, &set.choices, results); },
      {.loads = 4, .stores = 1}); // value, lane, clamp and segment mask, what an inactive lane gives; result
}

// ---- VOTE

struct VoteSet {
  spec::VoteModifiers modifiers;
  spec::Operands operands;
};

struct VoteWarp {
  std::uint32_t exec, predicate, mode;
};

/// Lanes of exec say yes and no, or all the same: what answers depend on.
std::uint32_t anyVotes(Random& random) {
  const std::uint32_t votes = word(random);
  return random() % 2 ? votes : (votes & 1 ? ~0u : 0);
}

void vote(benchmark::State& state, concrete::VoteDatapath* datapath, std::optional<spec::VoteMode> mode) {
  Random random(5);
  std::vector<VoteWarp> warps(kWarps);
  for (VoteWarp& warp : warps)
    warp = {word(random), anyVotes(random), mode ? static_cast<std::uint32_t>(*mode) : word(random) % 3};
  const spec::VoteChoices choices;
  everyWarp(
      state, std::vector<VoteSet>(kOperandSets), warps,
      [](VoteSet& set, const VoteWarp& warp) {
        set.operands.exec = warp.exec;
        set.operands.predicate = warp.predicate;
        set.modifiers.mode = warp.mode;
      },
      [=](VoteSet& set, spec::Results* results) { datapath(&set.modifiers, &set.operands, &choices, results); },
      {.loads = 2.0 / spec::kLanes, .stores = 1}); // exec and predicate of the warp; result
}

// ---- ATOMS

enum class Addresses { Distinct, EightWords, OneWord };
enum class Lanes { AllInOrder, RandomMaskAndOrder };

struct AtomsSet {
  spec::AtomsModifiers modifiers;
  spec::Operands operands;
  spec::AtomsChoices choices;
};

struct AtomsWarp {
  std::uint32_t exec = ~0u;
  decltype(spec::AtomsChoices::order) order = spec::AtomsChoices{}.order;
};

std::vector<AtomsSet> atomsSets(const spec::AtomsForm& form, Addresses addresses) {
  const unsigned size = spec::bytesOf(form.size);
  Random random(2);
  std::vector<AtomsSet> sets(kOperandSets);
  for (AtomsSet& set : sets) {
    fill(set.operands, random);
    set.modifiers.op = static_cast<std::uint32_t>(form.op);
    set.modifiers.size = static_cast<std::uint32_t>(form.size);
    set.modifiers.imm24 = word(random) % 4096 / size * size;
    set.modifiers.baseIsZero = 0;
    const std::uint32_t slots = (kSharedBytes - 4096) / size;
    const std::uint32_t first = word(random) % (slots - 64);
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const std::uint32_t slot = addresses == Addresses::Distinct  ? first + lane
                                 : addresses == Addresses::OneWord ? first
                                                                   : first + word(random) % 8;
      set.operands.row[spec::atoms_rows::kBase][lane] = slot * size;
    }
    if (addresses == Addresses::Distinct)
      std::shuffle(set.operands.row[0], set.operands.row[0] + 32, random);
  }
  return sets;
}

std::vector<AtomsWarp> atomsWarps(Lanes lanes) {
  std::vector<AtomsWarp> warps(kWarps);
  Random random(3);
  if (lanes == Lanes::RandomMaskAndOrder)
    for (AtomsWarp& warp : warps) {
      warp.exec = word(random);
      std::shuffle(warp.order.begin(), warp.order.end(), random);
    }
  return warps;
}

/// Address and order of all lanes, and error; of those that execute operand, swap value, memory, and result.
Moved movedBy(const spec::AtomsForm& form, Lanes lanes) {
  const bool swaps =
      form.op == spec::AtomsOp::Cas || form.op == spec::AtomsOp::Cast || form.op == spec::AtomsOp::CastSpin;
  const double executing = lanes == Lanes::AllInOrder ? 1 : 0.5;
  const double words = executing * spec::bytesOf(form.size) / 4;
  return {.loads = 1.25 + words * (swaps ? 3 : 2), .stores = 0.25 + words * 2};
}

void atoms(benchmark::State& state, concrete::AtomsDatapath* datapath, const spec::AtomsForm& form, Addresses addresses,
           Lanes lanes) {
  std::vector<std::uint8_t> memory(kSharedBytes);
  everyWarp(
      state, atomsSets(form, addresses), atomsWarps(lanes),
      [](AtomsSet& set, const AtomsWarp& warp) {
        set.operands.exec = warp.exec;
        set.choices.order = warp.order;
      },
      [&](AtomsSet& set, spec::Results* results) {
        datapath(&set.modifiers, &set.operands, &set.choices, {memory.data(), kSharedBytes}, results);
      },
      movedBy(form, lanes));
}

// ---- video

template <class Modifiers, class Choices> struct VideoSet {
  Modifiers modifiers;
  spec::Operands operands;
  Choices choices;
};
template <class Modifiers, class Choices> struct VideoWarp {
  std::uint32_t exec;
  Modifiers modifiers;
  Choices choices;
};

template <class Structure> void fillCells(Structure& structure, Random& random) {
  spec::eachCell([&](const spec::CellPlace& place, auto& cell) { cell = word(random) % place.about.count; }, structure);
}

/// Any legal modifiers.
template <class Modifiers> Modifiers anyModifiers(Random& random) {
  Modifiers modifiers;
  fillCells(modifiers, random);
  const auto op = static_cast<spec::VideoOp>(modifiers.op);
  if (op == spec::VideoOp::Set)
    modifiers.dSigned = modifiers.saturates = 0;
  else
    modifiers.condition = 0;
  if constexpr (requires { modifiers.adds; }) {
    modifiers.adds &= ~modifiers.saturates;
    modifiers.mask = 1 + modifiers.mask % (modifiers.fourLanes ? 15 : 3);
    modifiers.aLanes = word(random) & (modifiers.fourLanes ? 0x7777 : 0x33);
    modifiers.bLanes = word(random) & (modifiers.fourLanes ? 0x7777 : 0x33);
  } else {
    const bool shifts = op == spec::VideoOp::Shl || op == spec::VideoOp::Shr;
    modifiers.bSigned &= !shifts;
    modifiers.wraps &= shifts;
    if (modifiers.second != 0)
      modifiers.dPart = 0;
  }
  return modifiers;
}

template <class Modifiers, class Choices>
void video(benchmark::State& state,
           void (*datapath)(const Modifiers*, const spec::Operands*, const Choices*, spec::Results*)) {
  Random random(4);
  std::vector<VideoSet<Modifiers, Choices>> sets(kOperandSets);
  for (auto& set : sets)
    fill(set.operands, random);
  std::vector<VideoWarp<Modifiers, Choices>> warps(kWarps);
  for (auto& warp : warps) {
    warp = {word(random), anyModifiers<Modifiers>(random), {}};
    fillCells(warp.choices, random);
  }
  everyWarp(
      state, std::move(sets), warps,
      [](auto& set, const auto& warp) {
        set.operands.exec = warp.exec;
        set.modifiers = warp.modifiers;
        set.choices = warp.choices;
      },
      [=](auto& set, spec::Results* results) { datapath(&set.modifiers, &set.operands, &set.choices, results); },
      {.loads = 3, .stores = 1}); // three operands; result
}

// ---- What is measured.

struct ShflRow {
  const char* who;
  concrete::ShflDatapath* datapath;
};
constexpr ShflRow kShfl[] = {{"first_loop", bench::firstShflLoop},
                             {"portable", concrete::warplaw_shfl_portable},
                             {"avx2", concrete::warplaw_shfl_avx2},
                             {"avx512", concrete::warplaw_shfl_avx512}};

struct VoteRow {
  const char* who;
  concrete::VoteDatapath* datapath;
};
constexpr VoteRow kVote[] = {{"first_loop", bench::firstVoteLoop},
                             {"portable", concrete::warplaw_vote_portable},
                             {"avx512", concrete::warplaw_vote_avx512}};

struct VideoRow {
  const char* who;
  concrete::VideoDatapath* datapath;
};
constexpr VideoRow kVideo[] = {{"first_loop", bench::firstVideoLoop},
                               {"portable", concrete::warplaw_video_portable},
                               {"avx2", concrete::warplaw_video_avx2},
                               {"avx512", concrete::warplaw_video_avx512}};
struct VsimdRow {
  const char* who;
  concrete::VsimdDatapath* datapath;
};
constexpr VsimdRow kVsimd[] = {{"first_loop", bench::firstVsimdLoop},
                               {"portable", concrete::warplaw_vsimd_portable},
                               {"avx512", concrete::warplaw_vsimd_avx512}};

struct AtomsRow {
  const char* path;
  concrete::AtomsDatapath* datapath;
};
constexpr AtomsRow kAtoms[] = {{"portable", concrete::warplaw_atoms_portable},
                               {"vbmi2", concrete::warplaw_atoms_vbmi2}};

concrete::AtomsDatapath* firstLoopOf(const spec::AtomsForm& form) {
  if (form.size != spec::AtomsSize::U32)
    return nullptr;
  return form.op == spec::AtomsOp::Add        ? bench::firstAddLoop
         : form.op == spec::AtomsOp::CastSpin ? bench::firstSpinLoop
                                              : nullptr;
}

/// Forms with a first loop at every place and with every mask; the others at a word each, in random masks and orders.
void registerAtoms(const std::string& name, concrete::AtomsDatapath* datapath, const spec::AtomsForm& form,
                   bool everywhere) {
  const std::pair<const char*, Addresses> kAddresses[] = {
      {"distinct", Addresses::Distinct}, {"eight_words", Addresses::EightWords}, {"one_word", Addresses::OneWord}};
  const std::pair<const char*, Lanes> kLanes[] = {{"random_mask_and_order", Lanes::RandomMaskAndOrder},
                                                  {"full_mask_lane_order", Lanes::AllInOrder}};
  for (const auto& [lanesText, lanes] : kLanes)
    for (const auto& [addressText, addresses] : kAddresses)
      if (everywhere || (lanes == Lanes::RandomMaskAndOrder && addresses == Addresses::Distinct))
        benchmark::RegisterBenchmark(fmt::format("{}/{}/{}", name, lanesText, addressText).c_str(), atoms, datapath,
                                     form, addresses, lanes);
}

/// Rows out of the sets of operands, by what the C library copies with.
void copyRows(benchmark::State& state) {
  Random random(10);
  std::vector<VoteSet> sets(kOperandSets);
  for (VoteSet& set : sets)
    fill(set.operands, random);
  spec::Operands copied;
  constexpr std::size_t kCopied = sizeof copied.row / sizeof copied.row[0];
  everyWarp(
      state, std::move(sets), std::vector<VoteWarp>(kWarps), [](VoteSet&, const VoteWarp&) {},
      [&](VoteSet& set, spec::Results*) {
        std::memcpy(copied.row, set.operands.row, sizeof copied.row);
        benchmark::ClobberMemory();
      },
      {.loads = 1, .stores = 1});
  benchmark::DoNotOptimize(&copied);
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kWarps * kCopied));
}

/// What one iteration costs of itself: nothing, beside 65,536 warps.
void loopItself(benchmark::State& state) {
  for (auto _ : state)
    benchmark::ClobberMemory();
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}

void registerAll() {
  benchmark::RegisterBenchmark("benchmark_library/an_iteration", loopItself);
  benchmark::RegisterBenchmark(bench::kCopies, copyRows);
  for (const auto& [who, datapath] : kShfl)
    if (runsHere(spec::Mnemonic::Shfl, who))
      benchmark::RegisterBenchmark(fmt::format("SHFL/{}/random_modes_and_masks", who).c_str(), shfl, datapath);
  const std::pair<const char*, std::optional<spec::VoteMode>> kVotes[] = {{"random_modes", std::nullopt},
                                                                          {"all", spec::VoteMode::All},
                                                                          {"any", spec::VoteMode::Any},
                                                                          {"eq", spec::VoteMode::Eq}};
  for (const auto& [who, datapath] : kVote)
    if (runsHere(spec::Mnemonic::Vote, who))
      for (const auto& [mode, which] : kVotes)
        benchmark::RegisterBenchmark(fmt::format("VOTE/{}/{}_masks_and_predicates", who, mode).c_str(), vote, datapath,
                                     which);
  for (const auto& [who, datapath] : kVideo)
    if (runsHere(spec::Mnemonic::Video, who))
      benchmark::RegisterBenchmark(fmt::format("scalar_video/{}/random_modifiers_choices_and_masks", who).c_str(),
                                   video<spec::VideoModifiers, spec::VideoChoices>, datapath);
  for (const auto& [who, datapath] : kVsimd)
    if (runsHere(spec::Mnemonic::Vsimd, who))
      benchmark::RegisterBenchmark(fmt::format("SIMD_video/{}/random_modifiers_and_masks", who).c_str(),
                                   video<spec::VsimdModifiers, spec::VsimdChoices>, datapath);
  for (const spec::FormFamily& family : spec::families(spec::Mnemonic::Atoms)) {
    const auto& form = family.form.as<spec::AtomsForm>();
    concrete::AtomsDatapath* first = firstLoopOf(form);
    if (first)
      registerAtoms(family.name + "/first_loop", first, form, true);
    for (const auto& [path, datapath] : kAtoms)
      if (runsHere(spec::Mnemonic::Atoms, path))
        registerAtoms(fmt::format("{}/{}", family.name, path), datapath, form, first != nullptr);
  }
  bench::registerReductions();
  bench::registerGroups();
}
} // namespace

int main(int argc, char** argv) {
  // repetitions in random order, so that what else the machine does meets all alike; the command line has the last word
  std::string defaults[] = {"--benchmark_repetitions=5", "--benchmark_enable_random_interleaving=true",
                            "--benchmark_min_time=0.05"};
  std::vector<char*> arguments = {argv[0]};
  for (std::string& text : defaults)
    arguments.push_back(text.data());
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  const bool console = std::none_of(argv + 1, argv + argc, [](const char* argument) {
    return std::strncmp(argument, "--benchmark_format=", 19) == 0;
  });
  int count = static_cast<int>(arguments.size());
  registerAll();
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data()))
    return 2;
  benchmark::AddCustomContext("processor", bench::processor());
  benchmark::AddCustomContext("warps", fmt::format("{}", kWarps));
  benchmark::AddCustomContext(
      "benchmark library", "if it calls itself DEBUG: it was built with its assertions on, as Debian does, optimised "
                           "all the same; it is entered once an iteration, which benchmark_library/an_iteration times");
  bench::Ratios ratios;
  if (console)
    benchmark::RunSpecifiedBenchmarks(&ratios);
  else
    benchmark::RunSpecifiedBenchmarks();
  return 0;
}
