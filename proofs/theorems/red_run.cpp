// RED's datapath on words: by the encoding, lane after lane in the chosen orders (RED-6), and of two lanes by machine
// code; for replays and readings.
#include "proofs/theorems/red_theorems.h"
#include "symbolic/encodings/red_elements.h"
#include <algorithm>

namespace warplaw::proofs::red {
namespace {
namespace rows = spec::red_rows;
using spec::kLanes;

Bits valueOf(Term constant) {
  assert(constant.isConstant() && "of constants everything folds");
  return constant.value();
}

} // namespace

Bits stepOnWords(Pair pair, Bits memory, Bits operand, const spec::RedChoices& choices, unsigned lane,
                 const ElementStep& step) {
  Terms terms;
  const auto chosen = symbolic::constants(terms, choices);
  const unsigned bits = elementBits(pair.size);
  return valueOf(step(pair.op, pair.size, terms.constant(bits, memory), terms.constant(bits, operand),
                      chosen.unlikeZeros, symbolic::redNan(chosen, terms.constant(5, lane))));
}

Term stepOf(Pair pair, Term memory, Term operand) {
  Terms& terms = memory.terms();
  return symbolic::redStep(pair.op, pair.size, memory, operand, terms.constant(32, 0),
                           terms.constant(64, Bits(0x7ff8000000000000)));
}

std::uint64_t leftByTwo(void* code, Pair pair, std::uint64_t memory, const std::array<std::uint64_t, 2>& given,
                        const spec::RedChoices& choices) {
  if (!code)
    return 0;
  const spec::RedModifiers modifiers{static_cast<std::uint32_t>(pair.op), static_cast<std::uint32_t>(pair.size), 0, 0};
  spec::Operands operands{};
  operands.exec = 3;
  for (unsigned lane = 0; lane < given.size(); ++lane) {
    operands.row[rows::kOperand][lane] = static_cast<std::uint32_t>(given[lane]);
    operands.row[rows::kOperandHigh][lane] = static_cast<std::uint32_t>(given[lane] >> 32);
  }
  spec::GenericRegions regions;
  std::ranges::fill(regions.end, 8u); // one, at address 0
  const spec::SpecialInputs inputs;
  spec::Results results{};
  reinterpret_cast<DatapathCode*>(code)(&modifiers, &operands, &choices, {reinterpret_cast<std::uint8_t*>(&memory), 8},
                                        &regions, &inputs, &results);
  return memory;
}

void takeOnWords(const spec::RedModifiers& modifiers, const spec::Operands& operands, const spec::RedChoices& choices,
                 std::span<std::uint8_t> memory, const spec::Results& reached, spec::Results& results,
                 const ElementStep& step) {
  results.written[0] = results.written[1] = results.predicateWritten = 0;
  std::uint32_t performing = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t word = reached.row[0][lane];
    const bool executes = operands.exec >> lane & 1, fails = word & kNoAccess;
    results.error[lane] = static_cast<std::uint8_t>(executes && fails ? word : 0);
    performing |= std::uint32_t{executes && !fails} << lane;
  }
  const auto op = static_cast<RedOp>(modifiers.op);
  for (const symbolic::RedElement& element : symbolic::redElements(static_cast<RedSize>(modifiers.size)))
    for (const std::uint8_t lane : element.inHighOrder ? choices.orderHigh : choices.order) {
      if (!(performing >> lane & 1))
        continue;
      const std::uint32_t word = reached.row[0][lane];
      const std::size_t at = word % (1u << kPlaceBits) + element.shift / 8, bytes = element.bits / 8;
      if (at + bytes > memory.size())
        continue; // a misreading may reach too far
      Bits held = 0;
      for (std::size_t i = 0; i < bytes; ++i)
        held |= Bits(memory[at + i]) << (8 * i);
      const Bits operand =
          (Bits(operands.row[rows::kOperandHigh][lane]) << 32 | operands.row[rows::kOperand][lane]) >> element.shift;
      const Bits left = stepOnWords({op, static_cast<RedSize>(word >> kPlaceBits)}, held,
                                    operand & symbolic::onesOf(element.bits), choices, lane, step);
      for (std::size_t i = 0; i < bytes; ++i)
        memory[at + i] = static_cast<std::uint8_t>(left >> (8 * i));
    }
}

AfterReach drawnAfterReach(Pair pair, std::mt19937& random) {
  AfterReach drawn;
  drawn.modifiers = {static_cast<std::uint32_t>(pair.op), static_cast<std::uint32_t>(pair.size), 0, 0};
  drawn.operands.exec = static_cast<std::uint32_t>(random());
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto place = static_cast<std::uint32_t>(random() % 6 * 8);
    drawn.reached.row[0][lane] =
        random() % 4 ? place | drawn.modifiers.size << kPlaceBits : static_cast<std::uint32_t>(kNoAccess) | lane % 3;
    for (const unsigned row : {rows::kOperand, rows::kOperandHigh})
      drawn.operands.row[row][lane] = static_cast<std::uint32_t>(random());
    for (auto* const order : {&drawn.choices.order, &drawn.choices.orderHigh})
      std::swap((*order)[lane], (*order)[random() % (lane + 1)]);
  }
  drawn.memory.resize(64);
  for (std::uint8_t& byte : drawn.memory)
    byte = static_cast<std::uint8_t>(random());
  return drawn;
}

std::optional<spec::Case> AfterReach::asCase() const {
  HandedWords handed{operands, choices, {}, {}, memory};
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t word = reached.row[0][lane];
    handed.operands.row[rows::kBase][lane] = word & kNoAccess ? spec::kMaxGenericBytes : word % (1u << kPlaceBits);
    handed.operands.row[rows::kBaseHigh][lane] = 0;
  }
  std::ranges::fill(handed.cells.regions.end, bytes());
  return caseOf(proofOf().writtenDown(), assignmentOf(spec::RedModifiers{modifiers.op, modifiers.size, 0, 0}), handed);
}

Proof::Words onWords(AnyLane reach, ElementStep step, std::function<void(spec::RedChoices&)> change) {
  return [=](const spec::RedModifiers& modifiers, const spec::Operands& operands, spec::RedChoices choices,
             std::span<std::uint8_t> memory, const spec::SurroundingCells& cells, spec::Results& results) {
    if (change)
      change(choices);
    const auto reached = reachOnWords<&spec::SurroundingCells::inputs>(reach, modifiers, operands, choices, cells);
    takeOnWords(modifiers, operands, choices, memory, reached, results, step);
  };
}

} // namespace warplaw::proofs::red
