// Compiled terms against the plain interpreter, and against Z3's own evaluation of what the printer prints.
#include "symbolic/native/native.h"
#include "symbolic/terms/smt.h"
#include "tests/terms/random_terms.h"
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <optional>
#include <thread>
#include <z3++.h>

namespace warplaw::native {
namespace {

using namespace symbolic;

constexpr unsigned kSlotBytes = 16;

/// Terms compiled with every variable and every output in a slot of 16 bytes, quickly and in full.
class Compiled {
public:
  explicit Compiled(std::span<const Term> outputs) : variables_(variablesOf(outputs)) {
    std::vector<Slot> in, out;
    for (const Term variable : variables_)
      in.push_back({variable, 1, in.size() * kSlotBytes, kSlotBytes});
    for (const Term output : outputs)
      out.push_back({output, 0, out.size() * kSlotBytes, kSlotBytes});
    inputs_.resize(in.size());
    outputs_.resize(out.size());
    function_.emplace(compile(in, out));
    quick_.emplace(compile(in, out, Effort::Quick));
  }

  const std::vector<Bits>& operator()(const Assignment& assignment) {
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      const auto found = assignment.find(variables_[i].node()->name);
      inputs_[i] = found == assignment.end() ? 0 : found->second;
    }
    const void* in[] = {nullptr, inputs_.data()};
    std::vector<Bits> quickly(outputs_.size());
    void *out[] = {outputs_.data()}, *quick[] = {quickly.data()};
    (*function_)(in, out);
    (*quick_)(in, quick);
    EXPECT_TRUE(quickly == outputs_);
    return outputs_;
  }

private:
  std::vector<Term> variables_;
  std::vector<Bits> inputs_, outputs_;
  std::optional<Function> function_, quick_;
};

void expectAgreementOnAll(std::span<const Term> outputs, std::span<const Term> variables) {
  Compiled compiled(outputs);
  unsigned bits = 0;
  for (const Term variable : variables)
    bits += variable.width();
  ASSERT_LE(bits, 16u);
  for (unsigned all = 0; all < 1u << bits; ++all) {
    Assignment assignment;
    unsigned rest = all;
    for (const Term variable : variables) {
      assignment[std::string(variable.node()->name)] = rest & onesOf(variable.width());
      rest >>= variable.width();
    }
    const auto want = evaluate(outputs, assignment);
    const auto& got = compiled(assignment);
    for (std::size_t i = 0; i < want.size(); ++i)
      ASSERT_TRUE(got[i] == want[i]) << "operation " << static_cast<int>(outputs[i].op()) << ", output " << i
                                     << ", inputs " << all << ": " << static_cast<unsigned>(got[i]) << " instead of "
                                     << static_cast<unsigned>(want[i]);
  }
}

TEST(Native, EveryOperationExhaustivelyAtOneToFourBits) {
  for (unsigned width = 1; width <= 4; ++width) {
    Terms terms(Folding::Nothing);
    const Term x = terms.variable(width, "x"), y = terms.variable(width, "y"), c = terms.variable(1, "c");
    std::vector<Term> outputs;
    for (const Op op : {Op::Not, Op::Neg})
      outputs.push_back(terms.make(op, width, std::array{x}));
    for (const Op op : {Op::And, Op::Or, Op::Xor, Op::Add, Op::Sub, Op::Mul, Op::Shl, Op::Lshr, Op::Ashr})
      outputs.push_back(terms.make(op, width, std::array{x, y}));
    for (const Op op : {Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle})
      outputs.push_back(terms.make(op, 1, std::array{x, y}));
    outputs.push_back(c.ite(x, y));
    outputs.push_back(x.concat(y));
    outputs.push_back(x.concat(c).concat(y.concat(x)));
    for (unsigned low = 0; low < width; ++low)
      for (unsigned high = low; high < width; ++high)
        outputs.push_back(x.extract(high, low));
    for (const unsigned wide : {width, width + 1, 8u, 31u, 64u, 65u, 128u})
      for (const Term t : {x.zext(wide), x.sext(wide)})
        outputs.push_back(t);
    expectAgreementOnAll(outputs, std::array{x, y, c});
  }
}

/// Sums, sums of sums, orders; y is often near to -x.
TEST(Native, AddsAndOrdersFloatsAsTheInterpreterDoes) {
  Random random(13);
  for (const unsigned width : {16u, 32u, 64u})
    for (const Folding folding : {Folding::Nothing, Folding::All}) {
      Terms terms(folding);
      const Term x = terms.variable(width, "x"), y = terms.variable(width, "y");
      const std::array outputs{x.floatAdd(y), x.floatAdd(y).floatAdd(x), x.floatLess(y), x.floatAdd(y).floatLess(y), x};
      Compiled compiled(outputs);
      for (int round = 0; round < 10000; ++round) {
        const Bits a = random() & onesOf(width), sign = Bits{1} << (width - 1);
        const Bits b = round % 3 == 0 ? a ^ sign ^ random() % 4 : round % 3 == 1 ? random() : randomBits(random, width);
        const Assignment assignment{{"x", a}, {"y", b & onesOf(width)}};
        const auto want = evaluate(outputs, assignment);
        const auto& got = compiled(assignment);
        for (std::size_t i = 0; i < want.size(); ++i)
          ASSERT_TRUE(got[i] == want[i]) << width << " bits, output " << i << ", round " << round;
      }
    }
}

/// What is compiled asks nothing of the processor's own floats, whatever mode they are in.
TEST(Native, FloatsAreIntegersToTheProcessor) {
  Terms terms;
  const Term x = terms.variable(32, "x"), y = terms.variable(32, "y");
  const Slot in[] = {{x, 0, 0, 4}, {y, 0, 4, 4}}, out[] = {{x.floatLess(y).ite(x.floatAdd(y), y), 0, 0, 4}};
  const std::string text = intermediateText(in, out);
  for (const char* own : {"float", "fadd", "fcmp", "call"})
    EXPECT_EQ(text.find(own), text.npos) << text;
}

TEST(Native, SelectExhaustively) {
  for (unsigned width = 1; width <= 4; ++width)
    for (std::size_t count = 1; count <= std::size_t{1} << width; ++count) {
      Terms terms(Folding::Nothing);
      const Term index = terms.variable(width, "index"), x = terms.variable(3, "x");
      std::vector<Term> constants, stack, slots;
      for (std::size_t i = 0; i < count; ++i) {
        constants.push_back(terms.constant(5, i * 7 + 3));
        stack.push_back(x + i);
        slots.push_back(terms.variable(1, "slot" + std::to_string(i)));
      }
      std::vector<Term> variables = {index, x};
      for (std::size_t i = 0; i < std::min<std::size_t>(count, 9); ++i)
        variables.push_back(slots[i]);
      const Term outputs[] = {terms.select(index, constants), terms.select(index, stack), terms.select(index, slots)};
      expectAgreementOnAll(outputs, variables);
    }
}

TEST(Native, AgreesWithTheInterpreterOnRandomTerms) {
  Random random(11);
  const Shape shapes[] = {
      {.steps = 60}, {.widths = {1, 1, 2, 3, 4}, .steps = 60}, {.widths = {1, 33, 65, 127, 128, 8}, .steps = 60}};
  for (int n = 0; n < 45; ++n) {
    const RandomTerms program = randomTerms(random, shapes[n % 3]);
    Terms terms(n % 2 == 0 ? Folding::All : Folding::Nothing);
    const auto outputs = program.build(terms);
    Compiled compiled(outputs);
    for (int round = 0; round < 200; ++round) {
      const Assignment assignment = randomAssignment(random, program);
      const auto want = evaluate(outputs, assignment);
      const auto& got = compiled(assignment);
      for (std::size_t i = 0; i < want.size(); ++i)
        ASSERT_TRUE(got[i] == want[i]) << "program " << n << ", step " << i << ", operation "
                                       << static_cast<int>(outputs[i].op());
    }
  }
}

/// Z3's value for each output: the printed query with the variables' values asserted, and its model of outputs
/// evaluated.
std::vector<std::string> valuesByZ3(Terms& terms, std::span<const Term> outputs, const Assignment& assignment) {
  Query query;
  std::vector<Term> named;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    named.push_back(terms.variable(outputs[i].width(), "out" + std::to_string(i)));
    query.assumptions.push_back(terms.raw(Op::Eq, 1, std::array{named.back(), outputs[i]}));
  }
  for (const Term variable : variablesOf(outputs)) {
    const auto found = assignment.find(variable.node()->name);
    const Term value = terms.constant(variable.width(), found == assignment.end() ? 0 : found->second);
    query.assumptions.push_back(terms.raw(Op::Eq, 1, std::array{variable, value}));
  }
  const std::string text = smtLib(query);
  z3::context context;
  z3::solver solver(context);
  solver.from_string(text.substr(0, text.find("(check-sat)")).c_str());
  EXPECT_EQ(solver.check(), z3::sat);
  const z3::model model = solver.get_model();
  std::vector<std::string> values;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const unsigned width = outputs[i].width();
    const auto sort = width == 1 ? context.bool_sort() : context.bv_sort(width);
    values.push_back(model.eval(context.constant(("out" + std::to_string(i)).c_str(), sort), true).to_string());
  }
  return values;
}

