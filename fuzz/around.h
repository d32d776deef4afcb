// Parts of the surroundings made of cells (spec/surroundings.h) in trials, and encodings of instructions that are
// handed some, as functions on memory.
#pragma once
#include "fuzz/encoding.h"
#include "fuzz/record.h"
#include "fuzz/trial.h"
#include "spec/surrounding_parts.h"

namespace warplaw::fuzz {

/// Calls f(part, its number) for each.
template <class Values, class F> void eachPart(Values&& values, F&& f) {
  [[maybe_unused]] unsigned number = 0;
  std::apply([&](auto&... part) { (f(part, number++), ...); }, values);
}

/// Are these parts what a machine can hold, and the lanes that execute alive in it (SR-3)?
template <class Values> bool areLegal(const Values& around, std::uint32_t exec) {
  bool legal = true;
  eachPart(around, [&]<class Part>(const Part& part, unsigned) {
    legal = legal && !spec::faultOf(part);
    if constexpr (std::same_as<Part, spec::SpecialInputs>)
      legal = legal && !(exec & ~spec::aliveLanes(part));
  });
  return legal;
}

/// Legal ones. Of barriers, number `warp` of the warps neither waits nor has exited.
void draw(spec::SpecialInputs& inputs, Dice& dice);
void draw(spec::Counters& counters, Dice& dice);
void draw(spec::ExitedLanes& exited, Dice& dice); ///< mostly none
/// Any number, mostly few, of 480 bytes together at most; memory is to have as many as they end at.
void draw(spec::GenericRegions& regions, Dice& dice);
void draw(spec::Barriers& barriers, Dice& dice, std::uint32_t warp);
/// One barrier in which a generation is open that a warp more may join, or complete.
void openBarrier(spec::Barriers& barriers, unsigned id, spec::BarrierUse use, Dice& dice, std::uint32_t warp);

/// All parts of a trial, those of its warp; lanes that execute are alive in it (SR-3).
template <class Trial> void drawAround(Trial& trial, Dice dice) {
  std::uint32_t warp = 0; // inputs come first, where there are any
  eachPart(trial.around, [&]<class Part>(Part& part, unsigned) {
    if constexpr (std::same_as<Part, spec::Barriers>) {
      draw(part, dice, warp);
    } else {
      draw(part, dice);
      if constexpr (std::same_as<Part, spec::SpecialInputs>) {
        warp = part.warp;
        trial.operands.exec &= spec::aliveLanes(part);
      }
    }
  });
}

/// Traits::kEncoding or kLane, which take the parts last: kEncoding changes those that are no const.
template <class Traits> class AroundEncoding {
public:
  using Modifiers = typename Traits::Modifiers;
  using Choices = typename Traits::Choices;
  using Around = decltype(Traits::Trial::around);
  static constexpr std::size_t kParts = std::tuple_size_v<Around>;
  static constexpr bool kLanewise = requires { Traits::kLane; };

  /// around, results: before in, after out.
  void operator()(const Modifiers& modifiers, const spec::Operands& operands, const Choices& choices, Around& around,
                  spec::Results& results) {
    const native::LateFunction& function = functions_.of(modifiers, [](auto&... parts) { return outputsOf(parts...); });
    const Around aroundBefore = around;
    std::array<const void*, kFirstPart + kParts> inputs = {&modifiers, &operands, &choices};
    std::array<void*, 1 + kParts> outputs = {&results};
    eachPart(aroundBefore, [&](const auto& part, unsigned number) { inputs[kFirstPart + number] = &part; });
    eachPart(around, [&](auto& part, unsigned number) { outputs[1 + number] = &part; });
    if constexpr (kLanewise) {
      for (std::uint32_t lane = 0; lane < spec::kLanes; ++lane) {
        if (!(operands.exec >> lane & 1))
          continue;
        inputs[kBefore] = &lane;
        outputs[0] = &results.row[0][lane];
        function(inputs.data(), outputs.data());
      }
      results.written[0] = operands.exec; // masks and errors are set whole (spec/datapath.h)
      results.written[1] = results.predicateWritten = 0;
      std::memset(results.error, 0, sizeof results.error);
    } else {
      const spec::Results before = results;
      inputs[kBefore] = &before;
      function(inputs.data(), outputs.data());
    }
  }

private:
  static constexpr unsigned kBefore = 3, kFirstPart = 4; ///< buffers; of what goes lane by lane, kBefore is the lane
  using AsTerms = symbolic::AsTerms;

  template <class... Part> static auto variablesOf(Terms& terms, std::tuple<Part...>*) {
    return std::tuple{symbolic::variables<spec::InWorld<Part, AsTerms>>(terms, spec::partName<Part>() + ".")...};
  }

  template <class ModifierTerms>
  static std::vector<native::Slot> outputsOf(Terms& terms, const ModifierTerms& modifiers,
                                             std::vector<native::Slot>& inputs) {
    const auto choices = symbolic::variables<spec::InWorld<Choices, AsTerms>>(terms, "choices.");
    addSlots(inputs, choices, 2);
    auto around = variablesOf(terms, static_cast<Around*>(nullptr));
    eachPart(around, [&](const auto& part, unsigned number) { addSlots(inputs, part, kFirstPart + number); });
    std::vector<native::Slot> outputs;
    if constexpr (kLanewise) {
      static_assert(Traits::kRows == 0, "an operand's word would be one more input");
      const Term lane = terms.variable(5, "lane");
      inputs.push_back({lane, kBefore, 0, 4});
      symbolic::LaneWords none;
      none.fill(terms.constant(32, 0));
      none.predicate = terms.truth(false);
      std::apply(
          [&](const auto&... part) {
            outputs.push_back({Traits::kLane(modifiers, choices, lane, none, part...), 0, 0, 4});
          },
          around);
    } else {
      const auto operands = symbolic::variables<symbolic::OperandTerms>(terms);
      const auto before = symbolic::variables<symbolic::ResultTerms>(terms, "before.");
      addSlots(inputs, operands, 1);
      addSlots(inputs, before, kBefore);
      auto after = around;
      std::apply(
          [&](auto&... part) {
            addSlots(outputs, Traits::kEncoding(modifiers, operands, choices, before, part...), 0, &before);
          },
          after);
      addChanged(outputs, around, after, std::make_index_sequence<kParts>());
    }
    return outputs;
  }
  template <class Values, std::size_t... number>
  static void addChanged(std::vector<native::Slot>& outputs, const Values& before, const Values& after,
                         std::index_sequence<number...>) {
    (addSlots(outputs, std::get<number>(after), 1 + number, &std::get<number>(before)), ...);
  }
  OfModifiers<Traits> functions_;
};

} // namespace warplaw::fuzz
