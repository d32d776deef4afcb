// How many warp instructions a second each datapath executes, on one core: operands fetched before, masked write-back
// included. Operands, modes, masks and orders are random over 1,024 warps, so that the branch predictor cannot learn
// them. "reference" is the loop that one would write first, for comparison.
#include "concrete/instructions/atoms.h"
#include "concrete/instructions/shfl.h"
#include "spec/instruction.h"
#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstring>
#include <memory>
#include <random>

namespace {
using namespace warplaw;

constexpr std::size_t kWarps = 1024;
constexpr std::uint32_t kSharedBytes = 48 * 1024;

using Random = std::mt19937;

/// Where results go: as in an interpreter, a few places that stay in the first-level cache. Their old contents are kept
/// by masked writes.
class ResultPlaces {
public:
  spec::Results* next() { return &places_[index_++ % places_.size()]; }

private:
  std::array<spec::Results, 8> places_{};
  std::size_t index_ = 0;
};

std::uint32_t word(Random& random) { return static_cast<std::uint32_t>(random()); }

struct ShflWork {
  spec::ShflModifiers modifiers;
  spec::Operands operands;
  spec::ShflChoices choices;
};

std::vector<ShflWork> shflWork() {
  Random random(1);
  std::vector<ShflWork> warps(kWarps);
  for (ShflWork& warp : warps) {
    warp.modifiers.mode = word(random) & 3;
    warp.operands.exec = word(random);
    for (auto& row : warp.operands.row)
      for (std::uint32_t& value : row)
        value = word(random);
    for (std::uint32_t& value : warp.choices.inactive)
      value = word(random);
  }
  return warps;
}

/// SHFL as the rules read, a lane at a time.
void shflReference(const spec::ShflModifiers* modifiers, const spec::Operands* operands,
                   const spec::ShflChoices* choices, spec::Results* results) {
  const std::uint32_t exec = operands->exec;
  results->predicate &= ~exec;
  for (int lane = 0; lane < 32; ++lane) {
    if (!(exec >> lane & 1))
      continue;
    const int b = operands->row[1][lane] & 31, clamp = operands->row[2][lane] & 31,
              seg = operands->row[2][lane] >> 8 & 31;
    const int first = lane & seg, last = first | (clamp & ~seg);
    int from = lane;
    bool inside = false;
    switch (static_cast<spec::ShflMode>(modifiers->mode)) {
    case spec::ShflMode::Idx:
      from = first | (b & ~seg);
      inside = from <= last;
      break;
    case spec::ShflMode::Up:
      from = lane - b;
      inside = from >= last;
      break;
    case spec::ShflMode::Down:
      from = lane + b;
      inside = from <= last;
      break;
    case spec::ShflMode::Bfly:
      from = lane ^ b;
      inside = from <= last;
      break;
    }
    if (!inside)
      from = lane;
    results->row[0][lane] = exec >> from & 1 ? operands->row[0][from] : choices->inactive[lane];
    if (inside)
      results->predicate |= 1u << lane;
    results->error[lane] = 0;
  }
  results->written[0] = exec;
  results->written[1] = 0;
  results->predicateWritten = exec;
}

void shfl(benchmark::State& state, concrete::ShflDatapath* datapath) {
  auto warps = shflWork();
  ResultPlaces results;
  for (auto _ : state) {
    for (ShflWork& warp : warps)
      datapath(&warp.modifiers, &warp.operands, &warp.choices, results.next());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kWarps));
}

enum class Addresses { Distinct, OneWord, Random };
enum class Lanes { AllInOrder, RandomMaskAndOrder };

struct AtomsWork {
  spec::AtomsModifiers modifiers;
  spec::Operands operands;
  spec::AtomsChoices choices;
};