TEST(Native, AgreesWithZ3sEvaluationOnRandomTerms) {
  Random random(12);
  const Shape shapes[] = {
      {.steps = 50}, {.widths = {1, 1, 2, 3, 4}, .steps = 50}, {.widths = {1, 33, 65, 127, 128, 8}, .steps = 50}};
  for (int n = 0; n < 24; ++n) {
    const RandomTerms program = randomTerms(random, shapes[n % 3]);
    Terms terms(n % 2 == 0 ? Folding::All : Folding::Nothing);
    const auto outputs = program.build(terms);
    Compiled compiled(outputs);
    for (int round = 0; round < 4; ++round) {
      const Assignment assignment = randomAssignment(random, program);
      const auto byZ3 = valuesByZ3(terms, outputs, assignment);
      const auto& got = compiled(assignment);
      for (std::size_t i = 0; i < outputs.size(); ++i) {
        const auto model = parseModel("((v " + byZ3[i] + "))");
        ASSERT_TRUE(model) << byZ3[i];
        ASSERT_TRUE(got[i] == model->at("v"))
            << "program " << n << ", step " << i << ", operation " << static_cast<int>(outputs[i].op());
      }
    }
  }
}

struct TableSlots {
  Terms terms;
  std::vector<Term> cells;
  std::vector<Slot> inputs;
  Term index = terms.variable(5, "index");
  /// 32 cells of 4 bytes, `stride` apart, in buffer 2.
  explicit TableSlots(std::size_t stride) {
    inputs.push_back({index, 0, 0, 1});
    for (unsigned i = 0; i < 32; ++i) {
      cells.push_back(terms.variable(32, "row[" + std::to_string(i) + "]"));
      inputs.push_back({cells.back(), 2, 8 + i * stride, 4});
    }
  }
  std::string text() {
    const Slot output[] = {{terms.select(index, cells), 0, 0, 4}};
    return intermediateText(inputs, output);
  }
};

