// Attributes that deny effects (memory, tail, readonly, writeonly, readnone, nocapture), that say what is returned
// (returned, noreturn) or what a pointer points at (sret, writable): the call that breaks one is undefined, and no
// other.
#include "check.h"
#include <fmt/format.h>

namespace warplaw::lift::test {
namespace {

const std::string kHead = "define i32 @f(ptr %t, i32 %a) {\n";
/// Taken where a < 4.
const std::string kBranch = "%small = icmp ult i32 %a, 4\nbr i1 %small, label %breaks, label %keeps\n";

Assignment cells(unsigned a) {
  Assignment assignment{{"a0", a}};
  for (unsigned i = 0; i < 8; ++i)
    assignment[fmt::format("t[{}]", i)] = 100 + i;
  return assignment;
}

/// Undefined exactly where a < 4; else 7.
Failure breaksBelowFour(const std::string& ir, const std::function<Input(Terms&)>& make = tableAnd(8, 32, {32})) {
  const Lifting lifting(ir, make);
  for (const unsigned a : {0u, 1u, 3u, 4u, 5u, 100u})
    if (Failure failure = lifting.expect(cells(a), a < 4 ? undefinedBehaviour() : value(7)))
      return ir + *failure;
  return std::nullopt;
}

Failure isDefined(const std::string& ir, Bits result,
                  const std::function<Input(Terms&)>& make = tableAnd(8, 32, {32})) {
  const Lifting lifting(ir, make);
  for (const unsigned a : {0u, 3u, 4u})
    if (Failure failure = lifting.expect(cells(a), value(result)))
      return ir + *failure;
  return std::nullopt;
}

/// g does `body` where a < 4.
std::string callee(const std::string& result, const std::string& parameter, const std::string& attributes,
                   const std::string& body) {
  return fmt::format("define internal {} @g(ptr {} %x, i32 %a) {} {{\n{}breaks:\n{}\nbr label %keeps\nkeeps:\nret "
                     "{}\n}}\n",
                     result, parameter, attributes, kBranch, body, result == "void" ? "void" : result + " 7");
}

/// What code can do with memory: an access through an argument, or through a pointer that it found in memory.
struct Access {
  const char* code;
  bool writes, throughArgument;
};
const Access kAccesses[] = {{"%v = load i32, ptr %x", false, true},
                            {"store i32 1, ptr %x", true, true},
                            {"%v = load i32, ptr %y", false, false},
                            {"store i32 1, ptr %y", true, false}};

struct Allowed {
  const char* attribute;
  bool argumentRead, argumentWritten, otherRead, otherWritten;
  bool of(const Access& access) const {
    return access.throughArgument ? (access.writes ? argumentWritten : argumentRead)
                                  : (access.writes ? otherWritten : otherRead);
  }
};
const Allowed kMemory[] = {
    {"memory(none)", false, false, false, false},
    {"memory(read)", true, false, true, false},
    {"memory(write)", false, true, false, true},
    {"memory(readwrite)", true, true, true, true},
    {"memory(argmem: read)", true, false, false, false},
    {"memory(argmem: write)", false, true, false, false},
    {"memory(argmem: readwrite)", true, true, false, false},
    {"memory(inaccessiblemem: readwrite)", false, false, false, false},
    {"memory(read, argmem: readwrite, inaccessiblemem: none)", true, true, true, false},
    {"memory(readwrite, argmem: none)", false, false, true, true},
};
const Allowed kParameter[] = {{"readonly", true, false, true, true},
                              {"writeonly", false, true, true, true},
                              {"readnone", false, false, true, true}};

/// h has the pointer y from a local of f's, so that y is no argument of anything; the attributes stand on h, or where
/// it is called.
std::string accessIn(const Access& access, const std::string& onFunction, const std::string& onCall,
                     const std::string& onParameter, const std::string& onArgument) {
  const std::string prepare = "%holder = alloca ptr\nstore ptr %t, ptr %holder\n";
  // The pointer is loaded where nothing is denied; a vector hands it on, which is no pointer argument.
  return fmt::format("define internal i32 @g(ptr {} %x, <1 x ptr> %held, i32 %a) {} {{\n"
                     "%y = extractelement <1 x ptr> %held, i32 0\n{}breaks:\n{}\nbr label %keeps\nkeeps:\nret i32 "
                     "7\n}}\n{}{}%p = load ptr, ptr %holder\n%held = insertelement <1 x ptr> poison, ptr %p, i32 0\n%r "
                     "= call i32 @g(ptr {} %t, <1 x ptr> %held, i32 %a) {}\nret i32 %r\n}}\n",
                     onParameter, onFunction, kBranch, access.code, kHead, prepare, onArgument, onCall);
}

Failure each(const Access& access, bool allowed, const std::string& ir) {
  return allowed ? isDefined(ir, 7) : breaksBelowFour(ir);
}

Failure memoryOfFunctions() {
  for (const Allowed& memory : kMemory)
    for (const Access& access : kAccesses)
      if (Failure failure = each(access, memory.of(access), accessIn(access, memory.attribute, "", "", "")))
        return failure;
  return std::nullopt;
}
Failure memoryOfCalls() {
  for (const Allowed& memory : kMemory)
    for (const Access& access : kAccesses)
      if (Failure failure = each(access, memory.of(access), accessIn(access, "", memory.attribute, "", "")))
        return failure;
  return std::nullopt;
}
Failure parametersOfFunctions() {
  for (const Allowed& parameter : kParameter)
    for (const Access& access : kAccesses)
      if (Failure failure = each(access, parameter.of(access), accessIn(access, "", "", parameter.attribute, "")))
        return failure;
  return std::nullopt;
}
Failure parametersOfCalls() {
  for (const Allowed& parameter : kParameter)
    for (const Access& access : kAccesses)
      if (Failure failure = each(access, parameter.of(access), accessIn(access, "", "", "", parameter.attribute)))
        return failure;
  return std::nullopt;
}

/// The function that is lifted has attributes too.
Failure ownAttributes() {
  for (const Allowed& memory : kMemory)
    for (const Access& access : {kAccesses[0], kAccesses[1]}) {
      const std::string ir = fmt::format("define i32 @f(ptr %x, i32 %a) {} {{\n{}breaks:\n{}\nbr label "
                                         "%keeps\nkeeps:\nret i32 7\n}}\n",
                                         memory.attribute, kBranch, access.code);
      if (Failure failure = each(access, memory.of(access), ir))
        return failure;
    }
  return breaksBelowFour("define i32 @f(ptr readonly %x, i32 %a) {\n" + kBranch +
                         "breaks:\nstore i32 1, ptr %x\nbr label %keeps\nkeeps:\nret i32 7\n}\n");
}

const std::string kCall = kHead + "%r = call i32 @g(ptr %t, i32 %a)\nret i32 %r\n}\n";

Failure derivedPointer() { // by a step, a choice, a join, a vector, and through a local
  const std::string choices[] = {
      "%q = getelementptr inbounds i8, ptr %x, i64 4\nstore i32 1, ptr %q",
      "%n = getelementptr inbounds i8, ptr %x, i64 8\n%c = icmp eq i32 %a, 1\n%q = select i1 %c, ptr %x, ptr %n\nstore "
      "i32 1, ptr %q",
      "%v = insertelement <2 x ptr> poison, ptr %x, i32 1\n%q = extractelement <2 x ptr> %v, i32 1\nstore i32 1, ptr "
      "%q",
      "%l = alloca ptr\nstore ptr %x, ptr %l\n%q = load ptr, ptr %l\nstore i32 1, ptr %q",
      "call void @llvm.memset.p0.i64(ptr %x, i8 0, i64 4, i1 false)",
      "%v = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %x, i32 4, <2 x i1> splat (i1 true), <2 x i32> poison)\ncall "
      "void @llvm.masked.store.v2i32.p0(<2 x i32> %v, ptr %x, i32 4, <2 x i1> <i1 true, i1 false>)"};
  for (const std::string& body : choices)
    if (Failure failure = breaksBelowFour(callee("i32", "readonly", "", body) + kCall))
      return failure;
  return std::nullopt;
}
Failure innerCall() { // what is denied to a call is denied to the calls that it makes
  const std::string inner = "define internal void @h(ptr %x) {\nstore i32 1, ptr %x\nret void\n}\n";
  for (const auto& [parameter, attributes] : {std::pair{"readonly", ""}, {"", "memory(read)"}})
    if (Failure failure = breaksBelowFour(inner + callee("i32", parameter, attributes, "call void @h(ptr %x)") + kCall))
      return failure;
  return std::nullopt;
}
Failure otherPointer() { // readonly speaks of the pointer, not of the object
  return isDefined("define internal i32 @g(ptr readonly %x, ptr %y) {\nstore i32 7, ptr %y\n%r = load i32, ptr %x\nret "
                   "i32 %r\n}\n" +
                       kHead + "%r = call i32 @g(ptr %t, ptr %t)\nret i32 %r\n}\n",
                   7);
}
Failure afterTheCall() { // ... and only while the call lasts
  return isDefined("define internal ptr @g(ptr readnone %x) memory(none) {\nret ptr %x\n}\n" + kHead +
                       "%p = call ptr @g(ptr %t)\nstore i32 7, ptr %p\n%r = load i32, ptr %t\nret i32 %r\n}\n",
                   7);
}
Failure bothWaysAfterTheCall() { // one object, come back by two parameters: neither way is lost
  const Lifting lifting(
      "define internal ptr @g(ptr readnone %x, ptr readonly %y, i32 %a) {\n%c = icmp ult i32 %a, 4\n%q "
      "= select i1 %c, ptr %x, ptr %y\nret ptr %q\n}\n" +
          kHead +
          "%u = getelementptr inbounds i8, ptr %t, i64 4\n%p = call ptr @g(ptr %t, ptr %u, i32 "
          "%a)\n%nine = icmp eq i32 %a, 9\n%s = select i1 %nine, ptr %t, ptr %p\n%r = load i32, ptr %s\nret i32 "
          "%r\n}\n",
      tableAnd(8, 32, {32}));
  for (const unsigned a : {0u, 3u, 4u, 9u})
    if (Failure failure = lifting.expect(cells(a), value(a < 4 || a == 9 ? 100 : 101)))
      return failure;
  return std::nullopt;
}
Failure ownMemory() { // locals of the call, what its callees do to them, and constants are not what memory(none) denies
  return isDefined("@k = private constant i32 5\n"
                   "define internal void @h(ptr %l) {\nstore i32 2, ptr %l\nret void\n}\n"
                   "define internal i32 @g() memory(none) {\n%l = alloca i32\ncall void @h(ptr %l)\n%v = load i32, ptr "
                   "%l\n%k = load i32, ptr @k\n%r = add i32 %v, %k\nret i32 %r\n}\n" +
                       kHead + "%r = call i32 @g()\nret i32 %r\n}\n",
                   7);
}
Failure byValueCopy() { // the copy that a byval parameter is does not count as the caller's memory
  return isDefined("define internal i32 @g(ptr byval(i32) %x) memory(none) {\nstore i32 7, ptr %x\n%r = load i32, ptr "
                   "%x\nret i32 %r\n}\n" +
                       kHead + "%r = call i32 @g(ptr byval(i32) %t)\nret i32 %r\n}\n",
                   7);
}
Failure callersLocal() { // a local of the caller is memory like any other
  return breaksBelowFour(callee("i32", "", "memory(read)", "store i32 1, ptr %x") + kHead +
                         "%l = alloca i32\n%r = call i32 @g(ptr %l, i32 %a)\nret i32 %r\n}\n");
}
Failure intrinsicCalls() {
  const std::string fill = "call void @llvm.memset.p0.i64(ptr {} %t, i8 0, i64 4, i1 false) {}";
  for (const auto& [argument, attributes] : {std::pair{"readonly", ""}, {"", "memory(none)"}, {"", "memory(read)"}})
    if (Failure failure =
            breaksBelowFour(kHead + kBranch + "breaks:\n" + fmt::format(fmt::runtime(fill), argument, attributes) +
                            "\nbr label %keeps\nkeeps:\nret i32 7\n}\n"))
      return failure;
  return isDefined(kHead + fmt::format(fmt::runtime(fill), "writeonly", "memory(argmem: write)") + "\nret i32 7\n}\n",
                   7);
}

Failure capturedInMemory() {
  return breaksBelowFour("define internal i32 @g(ptr nocapture %x, i32 %a, ptr %keep) {\n" + kBranch +
                         "breaks:\nstore ptr %x, ptr %keep\nbr label %keeps\nkeeps:\nret i32 7\n}\n" + kHead +
                         "%l = alloca ptr\n%r = call i32 @g(ptr %t, i32 %a, ptr %l)\nret i32 %r\n}\n");
}
Failure keptInOwnLocal() {
  return isDefined(callee("i32", "nocapture", "", "%l = alloca ptr\nstore ptr %x, ptr %l") + kCall, 7);
}
Failure capturedByResult() {
  const std::string head =
      "define internal ptr @g(ptr nocapture %x, i32 %a) {\n%c = icmp ult i32 %a, 4\n%q = select i1 "
      "%c, ptr %x, ptr null\nret ptr %q\n}\n";
  return breaksBelowFour(head + kHead + "%p = call ptr @g(ptr %t, i32 %a)\nret i32 7\n}\n");
}
Failure capturedByComparison() {
  if (Failure failure = breaksBelowFour(
          callee("i32", "nocapture", "", "%q = getelementptr i8, ptr %x, i64 4\n%c = icmp ult ptr %x, %q") + kCall))
    return failure;
  return isDefined(callee("i32", "nocapture", "", "%c = icmp eq ptr %x, null") + kCall, 7);
}

Failure tailCall() { // the caller's locals are gone before the callee runs
  const std::string load = callee("i32", "", "", "%v = load i32, ptr %x");
  const std::string local = kHead + "%l = alloca i32\nstore i32 1, ptr %l\n%r = ";
  if (Failure failure = breaksBelowFour(load + local + "tail call i32 @g(ptr %l, i32 %a)\nret i32 %r\n}\n"))
    return failure;
  if (Failure failure = isDefined(load + local + "call i32 @g(ptr %l, i32 %a)\nret i32 %r\n}\n", 7))
    return failure;
  if (Failure failure = isDefined(load + kHead + "%r = tail call i32 @g(ptr %t, i32 %a)\nret i32 %r\n}\n", 7))
    return failure;
  // Only the locals of the function that makes the tail call: those of its callers stay.
  return isDefined(load +
                       "define internal i32 @h(ptr %x, i32 %a) {\n%r = tail call i32 @g(ptr %x, i32 %a)\nret i32 "
                       "%r\n}\n" +
                       local + "call i32 @h(ptr %l, i32 %a)\nret i32 %r\n}\n",
                   7);
}

Failure returnedInteger() {
  const std::string body = "%c = icmp ult i32 %a, 4\n%r = select i1 %c, i32 8, i32 7\nret i32 %r\n}\n";
  if (Failure failure = breaksBelowFour("define internal i32 @g(i32 returned %x, i32 %a) {\n" + body + kHead +
                                        "%r = call i32 @g(i32 7, i32 %a)\nret i32 %r\n}\n"))
    return failure;
  if (Failure failure = breaksBelowFour("define internal i32 @g(i32 %x, i32 %a) {\n" + body + kHead +
                                        "%r = call i32 @g(i32 returned 7, i32 %a)\nret i32 %r\n}\n"))
    return failure;
  return breaksBelowFour("define internal <2 x i32> @g(<2 x i32> returned %x, i32 %a) {\n%c = icmp ult i32 %a, 4\n%k = "
                         "select i1 %c, i32 8, i32 7\n%r = insertelement <2 x i32> %x, i32 %k, i32 1\nret <2 x i32> "
                         "%r\n}\n" +
                         kHead + "%v = call <2 x i32> @g(<2 x i32> splat (i32 7), i32 %a)\nret i32 7\n}\n");
}
Failure returnedOwn() {
  const Lifting lifting("define i32 @f(ptr %t, i32 returned %a) {\n%r = and i32 %a, 7\nret i32 %r\n}\n",
                        tableAnd(8, 32, {32}));
  for (const unsigned a : {0u, 7u, 8u, 100u})
    if (Failure failure = lifting.expect(cells(a), a < 8 ? value(a) : undefinedBehaviour()))
      return failure;
  return std::nullopt;
}
Failure returnedPoison() { // a poison argument that comes back as a number would make that number poison
  return breaksBelowFour("define internal i32 @g(i32 returned %x, i32 %a) {\nret i32 7\n}\n" + kHead +
                         "%small = icmp ult i32 %a, 4\n%x = select i1 %small, i32 poison, i32 7\n%r = call i32 @g(i32 "
                         "%x, i32 %a)\nret i32 %r\n}\n");
}
Failure returnedPointer() {
  return breaksBelowFour("define internal ptr @g(ptr returned %x, i32 %a) {\n%c = icmp ult i32 %a, 4\n%q = "
                         "getelementptr i8, ptr %x, i64 4\n%r = select i1 %c, ptr %q, ptr %x\nret ptr %r\n}\n" +
                         kHead + "%p = call ptr @g(ptr %t, i32 %a)\nret i32 7\n}\n");
}
Failure noReturnAtCall() {
  return breaksBelowFour("define internal void @g() {\nret void\n}\n" + kHead + kBranch +
                         "breaks:\ncall void @g() noreturn\nbr label %keeps\nkeeps:\nret i32 7\n}\n");
}

/// A call of g with a place %p for its result.
Failure placeBreaks(const std::string& type, const std::string& place) {
  return breaksBelowFour(fmt::format("define internal void @g(ptr noundef sret({0}) %x) {{\nret void\n}}\n{1}{2}"
                                     "breaks:\n{3}\ncall void @g(ptr noundef sret({0}) %p)\nbr label "
                                     "%keeps\nkeeps:\nret i32 7\n}}\n",
                                     type, kHead, kBranch, place));
}
Failure placeForResult() { // sret: size, alignment and that it is there follow from the type
  const std::pair<const char*, const char*> places[] = {{"[8 x i32]", "%p = getelementptr inbounds i8, ptr %t, i64 4"},
                                                        {"[8 x i32]", "%p = select i1 true, ptr null, ptr %t"},
                                                        {"i32", "%p = getelementptr inbounds i8, ptr %t, i64 2"}};
  for (const auto& [type, place] : places)
    if (Failure failure = placeBreaks(type, place))
      return failure;
  return std::nullopt;
}
Failure writable() {
  const std::string ir = "define internal void @g(ptr writable dereferenceable(4) %x) {\nret void\n}\n" + kHead +
                         kBranch + "breaks:\ncall void @g(ptr %t)\nbr label %keeps\nkeeps:\nret i32 7\n}\n";
  if (Failure failure = breaksBelowFour(ir, tableAnd(8, 32, {32}, false)))
    return failure;
  return isDefined(ir, 7);
}
Failure deadPlace() {
  return breaksBelowFour("define internal void @g(ptr dereferenceable(4) %x) {\nret void\n}\n" + kHead +
                         "%l = alloca i32\ncall void @llvm.lifetime.start.p0(i64 4, ptr %l)\ncall void "
                         "@llvm.lifetime.end.p0(i64 4, ptr %l)\n" +
                         kBranch + "breaks:\ncall void @g(ptr %l)\nbr label %keeps\nkeeps:\nret i32 7\n}\n");
}
Failure rangeOfLanes() {
  return breaksBelowFour("define internal void @g(<2 x i32> noundef range(i32 4, 0) %x) {\nret void\n}\n" + kHead +
                         "%v = insertelement <2 x i32> splat (i32 9), i32 %a, i32 1\ncall void @g(<2 x i32> noundef "
                         "%v)\nret i32 7\n}\n");
}

// ---- contracts: functions whose proof is elsewhere

/// A contract "c" that stores 1 to the first word of its first object where a < 4, and gives 8 there, else 7.
std::function<Input(Terms&)> contract(bool stores) {
  return [stores](Terms& terms) {
    Input input = tableAnd(8, 32, {32})(terms);
    input.contracts["c"] = [stores](ContractCall& call) {
      Terms& terms = call.terms;
      const Term small = std::get<Term>(call.arguments.at(1)).ult(Bits{4});
      if (stores)
        for (Cell& cell : std::get<Table>(call.state.objects.back()).fields[0].cells)
          cell.bits = small.ite(terms.constant(32, 1), cell.bits);
      return Cell{small.ite(terms.constant(32, 8), terms.constant(32, 7)), terms.truth(false)};
    };
    return input;
  };
}
/// Where the call is only reached if a < 4, so that what is denied shows there alone.
std::string reached(const std::string& declaration, const std::string& call) {
  return declaration + "\n" + kHead + "%l = alloca [8 x i32]\n" + kBranch + "breaks:\n" + call +
         "\nbr label %keeps\nkeeps:\nret i32 7\n}\n";
}

Failure contractWrites() {
  const std::pair<const char*, const char*> broken[] = {
      {"declare i32 @c(ptr readonly, i32)", "%r = call i32 @c(ptr %t, i32 %a)"},
      {"declare i32 @c(ptr, i32)", "%r = call i32 @c(ptr readonly %t, i32 %a)"},
      {"declare i32 @c(ptr, i32) memory(read)", "%r = call i32 @c(ptr %t, i32 %a)"},
      {"declare i32 @c(ptr, i32)", "%r = call i32 @c(ptr %t, i32 %a) memory(read)"},
      {"declare i32 @c(ptr, i32)", "%r = tail call i32 @c(ptr %l, i32 %a)"},
      {"define i32 @c(ptr readonly %x, i32 %a) {\nret i32 0\n}", "%r = call i32 @c(ptr %t, i32 %a)"},
      {"declare i32 @c(ptr, i32)\ndefine internal void @g(ptr readonly %x, i32 %a) {\n%r = call i32 @c(ptr %x, i32 "
       "%a)\nret void\n}",
       "call void @g(ptr %t, i32 %a)"},
      {"declare i32 @c(ptr, i32)\ndefine internal void @g(ptr %x, i32 %a) memory(read) {\n%r = call i32 @c(ptr %x, i32 "
       "%a)\nret void\n}",
       "call void @g(ptr %t, i32 %a)"}};
  for (const auto& [declaration, call] : broken)
    if (Failure failure = breaksBelowFour(reached(declaration, call), contract(true)))
      return failure;
  return isDefined(reached("declare i32 @c(ptr, i32)", "%r = call i32 @c(ptr %t, i32 %a)"), 7, contract(true));
}
Failure contractReads() { // where a caller says that nothing is read, unless the definition says so too
  const std::string caller = "define internal void @g(ptr writeonly %x, i32 %a) {\n%r = call i32 @c(ptr %x, i32 "
                             "%a)\nret void\n}\n";
  const std::string call = "call void @g(ptr %t, i32 %a)";
  if (Failure failure = breaksBelowFour(reached("declare i32 @c(ptr, i32)\n" + caller, call), contract(false)))
    return failure;
  return isDefined(reached("define i32 @c(ptr writeonly %x, i32 %a) {\nret i32 0\n}\n" + caller, call), 7,
                   contract(true));
}
Failure contractReturns() {
  const std::string call = "%x = call i32 @c(ptr %t, i32 %a, i32 {}7)\nret i32 %x\n}}\n";
  for (const auto& [declared, given] : {std::pair{"returned", ""}, {"", "returned "}})
    if (Failure failure = breaksBelowFour(fmt::format("declare i32 @c(ptr, i32, i32 {})\n", declared) + kHead +
                                              fmt::format(fmt::runtime(call), given),
                                          contract(false)))
      return failure;
  return breaksBelowFour("declare noundef range(i32 0, 8) i32 @c(ptr, i32)\n" + kHead +
                             "%r = call i32 @c(ptr %t, i32 %a)\nret i32 %r\n}\n",
                         contract(false));
}

} // namespace

std::vector<Check> effectChecks() {
  return {{"memory of functions", memoryOfFunctions},
          {"memory of calls", memoryOfCalls},
          {"readonly, writeonly, readnone of functions", parametersOfFunctions},
          {"readonly, writeonly, readnone of calls", parametersOfCalls},
          {"attributes of the function that is lifted", ownAttributes},
          {"derived pointers", derivedPointer},
          {"inner calls", innerCall},
          {"another pointer to the object", otherPointer},
          {"after the call", afterTheCall},
          {"two ways out of a call", bothWaysAfterTheCall},
          {"memory of a call's own", ownMemory},
          {"copies by value", byValueCopy},
          {"a local of the caller", callersLocal},
          {"calls of intrinsics", intrinsicCalls},
          {"nocapture: stored", capturedInMemory},
          {"nocapture: kept in a local", keptInOwnLocal},
          {"nocapture: returned", capturedByResult},
          {"nocapture: compared", capturedByComparison},
          {"tail", tailCall},
          {"returned integer", returnedInteger},
          {"returned by the function itself", returnedOwn},
          {"returned poison", returnedPoison},
          {"returned pointer", returnedPointer},
          {"noreturn at a call", noReturnAtCall},
          {"sret", placeForResult},
          {"writable", writable},
          {"dereferenceable beyond lifetime", deadPlace},
          {"range of lanes", rangeOfLanes},
          {"contract that writes", contractWrites},
          {"contract that reads", contractReads},
          {"contract's result", contractReturns}};
}

} // namespace warplaw::lift::test