std::vector<AtomsWork> atomsWork(const spec::AtomsForm& form, Addresses addresses, Lanes lanes) {
  const unsigned size = spec::bytesOf(form.size);
  Random random(2);
  std::vector<AtomsWork> warps(kWarps);
  for (AtomsWork& warp : warps) {
    for (auto& row : warp.operands.row)
      for (std::uint32_t& value : row)
        value = word(random);
    warp.modifiers.op = static_cast<std::uint32_t>(form.op);
    warp.modifiers.size = static_cast<std::uint32_t>(form.size);
    warp.modifiers.imm24 = word(random) % 4096 / size * size;
    warp.modifiers.baseIsZero = 0;
    const std::uint32_t slots = (kSharedBytes - 4096) / size;
    const std::uint32_t first = word(random) % (slots - 64);
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const std::uint32_t slot = addresses == Addresses::Distinct  ? first + lane
                                 : addresses == Addresses::OneWord ? first
                                                                   : first + word(random) % 8;
      warp.operands.row[spec::atoms_rows::kBase][lane] = slot * size;
    }
    if (addresses == Addresses::Distinct)
      std::shuffle(warp.operands.row[0], warp.operands.row[0] + 32, random);
    warp.operands.exec = lanes == Lanes::AllInOrder ? ~0u : word(random);
    if (lanes == Lanes::RandomMaskAndOrder)
      std::shuffle(warp.choices.order.begin(), warp.choices.order.end(), random);
  }
  return warps;
}

/// ATOMS.ADD.U32 as the rules read.
void atomsAddReference(const spec::AtomsModifiers* modifiers, const spec::Operands* operands,
                       const spec::AtomsChoices* choices, spec::SharedBytes shared, spec::Results* results) {
  results->written[0] = results->written[1] = results->predicateWritten = 0;
  for (std::uint8_t lane : choices->order) {
    results->error[lane] = 0;
    if (!(operands->exec >> lane & 1))
      continue;
    const std::uint32_t immediate = modifiers->imm24;
    const std::uint32_t address =
        modifiers->baseIsZero
            ? immediate
            : operands->row[0][lane] + static_cast<std::uint32_t>(static_cast<std::int32_t>(immediate << 8) >> 8);
    if (std::uint64_t{address} + 4 > shared.allocated) {
      results->error[lane] = 1;
    } else if (address % 4) {
      results->error[lane] = 2;
    } else {
      std::uint32_t cell;
      std::memcpy(&cell, shared.bytes + address, 4);
      results->row[0][lane] = cell;
      cell += operands->row[1][lane];
      std::memcpy(shared.bytes + address, &cell, 4);
      results->written[0] |= 1u << lane;
    }
  }
}

void atoms(benchmark::State& state, concrete::AtomsDatapath* datapath, const spec::AtomsForm& form, Addresses addresses,
           Lanes lanes) {
  auto warps = atomsWork(form, addresses, lanes);
  std::vector<std::uint8_t> memory(kSharedBytes);
  ResultPlaces results;
  for (auto _ : state) {
    for (AtomsWork& warp : warps)
      datapath(&warp.modifiers, &warp.operands, &warp.choices, {memory.data(), kSharedBytes}, results.next());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kWarps));
}

void registerAtoms(const std::string& name, concrete::AtomsDatapath* datapath, const spec::AtomsForm& form) {
  const std::pair<const char*, Addresses> kAddresses[] = {
      {"distinct", Addresses::Distinct}, {"eight_words", Addresses::Random}, {"one_word", Addresses::OneWord}};
  for (const auto& [addressText, addresses] : kAddresses) {
    benchmark::RegisterBenchmark((name + "/full_mask_lane_order/" + addressText).c_str(), atoms, datapath, form,
                                 addresses, Lanes::AllInOrder);
    benchmark::RegisterBenchmark((name + "/random_mask_and_order/" + addressText).c_str(), atoms, datapath, form,
                                 addresses, Lanes::RandomMaskAndOrder);
  }
}
} // namespace

int main(int argc, char** argv) {
  benchmark::RegisterBenchmark("SHFL/reference", shfl, shflReference);
  benchmark::RegisterBenchmark("SHFL/portable", shfl, concrete::warplaw_shfl_portable);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq"))
    benchmark::RegisterBenchmark("SHFL/avx512", shfl, concrete::warplaw_shfl_avx512);
  registerAtoms("ATOMS.ADD.U32/reference", atomsAddReference, {});
  for (const spec::FormFamily& family : spec::families(spec::Mnemonic::Atoms))
    registerAtoms(family.name + "/portable", concrete::warplaw_atoms_portable, family.form.as<spec::AtomsForm>());
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