std::size_t countOf(const std::string& text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
    ++count;
  return count;
}

TEST(Native, TableInMemoryIsOneIndexedLoad) {
  for (const std::size_t stride : {4u, 12u}) {
    TableSlots table(stride);
    EXPECT_EQ(countOf(table.text(), "load i32"), 1u) << table.text();
    EXPECT_EQ(countOf(table.text(), "alloca"), 0u);
    const Slot output[] = {{table.terms.select(table.index, table.cells), 0, 0, 4}};
    const Function function = compile(table.inputs, output);
    std::vector<std::uint32_t> memory(2 + 32 * 3);
    for (std::size_t i = 0; i < memory.size(); ++i)
      memory[i] = static_cast<std::uint32_t>(i * 1000);
    for (std::uint8_t index = 0; index < 32; ++index) {
      std::uint32_t result = 0;
      const void* in[] = {&index, nullptr, memory.data()};
      void* out[] = {&result};
      function(in, out);
      EXPECT_EQ(result, memory[2 + index * stride / 4]);
    }
  }
}

TEST(Native, OneCellOutOfPlaceMakesATableOnTheStack) {
  TableSlots table(4);
  std::swap(table.cells[3], table.cells[4]);
  EXPECT_EQ(countOf(table.text(), "alloca"), 1u);
}

TEST(Native, OutputsMayLieOverInputs) {
  Terms terms;
  const Term x = terms.variable(32, "x"), y = terms.variable(32, "y");
  const Slot inputs[] = {{x, 0, 0, 4}, {y, 0, 4, 4}};
  const Slot outputs[] = {{y, 0, 0, 4}, {x + y, 0, 4, 4}};
  const Function function = compile(inputs, outputs);
  std::uint32_t memory[] = {7, 30};
  const void* in[] = {memory};
  void* out[] = {memory};
  function(in, out);
  EXPECT_EQ(memory[0], 30u);
  EXPECT_EQ(memory[1], 37u);
}

/// In the least slots that hold them, one after another.
std::vector<Slot> packed(std::span<const Term> terms) {
  std::vector<Slot> slots;
  std::size_t offset = 0;
  for (const Term term : terms) {
    const unsigned bytes = std::bit_ceil((term.width() + 7) / 8);
    slots.push_back({term, 0, offset, bytes});
    offset += bytes;
  }
  return slots;
}
std::size_t bytesOf(const std::vector<Slot>& slots) {
  return slots.empty() ? 0 : slots.back().offset + slots.back().bytes;
}

