// The loop cut: what is assumed at the head, what one iteration makes of it, what holds after an arbitrary last
// iteration.
#include "check.h"
#include <fmt/format.h>

namespace warplaw::lift::test {
namespace {

const std::string kEnd = "\n!0 = distinct !{!0, !1}\n!1 = !{!\"llvm.loop.unroll.disable\"}\n";

/// for (k = 0; k < 8; ++k) { sum += t[k]; t[k] = sum; } return sum; with phis (optimised) or with locals (as the front
/// end writes it).
const std::string kOptimised =
    "define i32 @f(ptr %t) {\nentry:\nbr label %loop\nloop:\n%k = phi i64 [ 0, %entry ], [ %n, %loop ]\n%sum = phi i32 "
    "[ 0, %entry ], [ %s2, %loop ]\n"
    "%p = getelementptr inbounds i32, ptr %t, i64 %k\n%v = load i32, ptr %p\n%s2 = add i32 %sum, %v\nstore i32 %s2, "
    "ptr %p\n%n = add nuw nsw i64 %k, 1\n"
    "%c = icmp ult i64 %n, 8\nbr i1 %c, label %loop, label %end, !llvm.loop !0\nend:\nret i32 %s2\n}" +
    kEnd;
const std::string kUnoptimised =
    "define i32 @f(ptr %t) {\nentry:\n%k = alloca i64\n%sum = alloca i32\n%tmp = alloca i32\nstore i64 0, ptr "
    "%k\nstore i32 0, ptr %sum\nbr label %cond\n"
    "cond:\n%i = load i64, ptr %k\n%c = icmp ult i64 %i, 8\nbr i1 %c, label %body, label %end\nbody:\n%p = "
    "getelementptr inbounds i32, ptr %t, i64 %i\n%v = load i32, ptr %p\n"
    "store i32 %v, ptr %tmp\n%s = load i32, ptr %sum\n%v2 = load i32, ptr %tmp\n%s2 = add i32 %s, %v2\nstore i32 %s2, "
    "ptr %sum\nstore i32 %s2, ptr %p\n%n = add i64 %i, 1\n"
    "store i64 %n, ptr %k\nbr label %cond, !llvm.loop !0\nend:\n%r = load i32, ptr %sum\nret i32 %r\n}" +
    kEnd;

std::function<Input(Terms&)> cutting() {
  return [](Terms& terms) {
    Input input = tableAnd(8, 32, {})(terms);
    input.cut = true;
    return input;
  };
}

Failure say(bool good, const std::string& what) { return good ? Failure() : what; }

const Carried* carried(const Cut& cut, const std::string& name) {
  for (const Carried& c : cut.phis)
    if (c.name == name)
      return &c;
  return nullptr;
}

/// One iteration from k = 5 with sum 1000 and cells assumed as 100 + i.
Failure iteration(const std::string& ir, bool rotated) {
  const Lifting lifting(ir, cutting());
  if (lifting.problem())
    return lifting.problem();
  if (!lifting.lifted().cut)
    return "the loop was not cut";
  const Cut& cut = *lifting.lifted().cut;
  const Carried* k = carried(cut, "k");
  const Carried* sum = carried(cut, "sum");
  if (!k || !sum || cut.phis.size() != 2)
    return "carried values are not k and sum";
  if (!k->entry.isConstant() || k->entry.value() != 0 || !cut.reached.isTrue())
    return "the entry is not k = 0";
  const Table& entry = std::get<Table>(cut.entry.objects[0]);
  const Table& assumed = std::get<Table>(cut.assumed.objects[0]);
  const Table& next = std::get<Table>(cut.next.objects[0]);
  Assignment assignment{{"k@cut", 5}, {"sum@cut", 1000}};
  for (unsigned i = 0; i < 8; ++i) {
    assignment[fmt::format("t[{}]", i)] = 1;
    assignment[fmt::format("t.x[{}]@cut", i)] = 100 + i;
    if (!entry.field("x").cells[i].bits.same(lifting.terms().variable(32, fmt::format("t[{}]", i))))
      return "the entry state is not the argument's";
    if (!assumed.field("x").cells[i].bits.same(lifting.terms().variable(32, fmt::format("t.x[{}]@cut", i))))
      return "a cell that the loop stores to is not fresh";
  }
  std::vector<Term> roots{k->next, sum->next, cut.continues, lifting.lifted().undefined,
                          lifting.lifted().returned->bits};
  for (const Cell& cell : next.field("x").cells)
    roots.push_back(cell.bits);
  std::vector<Bits> values = symbolic::evaluate(roots, assignment);
  if (Failure failure = say(values[0] == 6 && values[1] == 1105 && values[2] == 1 && values[3] == 0,
                            "the iteration does not give k = 6, sum = 1105"))
    return failure;
  for (unsigned i = 0; i < 8; ++i)
    if (values[5 + i] != (i == 5 ? 1105 : 100 + i))
      return fmt::format("cell {} after the iteration", i);
  assignment["k@cut"] = rotated ? 7 : 8; // the last iteration, or the test that ends the loop
  values = symbolic::evaluate(roots, assignment);
  if (Failure failure = say(values[2] == 0 && values[3] == 0 && values[4] == (rotated ? 1107u : 1000u),
                            "what holds after the last iteration"))
    return failure;
  assignment["k@cut"] =
      rotated ? 8 : 9; // a state that no invariant would admit: the access is out of bounds, or the loop is over
  values = symbolic::evaluate(roots, assignment);
  return say(values[3] == rotated, "an access out of bounds from an impossible state");
}

/// A value that is poison after an iteration may not be assumed otherwise: the lift says so in `undefined`.
Failure poisonCarried(bool inMemory) {
  const std::string by = "%x = shl nuw i32 1, %kk\n";
  const std::string ir = inMemory
                             ? "define i32 @f(ptr %t) {\nentry:\n%l = alloca i32\nstore i32 0, ptr %l\nbr label "
                               "%loop\nloop:\n%k = phi i64 [ 0, %entry ], [ %n, %loop ]\n%kk = trunc i64 %k to i32\n" +
                                   by +
                                   "store i32 %x, ptr %l\n%n = add i64 %k, 1\n%c = icmp ult i64 %n, 90\nbr i1 %c, "
                                   "label %loop, label %end, !llvm.loop !0\nend:\nret i32 0\n}" +
                                   kEnd
                             : "define i32 @f(ptr %t) {\nentry:\nbr label %loop\nloop:\n%k = phi i64 [ 0, %entry ], [ "
                               "%n, %loop ]\n%y = phi i32 [ 0, %entry ], [ %x, %loop ]\n%kk = trunc i64 %k to i32\n" +
                                   by +
                                   "%n = add i64 %k, 1\n%c = icmp ult i64 %n, 90\nbr i1 %c, label %loop, label %end, "
                                   "!llvm.loop !0\nend:\nret i32 0\n}" +
                                   kEnd;
  const Lifting lifting(ir, cutting());
  if (Failure failure = lifting.expect({{"k@cut", 31}}, value(0)))
    return failure;
  return lifting.expect({{"k@cut", 32}}, undefinedBehaviour());
}

/// A phi that is poison on entry is not assumed to be otherwise.
Failure poisonOnEntry() {
  const Lifting lifting("define i32 @f(ptr %t, i32 %a) {\nentry:\n%s = shl nuw i32 %a, 31\nbr label %loop\nloop:\n%k = "
                        "phi i64 [ 0, %entry ], [ %n, %loop ]\n%y = phi i32 [ %s, %entry ], [ 0, %loop ]\n"
                        "%n = add i64 %k, 1\n%c = icmp ult i64 %n, 9\nbr i1 %c, label %loop, label %end, !llvm.loop "
                        "!0\nend:\nret i32 0\n}" +
                            kEnd,
                        [](Terms& terms) {
                          Input input = tableAnd(1, 32, {32})(terms);
                          input.cut = true;
                          return input;
                        });
  if (Failure failure = lifting.expect({{"a0", 1}}, value(0)))
    return failure;
  return lifting.expect({{"a0", 2}}, undefinedBehaviour());
}

/// What is undefined after the loop counts only where the iteration is the last one.
Failure afterTheLast() {
  const Lifting lifting("define i32 @f(ptr %t) {\nentry:\nbr label %loop\nloop:\n%k = phi i64 [ 0, %entry ], [ %n, "
                        "%loop ]\n%n = add i64 %k, 1\n%c = icmp ult i64 %n, 9\n"
                        "br i1 %c, label %loop, label %end, !llvm.loop !0\nend:\n%q = sub i64 9, %n\n%z = icmp eq i64 "
                        "%q, 0\nbr i1 %z, label %good, label %bad\nbad:\nunreachable\ngood:\nret i32 1\n}" +
                            kEnd,
                        cutting());
  if (Failure failure = lifting.expect({{"k@cut", 3}}, value(1)))
    return failure;
  return lifting.expect({{"k@cut", 20}}, undefinedBehaviour());
}

/// A local that is uninitialised when the loop is entered stays so at the head of an arbitrary iteration.
Failure uninitialisedAtHead() {
  const Lifting lifting(
      "define i32 @f(ptr %t) {\nentry:\n%l = alloca i32\nbr label %loop\nloop:\n%k = phi i64 [ 0, %entry ], [ %n, "
      "%loop ]\n%v = load i32, ptr %l\nstore i32 1, ptr %l\n%n = add i64 %k, 1\n"
      "%c = icmp ult i64 %n, 9\nbr i1 %c, label %loop, label %end, !llvm.loop !0\nend:\nret i32 %v\n}" +
          kEnd,
      cutting());
  return lifting.expect({{"k@cut", 8}}, poison());
}

/// The input of f(ptr %m, i32 %a).
Input sixteenBytes(Terms& terms) {
  Input input;
  input.cut = true;
  input.objects.emplace_back(ByteMemory{"memory", terms.constant(32, 16), {}});
  input.arguments = {PointerTo{0, 0}, terms.variable(32, "a0")};
  return input;
}

Failure byteMemory() {
  const Lifting lifting("define i32 @f(ptr %m, i32 %a) {\nentry:\nbr label %loop\nloop:\n%k = phi i64 [ 0, %entry ], [ "
                        "%n, %loop ]\n%p = getelementptr i8, ptr %m, i64 %k\n%v = load i8, ptr %p\n%w = add i8 %v, 1\n"
                        "store i8 %w, ptr %p\n%n = add i64 %k, 1\n%c = icmp ult i64 %n, 16\nbr i1 %c, label %loop, "
                        "label %end, !llvm.loop !0\nend:\nret i32 0\n}" +
                            kEnd,
                        sixteenBytes);
  if (lifting.problem())
    return lifting.problem();
  const Cut& cut = *lifting.lifted().cut;
  const ByteMemory& assumed = std::get<ByteMemory>(cut.assumed.objects[0]);
  const ByteMemory& next = std::get<ByteMemory>(cut.next.objects[0]);
  if (assumed.name != "memory.assumed" || !assumed.stores.empty() || next.stores.size() != 1)
    return "byte memory is not assumed afresh";
  const std::array roots{next.byteAt(lifting.terms().constant(32, 3)), next.byteAt(lifting.terms().constant(32, 4))};
  const auto functions = [](std::string_view name, std::span<const Bits> arguments) {
    return name == "memory.assumed" ? contentsAt(arguments[0]) : Bits{0};
  };
  const std::vector<Bits> values = symbolic::evaluate(roots, {{"k@cut", 3}}, functions);
  return say(values[0] == ((contentsAt(3) + 1) & 0xff) && values[1] == contentsAt(4), "the iteration's store");
}

/// Where the loop may be skipped, memory afterwards is what it was, or what a last turn left.
Failure byteMemoryAroundTheLoop() {
  const Lifting lifting("define i32 @f(ptr %m, i32 %a) {\nentry:\n%s = icmp eq i32 %a, 0\nbr i1 %s, label %end, label "
                        "%loop\nloop:\n%k = phi i64 [ 0, %entry ], [ %n, %loop ]\n%p = getelementptr i8, ptr %m, i64 "
                        "%k\nstore i8 7, ptr %p\n%n = add i64 %k, 1\n%c = icmp ult i64 %n, 16\nbr i1 %c, label %loop, "
                        "label %end, !llvm.loop !0\nend:\nret i32 0\n}" +
                            kEnd,
                        sixteenBytes);
  if (lifting.problem())
    return lifting.problem();
  const ByteMemory& after = std::get<ByteMemory>(lifting.lifted().after.objects[0]);
  const std::array roots{after.byteAt(lifting.terms().constant(32, 3)), after.byteAt(lifting.terms().constant(32, 15))};
  const auto functions = [](std::string_view name, std::span<const Bits> arguments) {
    return name == "memory.assumed" ? Bits{100} + arguments[0] : arguments[0];
  };
  for (const Bits a : {Bits{0}, Bits{1}}) {
    const std::vector<Bits> values = symbolic::evaluate(roots, {{"k@cut", 15}, {"a0", a}}, functions);
    if (values[0] != (a == 0 ? 3 : 103) || values[1] != (a == 0 ? 15 : 7))
      return fmt::format("a0 = {}: memory has {} and {}", static_cast<unsigned>(a), static_cast<unsigned>(values[0]),
                         static_cast<unsigned>(values[1]));
  }
  return std::nullopt;
}

/// What the caller assumes is used, for a phi and for an object.
Failure assumptions() {
  const Lifting lifting(kOptimised, [](Terms& terms) {
    Input input = cutting()(terms);
    input.assumePhi = [](Terms& t, const std::string& name, unsigned width, Term) {
      return name == "k" ? t.constant(width, 2) : Term();
    };
    input.assumeState = [](Terms& t, State& state) {
      std::get<Table>(state.objects[0]).field("x").cells[2].bits = t.constant(32, 30);
    };
    return input;
  });
  if (lifting.problem())
    return lifting.problem();
  const Carried* sum = carried(*lifting.lifted().cut, "sum");
  const std::array roots{sum->next};
  return say(symbolic::evaluate(roots, {{"sum@cut", 4}})[0] == 34, "the assumed values are not used");
}

Failure notAsked() { // without Input::cut the same loop is unrolled
  const Lifting lifting(kOptimised, tableAnd(8, 32, {}));
  Assignment assignment;
  for (unsigned i = 0; i < 8; ++i)
    assignment[fmt::format("t[{}]", i)] = i;
  return lifting.expect(assignment, value(28));
}

} // namespace

std::vector<Check> cutChecks() {
  return {{"cut of a loop with phis", [] { return iteration(kOptimised, true); }},
          {"cut of a loop with locals", [] { return iteration(kUnoptimised, false); }},
          {"cut: poison in a phi", [] { return poisonCarried(false); }},
          {"cut: poison in a local", [] { return poisonCarried(true); }},
          {"cut: poison on entry", poisonOnEntry},
          {"cut: after the last iteration", afterTheLast},
          {"cut: uninitialised local", uninitialisedAtHead},
          {"cut: byte memory", byteMemory},
          {"byte memory around a cut loop", byteMemoryAroundTheLoop},
          {"cut: assumptions", assumptions},
          {"no cut unless asked", notAsked}};
}

} // namespace warplaw::lift::test
