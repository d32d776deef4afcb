// Pointers: getelementptr with its flags, comparisons, pointers chosen among objects, contracts through pointers.
#include "check.h"
#include <fmt/format.h>

namespace warplaw::lift::test {
namespace {

/// Tables "t" and "u" of eight words each, then 64-bit integers.
std::function<Input(Terms&)> twoTables(unsigned integers) {
  return [=](Terms& terms) {
    Input input;
    input.objects.emplace_back(tableOf(terms, "t", 8, 32));
    input.objects.emplace_back(tableOf(terms, "u", 8, 32));
    input.arguments = {PointerTo{0, 0}, PointerTo{1, 0}};
    for (unsigned i = 0; i < integers; ++i)
      input.arguments.emplace_back(terms.variable(64, fmt::format("a{}", i)));
    return input;
  };
}

Assignment cells(Assignment more) {
  for (unsigned i = 0; i < 8; ++i) {
    more[fmt::format("t[{}]", i)] = 100 + i;
    more[fmt::format("u[{}]", i)] = 200 + i;
  }
  return more;
}

/// Whether a pointer is poison shows in a comparison with itself.
Failure steps(const std::string& ir, const std::function<bool(Bits)>& poisons, std::vector<Bits> indexes) {
  const Lifting lifting("define i1 @f(ptr %t, ptr %u, i64 %i) {\n" + ir + "%r = icmp eq ptr %p, %p\nret i1 %r\n}",
                        twoTables(1));
  for (Bits i : indexes)
    if (Failure failure = lifting.expect(cells({{"a0", i}}), poisons(i) ? poison() : value(1)))
      return ir + *failure;
  return std::nullopt;
}

const std::vector<Bits> kSteps = {0,
                                  1,
                                  2,
                                  7,
                                  8,
                                  9,
                                  32,
                                  33,
                                  Bits{1} << 61,
                                  Bits{1} << 62,
                                  Bits{1} << 63,
                                  ~std::uint64_t{0},
                                  ~std::uint64_t{0} - 7,
                                  ~std::uint64_t{0} - 31};

Failure inbounds() {
  return steps("%p = getelementptr inbounds i32, ptr %t, i64 %i\n", [](Bits i) { return i > 8; }, kSteps);
}
Failure plainStep() {
  return steps("%p = getelementptr i32, ptr %t, i64 %i\n", [](Bits) { return false; }, kSteps);
}
Failure inboundsFromTheMiddle() { // a step that wraps around the address space lands inside, but not within bounds
  return steps(
      "%m = getelementptr inbounds i8, ptr %t, i64 8\n%p = getelementptr inbounds i32, ptr %m, i64 %i\n",
      [](Bits i) { return !(i <= 6 || i >= ~std::uint64_t{0} - 1); },
      {0, 1, 6, 7, Bits{1} << 62, Bits{1} << 63, ~std::uint64_t{0}, ~std::uint64_t{0} - 1, ~std::uint64_t{0} - 2});
}
Failure inboundsFromOutside() {
  return steps("%m = getelementptr i8, ptr %t, i64 100\n%p = getelementptr inbounds i8, ptr %m, i64 -100\n",
               [](Bits) { return true; }, {0});
}
Failure zeroStepFromOutside() {
  return steps("%m = getelementptr i8, ptr %t, i64 100\n%p = getelementptr inbounds i8, ptr %m, i64 0\n",
               [](Bits) { return false; }, {0});
}
Failure nuwStep() { // no step back, and (for every base) not past the end
  return steps("%m = getelementptr inbounds i8, ptr %t, i64 16\n%p = getelementptr nuw i8, ptr %m, i64 %i\n",
               [](Bits i) { return i > 16; }, {0, 1, 15, 16, 17, ~std::uint64_t{0}, ~std::uint64_t{0} - 7});
}
Failure nuswStep() {
  return steps(
      "%m = getelementptr inbounds i8, ptr %t, i64 16\n%p = getelementptr nusw i8, ptr %m, i64 %i\n",
      [](Bits i) { return i > 16 && i < ~std::uint64_t{0} - 15; },
      {0, 1, 15, 16, 17, ~std::uint64_t{0}, ~std::uint64_t{0} - 7, ~std::uint64_t{0} - 15, ~std::uint64_t{0} - 16});
}
Failure nullStep() {
  if (Failure failure = steps("%p = getelementptr inbounds i8, ptr null, i64 4\n", [](Bits) { return true; }, {0}))
    return failure;
  return steps("%p = getelementptr inbounds i8, ptr null, i64 0\n", [](Bits) { return false; }, {0});
}
Failure poisonIndex() {
  return steps("%x = shl i64 1, %i\n%y = and i64 %x, 1\n%p = getelementptr i32, ptr %t, i64 %y\n",
               [](Bits i) { return i >= 64; }, {0, 1, 63, 64, 65});
}

/// The chosen object's cell, whichever it is; stores go to the chosen one only.
Failure chosen() {
  const Lifting lifting(
      "define i32 @f(ptr %t, ptr %u, i64 %i, i64 %j) {\n%c = trunc i64 %i to i1\n%p = select i1 %c, ptr %t, ptr %u\n"
      "%q = getelementptr inbounds i32, ptr %p, i64 %j\n%old = load i32, ptr %q\n%new = add i32 %old, 1000\nstore i32 "
      "%new, ptr %q\n"
      "%v = getelementptr inbounds i32, ptr %t, i64 %j\n%r = load i32, ptr %v\nret i32 %r\n}",
      twoTables(2));
  for (Bits i = 0; i < 2; ++i)
    for (Bits j = 0; j < 10; ++j)
      if (Failure failure = lifting.expect(cells({{"a0", i}, {"a1", j}}),
                                           j >= 8 ? undefinedBehaviour() : value(100 + j + (i ? 1000 : 0))))
        return failure;
  return std::nullopt;
}

Failure perhapsNull() {
  for (const char* access : {"%r = load i32, ptr %p", "store i32 5, ptr %p\n%r = load i32, ptr %t"}) {
    const Lifting lifting(fmt::format("define i32 @f(ptr %t, ptr %u, i64 %i) {{\n%c = trunc i64 %i to i1\n%p = select "
                                      "i1 %c, ptr %t, ptr null\n{}\nret i32 %r\n}}",
                                      access),
                          twoTables(1));
    const bool stores = access[0] == 's';
    if (Failure failure = lifting.expect(cells({{"a0", 1}}), value(stores ? 5 : 100)))
      return failure;
    if (Failure failure = lifting.expect(cells({{"a0", 0}}), undefinedBehaviour()))
      return failure;
  }
  return std::nullopt;
}

Failure compared(const char* predicate, const std::function<bool(Bits, Bits)>& holds) {
  const Lifting lifting(fmt::format("define i1 @f(ptr %t, ptr %u, i64 %i, i64 %j) {{\n%p = getelementptr inbounds i32, "
                                    "ptr %t, i64 %i\n%q = getelementptr inbounds i32, ptr %t, i64 %j\n"
                                    "%r = icmp {} ptr %p, %q\nret i1 %r\n}}",
                                    predicate),
                        twoTables(2));
  for (Bits i = 0; i <= 8; ++i)
    for (Bits j = 0; j <= 8; ++j)
      if (Failure failure = lifting.expect(cells({{"a0", i}, {"a1", j}}), value(holds(i, j))))
        return std::string(predicate) + ": " + *failure;
  return std::nullopt;
}

Failure comparisons() {
  if (Failure failure = compared("eq", [](Bits i, Bits j) { return i == j; }))
    return failure;
  if (Failure failure = compared("ult", [](Bits i, Bits j) { return i < j; }))
    return failure;
  return compared("uge", [](Bits i, Bits j) { return i >= j; });
}

Failure againstNull() {
  const Lifting lifting("define i1 @f(ptr %t, ptr %u, i64 %i) {\n%c = trunc i64 %i to i1\n%p = select i1 %c, ptr %t, "
                        "ptr null\n%r = icmp eq ptr %p, null\nret i1 %r\n}",
                        twoTables(1));
  if (Failure failure = lifting.expect(cells({{"a0", 1}}), value(0)))
    return failure;
  return lifting.expect(cells({{"a0", 0}}), value(1));
}

Failure comparedOutside() { // the order of addresses outside of an object is not known
  const Lifting lifting("define i1 @f(ptr %t, ptr %u, i64 %i) {\n%p = getelementptr i32, ptr %t, i64 %i\n%r = icmp ult "
                        "ptr %p, %t\nret i1 %r\n}",
                        twoTables(1));
  for (Bits i = 0; i < 12; ++i)
    if (Failure failure = lifting.expect(cells({{"a0", i}}), i <= 8 ? value(0) : undefinedBehaviour()))
      return failure;
  return std::nullopt;
}

Failure contractArgument(const char* argument, unsigned defined) {
  const Lifting lifting(
      std::string("declare void @g(i32, ptr dereferenceable(4))\ndefine i32 @f(ptr %t, ptr %u, i64 %i) {\n%n = trunc "
                  "i64 %i to i32\n%s = shl nuw i32 %n, 31\n%c = icmp ult i64 %i, 2\n") +
          argument + "ret i32 1\n}",
      [](Terms& terms) {
        Input input = twoTables(1)(terms);
        input.contracts["g"] = [](ContractCall&) { return Cell{}; };
        return input;
      });
  for (Bits i = 0; i < 4; ++i)
    if (Failure failure = lifting.expect(cells({{"a0", i}}), i < defined ? value(1) : undefinedBehaviour()))
      return failure;
  return std::nullopt;
}
Failure contractPoison() { return contractArgument("call void @g(i32 %s, ptr %t)\n", 2); }
Failure contractOutside() {
  return contractArgument("%e = getelementptr i8, ptr %t, i64 30\ncall void @g(i32 0, ptr %e)\n", 0);
}

/// A contract sees its arguments, changes an object, and answers; what it does not touch stays.
Failure contract() {
  const Lifting lifting("declare i32 @g(ptr, i32)\ndefine i32 @f(ptr %t, ptr %u, i64 %i) {\n%x = alloca [2 x "
                        "i32]\nstore i32 6, ptr %x\n%n = trunc i64 %i to i32\n"
                        "%p = getelementptr i8, ptr %x, i64 4\n%a = call i32 @g(ptr %p, i32 %n)\n%l0 = load i32, ptr "
                        "%x\n%l1 = load i32, ptr %p\n%t0 = load i32, ptr %t\n"
                        "%s0 = add i32 %a, %l0\n%s1 = add i32 %s0, %l1\n%r = add i32 %s1, %t0\nret i32 %r\n}",
                        [](Terms& terms) {
                          Input input = twoTables(1)(terms);
                          input.contracts["g"] = [](ContractCall& call) {
                            const auto& to = std::get<PointerTo>(call.arguments[0]);
                            const Term given = std::get<Term>(call.arguments[1]);
                            auto& local = std::get<Table>(call.state.objects.at(to.object));
                            local.fields.at(0).cells.at(to.offset / 4) = {call.terms.constant(32, 50),
                                                                          call.terms.truth(false)};
                            std::get<Table>(call.state.objects[0]).field("x").cells[0].bits = given;
                            return Cell{given + given, call.terms.truth(false)};
                          };
                          return input;
                        });
  return lifting.expect(cells({{"a0", 7}}),
                        value(14 + 6 + 50 + 7)); // the answer, the untouched word, the changed word, the changed object
}

Failure contractThroughPointer() {
  const Lifting lifting(
      "define i32 @f(ptr %t, ptr %u, ptr %g) {\ncall void %g(ptr %t)\n%r = load i32, ptr %t\nret i32 %r\n}",
      [](Terms& terms) {
        Input input = twoTables(0)(terms);
        input.arguments.emplace_back(Callee{"datapath"});
        input.contracts["datapath"] = [](ContractCall& call) {
          std::get<Table>(call.state.objects[0]).field("x").cells[0].bits = call.terms.constant(32, 9);
          return Cell{};
        };
        return input;
      });
  return lifting.expect(cells({}), value(9));
}

/// A contract may say of a call that it is not one that the callee's own proof speaks of.
Failure contractRefuses() {
  const Lifting lifting("declare void @g(i32)\ndefine i32 @f(ptr %t, ptr %u, i64 %i) {\n%n = trunc i64 %i to i32\n"
                        "call void @g(i32 %n)\nret i32 1\n}",
                        [](Terms& terms) {
                          Input input = twoTables(1)(terms);
                          input.contracts["g"] = [](ContractCall& call) {
                            call.undefined = std::get<Term>(call.arguments[0]).eq(7);
                            return Cell{};
                          };
                          return input;
                        });
  for (Bits i = 6; i < 9; ++i)
    if (Failure failure = lifting.expect(cells({{"a0", i}}), i == 7 ? undefinedBehaviour() : value(1)))
      return failure;
  return std::nullopt;
}

/// What is read-only is so for a contract too.
Failure contractStores(bool writable) {
  const Lifting lifting("declare void @g(ptr)\ndefine i32 @f(ptr %t, ptr %u) {\ncall void @g(ptr %t)\nret i32 1\n}",
                        [writable](Terms& terms) {
                          Input input = twoTables(0)(terms);
                          std::get<Table>(input.objects[0]).writable = writable;
                          input.contracts["g"] = [](ContractCall& call) {
                            std::get<Table>(call.state.objects[0]).fields[0].cells[3].bits = call.terms.constant(32, 9);
                            return Cell{};
                          };
                          return input;
                        });
  return lifting.expect(cells({}), writable ? value(1) : undefinedBehaviour());
}

/// A local beyond its lifetime is no argument of a contract.
Failure contractDead(bool ends) {
  const Lifting lifting("declare void @g(ptr)\ndeclare void @llvm.lifetime.start.p0(i64, ptr)\ndeclare void "
                        "@llvm.lifetime.end.p0(i64, ptr)\ndefine i32 @f(ptr %t, ptr %u) {\n%x = alloca i32\ncall void "
                        "@llvm.lifetime.start.p0(i64 4, ptr %x)\n" +
                            std::string(ends ? "call void @llvm.lifetime.end.p0(i64 4, ptr %x)\n" : "") +
                            "call void @g(ptr %x)\nret i32 1\n}",
                        [](Terms& terms) {
                          Input input = twoTables(0)(terms);
                          input.contracts["g"] = [](ContractCall&) { return Cell{}; };
                          return input;
                        });
  return lifting.expect(cells({}), ends ? undefinedBehaviour() : value(1));
}

} // namespace

std::vector<Check> pointerChecks() {
  return {{"getelementptr inbounds", inbounds},
          {"getelementptr", plainStep},
          {"getelementptr inbounds from the middle", inboundsFromTheMiddle},
          {"getelementptr inbounds from outside", inboundsFromOutside},
          {"getelementptr inbounds by zero", zeroStepFromOutside},
          {"getelementptr nuw", nuwStep},
          {"getelementptr nusw", nuswStep},
          {"getelementptr inbounds on null", nullStep},
          {"getelementptr with a poison index", poisonIndex},
          {"pointer to one of two objects", chosen},
          {"pointer that may be null", perhapsNull},
          {"icmp of pointers", comparisons},
          {"icmp of a pointer with null", againstNull},
          {"icmp of pointers outside", comparedOutside},
          {"contract", contract},
          {"contract with a poison argument", contractPoison},
          {"contract with a pointer that breaks an attribute", contractOutside},
          {"contract that refuses a call", contractRefuses},
          {"contract that stores", [] { return contractStores(true); }},
          {"contract that stores to what is read-only", [] { return contractStores(false); }},
          {"contract with a local", [] { return contractDead(false); }},
          {"contract with a local beyond its lifetime", [] { return contractDead(true); }},
          {"contract through a function pointer", contractThroughPointer}};
}

} // namespace warplaw::lift::test