/// One random program in every lane, on variables of its own and on some of all lanes; a few lanes have a number for
/// one. What each step gives, the masks of what is true, and what holds in all lanes and in any.
struct LaneTerms {
  static constexpr std::size_t kLanes = 32;
  std::vector<Term> inputs, outputs; ///< lane after lane

  LaneTerms(Terms& terms, Random& random, const RandomTerms& program) {
    const std::vector<Term> once = program.build(terms);
    std::array<std::vector<std::pair<Term, Term>>, kLanes> own;
    for (const Term variable : variablesOf(once)) {
      if (random() % 3 == 0) {
        inputs.push_back(variable);
        continue;
      }
      const std::uint64_t fixed = random() % 2 ? 0 : random() & random();
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const std::string name = std::string(variable.node()->name) + "[" + std::to_string(lane) + "]";
        inputs.push_back(terms.variable(variable.width(), name));
        own[lane].push_back({variable, fixed >> lane & 1
                                           ? terms.constant(variable.width(), lane & onesOf(variable.width()))
                                           : inputs.back()});
      }
    }
    std::vector<std::vector<Term>> ofLane;
    for (const auto& replaced : own)
      ofLane.push_back(substitute(once, replaced));
    std::vector<Term> masks;
    for (std::size_t step = 0; step < once.size(); ++step) {
      std::vector<Term> row;
      for (std::size_t lane = 0; lane < kLanes; ++lane)
        row.push_back(ofLane[lane][step]);
      outputs.insert(outputs.end(), row.begin(), row.end());
      if (once[step].width() != 1)
        continue;
      Term mask = row[0];
      for (std::size_t lane = 1; lane < kLanes; ++lane)
        mask = row[lane].concat(mask);
      masks.insert(masks.end(), {mask, terms.all(row), terms.any(row)});
    }
    outputs.insert(outputs.end(), masks.begin(), masks.end());
  }
};

TEST(Native, LanesThatAreAlikeBecomeVectors) {
  Random random(19);
  constexpr unsigned kPrograms = 12;
  unsigned vectors = 0;
  for (unsigned n = 0; n < kPrograms; ++n) {
    const RandomTerms program =
        randomTerms(random, {.widths = {1, 1, 5, 8, 16, 32, 32, n % 3 ? 64u : 65u}, .steps = 24});
    Terms terms(n % 2 == 0 ? Folding::All : Folding::Nothing);
    const LaneTerms lanes(terms, random, program);
    const std::vector<Slot> in = packed(lanes.inputs), out = packed(lanes.outputs);
    vectors += intermediateText(in, out).find("<32 x i") != std::string::npos;
    const std::array functions = {compile(in, out), compile(in, out, Effort::Quick)};
    for (int round = 0; round < 100; ++round) {
      Assignment assignment;
      std::vector<std::uint8_t> given(bytesOf(in));
      for (const Slot& slot : in) {
        const Bits value = randomBits(random, slot.term.width());
        assignment[std::string(slot.term.node()->name)] = value;
        std::memcpy(given.data() + slot.offset, &value, slot.bytes);
      }
      const auto want = evaluate(lanes.outputs, assignment);
      for (const Function& function : functions) {
        std::vector<std::uint8_t> got(bytesOf(out));
        const void* const inputs[] = {given.data()};
        void* const results[] = {got.data()};
        function(inputs, results);
        for (std::size_t i = 0; i < out.size(); ++i) {
          Bits value = 0;
          std::memcpy(&value, got.data() + out[i].offset, out[i].bytes);
          ASSERT_TRUE(value == want[i]) << "program " << n << ", output " << i << ", round " << round << ", operation "
                                        << static_cast<int>(out[i].term.op());
        }
      }
    }
  }
  EXPECT_GT(vectors, kPrograms / 2);
}

constexpr LateFunction::Calls kFew{.interpreted = 200, .quick = 300};

TEST(LateFunction, IsTheSameBeforeAndAfterItIsCompiled) {
  Random random(17);
  for (int n = 0; n < 8; ++n) {
    const RandomTerms program = randomTerms(random, {.widths = {1, 3, 8, 16, 32, 33, 64, 100}, .steps = 40});
    auto terms = std::make_unique<Terms>();
    const std::vector<Term> outputs = program.build(*terms);
    const std::vector<Slot> in = packed(variablesOf(outputs)), out = packed(outputs);
    const Function atOnce = compile(in, out);
    const LateFunction late(std::move(terms), in, out, kFew);
    std::vector<std::uint8_t> given(bytesOf(in)), got(bytesOf(out) + 1), want = got;
    for (unsigned call = 0; call < kFew.interpreted + kFew.quick + 200; ++call) {
      for (std::uint8_t& byte : given)
        byte = static_cast<std::uint8_t>(random()); // bits that the variable does not have, too
      std::ranges::fill(got, 0xa5);
      std::ranges::fill(want, 0xa5);
      const void* const inputs[] = {given.data()};
      void *const expected[] = {want.data()}, *const actual[] = {got.data()};
      atOnce(inputs, expected);
      late(inputs, actual);
      ASSERT_EQ(got, want) << "program " << n << ", call " << call;
    }
  }
}

TEST(LateFunction, OutputsMayLieOverInputs) {
  auto terms = std::make_unique<Terms>();
  const Term x = terms->variable(32, "x"), y = terms->variable(32, "y");
  const LateFunction function(std::move(terms), {{x, 0, 0, 4}, {y, 0, 4, 4}}, {{y, 0, 0, 4}, {x + y, 0, 4, 4}}, kFew);
  std::uint32_t memory[] = {0, 1};
  const void* const in[] = {memory};
  void* const out[] = {memory};
  std::uint32_t first = 0, second = 1;
  for (unsigned call = 0; call < kFew.interpreted + kFew.quick + 200; ++call) {
    function(in, out);
    first = std::exchange(second, first + second);
    ASSERT_EQ(memory[0], first);
    ASSERT_EQ(memory[1], second);
  }
}

TEST(Native, ThreadsCompileAndRunAtOnce) {
  Terms shared;
  const Term x = shared.variable(32, "x");
  const Slot in[] = {{x, 0, 0, 4}}, out[] = {{x * x + 1, 0, 0, 4}};
  const Function function = compile(in, out);
  std::vector<std::thread> threads;
  std::atomic<unsigned> right{0};
  for (std::uint32_t thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      Terms terms;
      const Term y = terms.variable(32, "y");
      const Slot ownIn[] = {{y, 0, 0, 4}}, ownOut[] = {{y * y + thread, 0, 0, 4}};
      const Function own = compile(ownIn, ownOut);
      for (std::uint32_t value = 0; value < 1000; ++value) {
        std::uint32_t a = 0, b = 0;
        const void* inputs[] = {&value};
        void *first[] = {&a}, *second[] = {&b};
        function(inputs, first);
        own(inputs, second);
        right += a == value * value + 1 && b == value * value + thread;
      }
    });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(right, 4000u);
}

std::vector<std::byte> bitcodeOf(const char* text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseAssemblyString(text, diagnostic, context);
  EXPECT_TRUE(module) << diagnostic.getMessage().str();
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  llvm::WriteBitcodeToFile(*module, stream);
  stream.flush();
  const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
  return {first, first + bytes.size()};
}

TEST(Jit, RunsABitcodeModule) {
  const auto jit = Jit::fromBitcode(bitcodeOf(
      "@k = constant i32 40\n"
      "define i32 @add(i32 %x) {\n %k = load i32, ptr @k\n %r = add i32 %x, %k\n ret i32 %r\n}\n"
      "define i32 @twice(i32 %x) {\n %y = call i32 @add(i32 %x)\n %z = call i32 @add(i32 %y)\n ret i32 %z\n}\n"));
  ASSERT_TRUE(jit);
  const auto twice = reinterpret_cast<std::uint32_t (*)(std::uint32_t)>(jit->address("twice"));
  ASSERT_NE(twice, nullptr);
  EXPECT_EQ(twice(2), 82u);
  EXPECT_EQ(jit->address("thrice"), nullptr);
}

TEST(Jit, JunkIsNull) {
  EXPECT_EQ(Jit::fromBitcode(std::vector<std::byte>(100, std::byte{0x42})), nullptr);
  EXPECT_EQ(Jit::fromBitcode({}), nullptr);
}

TEST(Jit, AModuleThatTheVerifierRejectsIsNull) {
  EXPECT_EQ(Jit::fromBitcode(bitcodeOf("define i32 @f() {\n br label %used\nunreached:\n %x = add i32 1, 2\n"
                                       " br label %used\nused:\n ret i32 %x\n}\n")),
            nullptr);
}

} // namespace
} // namespace warplaw::native
