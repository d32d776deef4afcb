// Every integer opcode with every flag, every cast, every comparison and every integer intrinsic: exhaustively at 4
// bits, at random at full width, against a reference written from the LLVM language reference in plain C++.
#include "check.h"
#include <fmt/format.h>
#include <random>

namespace warplaw::lift::test {
namespace {

using U = unsigned __int128;
using S = __int128;
using Inputs = std::vector<std::optional<Bits>>; ///< none: poison

U mask(unsigned n) { return n >= 128 ? ~U{0} : (U{1} << n) - 1; }
S sign(U v, unsigned n) { return (v >> (n - 1)) & 1 ? static_cast<S>(v | ~mask(n)) : static_cast<S>(v); }
S lowest(unsigned n) { return -(S{1} << (n - 1)); }
S highest(unsigned n) { return (S{1} << (n - 1)) - 1; }
bool fits(S v, unsigned n) { return v >= lowest(n) && v <= highest(n); }
Outcome wrapped(U v, unsigned n) { return value(v & mask(n)); }
Outcome unless(bool bad, U v, unsigned n) { return bad ? poison() : wrapped(v, n); }

struct Operation {
  std::string name;
  std::string ir; ///< defines %r from %a, %b, %c of type iN
  unsigned operands = 2;
  std::function<Outcome(const Inputs&, unsigned n)> reference;
  std::string result = "iN";
  std::vector<unsigned> widths = {4, 32, 64};
};

/// Most operations: poison in, poison out; otherwise a function of the bits.
std::function<Outcome(const Inputs&, unsigned)> strict(std::function<Outcome(U a, U b, U c, unsigned n)> f) {
  return [f](const Inputs& x, unsigned n) {
    for (const auto& input : x)
      if (!input)
        return poison();
    return f(*x[0], x.size() > 1 ? *x[1] : 0, x.size() > 2 ? *x[2] : 0, n);
  };
}

std::function<Outcome(const Inputs&, unsigned)> division(std::function<Outcome(U a, U b, unsigned n)> f,
                                                         bool isSigned) {
  return [f, isSigned](const Inputs& x, unsigned n) {
    if (!x[1] || *x[1] == 0)
      return undefinedBehaviour();
    const bool minusOne = isSigned && *x[1] == mask(n);
    if (!x[0])
      return minusOne ? undefinedBehaviour() : poison();
    if (minusOne && sign(*x[0], n) == lowest(n))
      return undefinedBehaviour();
    return f(*x[0], *x[1], n);
  };
}

void addArithmetic(std::vector<Operation>& all) {
  struct Row {
    const char* name;
    S (*exact)(S, S);
  };
  for (const Row& row : {Row{"add", [](S a, S b) { return a + b; }}, Row{"sub", [](S a, S b) { return a - b; }},
                         Row{"mul", [](S a, S b) { return a * b; }}})
    for (unsigned flags = 0; flags < 4; ++flags) {
      const std::string name = fmt::format("{}{}{}", row.name, flags & 1 ? " nuw" : "", flags & 2 ? " nsw" : "");
      const auto exact = row.exact;
      const std::string kind = row.name;
      all.push_back({name, fmt::format("%r = {} iN %a, %b", name), 2, strict([=](U a, U b, U, unsigned n) {
                       // unsigned products of 64 bits do not fit S: their high half is looked at as unsigned
                       const U plain =
                           kind == "mul" ? a * b : static_cast<U>(exact(static_cast<S>(a), static_cast<S>(b)));
                       const bool unsignedWraps = kind == "sub" ? a < b : (plain >> n) != 0;
                       const S bySign = exact(sign(a, n), sign(b, n));
                       return unless(((flags & 1) && unsignedWraps) || ((flags & 2) && !fits(bySign, n)), plain, n);
                     })});
    }
}

void addShifts(std::vector<Operation>& all) {
  for (unsigned flags = 0; flags < 4; ++flags) {
    const std::string name = fmt::format("shl{}{}", flags & 1 ? " nuw" : "", flags & 2 ? " nsw" : "");
    all.push_back({name, fmt::format("%r = {} iN %a, %b", name), 2, strict([=](U a, U b, U, unsigned n) {
                     if (b >= n)
                       return poison();
                     const U shifted = (a << static_cast<unsigned>(b)) & mask(n);
                     const bool losesOnes = (shifted >> static_cast<unsigned>(b)) != a;
                     const bool losesSign = (sign(shifted, n) >> static_cast<unsigned>(b)) != sign(a, n);
                     return unless(((flags & 1) && losesOnes) || ((flags & 2) && losesSign), shifted, n);
                   })});
  }
  for (bool exact : {false, true})
    for (bool arithmetic : {false, true}) {
      const std::string name = fmt::format("{}{}", arithmetic ? "ashr" : "lshr", exact ? " exact" : "");
      all.push_back({name, fmt::format("%r = {} iN %a, %b", name), 2, strict([=](U a, U b, U, unsigned n) {
                       if (b >= n)
                         return poison();
                       const unsigned by = static_cast<unsigned>(b);
                       const bool loses = (a & mask(by)) != 0;
                       return unless(exact && loses, arithmetic ? static_cast<U>(sign(a, n) >> by) : a >> by, n);
                     })});
    }
}

void addDivisions(std::vector<Operation>& all) {
  const std::vector<unsigned> widths = {4, 32};
  for (bool exact : {false, true}) {
    const char* flag = exact ? " exact" : "";
    all.push_back({fmt::format("udiv{}", flag), fmt::format("%r = udiv{} iN %a, %b", flag), 2,
                   division([=](U a, U b, unsigned n) { return unless(exact && a % b, a / b, n); }, false), "iN",
                   widths});
    all.push_back({fmt::format("sdiv{}", flag), fmt::format("%r = sdiv{} iN %a, %b", flag), 2,
                   division(
                       [=](U a, U b, unsigned n) {
                         const S x = sign(a, n), y = sign(b, n);
                         return unless(exact && x % y, static_cast<U>(x / y), n);
                       },
                       true),
                   "iN", widths});
  }
  all.push_back({"urem", "%r = urem iN %a, %b", 2,
                 division([](U a, U b, unsigned n) { return wrapped(a % b, n); }, false), "iN", widths});
  all.push_back(
      {"srem", "%r = srem iN %a, %b", 2,
       division([](U a, U b, unsigned n) { return wrapped(static_cast<U>(sign(a, n) % sign(b, n)), n); }, true), "iN",
       widths});
  all.push_back({"udiv by a power of two", "%r = udiv iN %a, 4", 1,
                 strict([](U a, U, U, unsigned n) { return wrapped(a / 4, n); })});
  all.push_back({"urem by a power of two", "%r = urem iN %a, 4", 1,
                 strict([](U a, U, U, unsigned n) { return wrapped(a % 4, n); })});
}

void addBitwise(std::vector<Operation>& all) {
  all.push_back({"and", "%r = and iN %a, %b", 2, strict([](U a, U b, U, unsigned n) { return wrapped(a & b, n); })});
  all.push_back({"or", "%r = or iN %a, %b", 2, strict([](U a, U b, U, unsigned n) { return wrapped(a | b, n); })});
  all.push_back({"or disjoint", "%r = or disjoint iN %a, %b", 2,
                 strict([](U a, U b, U, unsigned n) { return unless((a & b) != 0, a | b, n); })});
  all.push_back({"xor", "%r = xor iN %a, %b", 2, strict([](U a, U b, U, unsigned n) { return wrapped(a ^ b, n); })});
}

void addCasts(std::vector<Operation>& all) {
  for (unsigned flags = 0; flags < 4; ++flags) {
    const std::string name = fmt::format("trunc{}{}", flags & 1 ? " nuw" : "", flags & 2 ? " nsw" : "");
    all.push_back({name, fmt::format("%r = {} iN %a to i3", name), 1, strict([=](U a, U, U, unsigned n) {
                     const bool losesOnes = (a >> 3) != 0;
                     const bool losesSign = sign(a & 7, 3) != sign(a, n);
                     return unless(((flags & 1) && losesOnes) || ((flags & 2) && losesSign), a, 3);
                   }),
                   "i3"});
  }
  all.push_back(
      {"zext", "%r = zext iN %a to i77", 1, strict([](U a, U, U, unsigned) { return wrapped(a, 77); }), "i77"});
  all.push_back({"zext nneg", "%r = zext nneg iN %a to i77", 1,
                 strict([](U a, U, U, unsigned n) { return unless(sign(a, n) < 0, a, 77); }), "i77"});
  all.push_back({"sext", "%r = sext iN %a to i77", 1,
                 strict([](U a, U, U, unsigned n) { return wrapped(static_cast<U>(sign(a, n)), 77); }), "i77"});
}

void addComparisons(std::vector<Operation>& all) {
  struct Row {
    const char* name;
    bool (*holds)(U a, U b, S x, S y);
  };
  for (const Row& row :
       {Row{"eq", [](U a, U b, S, S) { return a == b; }}, Row{"ne", [](U a, U b, S, S) { return a != b; }},
        Row{"ugt", [](U a, U b, S, S) { return a > b; }}, Row{"uge", [](U a, U b, S, S) { return a >= b; }},
        Row{"ult", [](U a, U b, S, S) { return a < b; }}, Row{"ule", [](U a, U b, S, S) { return a <= b; }},
        Row{"sgt", [](U, U, S x, S y) { return x > y; }}, Row{"sge", [](U, U, S x, S y) { return x >= y; }},
        Row{"slt", [](U, U, S x, S y) { return x < y; }}, Row{"sle", [](U, U, S x, S y) { return x <= y; }}}) {
    const auto holds = row.holds;
    all.push_back({fmt::format("icmp {}", row.name), fmt::format("%r = icmp {} iN %a, %b", row.name), 2,
                   strict([=](U a, U b, U, unsigned n) { return value(holds(a, b, sign(a, n), sign(b, n))); }), "i1"});
  }
  // The arm that is not chosen may be poison.
  all.push_back({"select", "%k = trunc iN %c to i1\n%r = select i1 %k, iN %a, iN %b", 3, [](const Inputs& x, unsigned) {
                   if (!x[2])
                     return poison();
                   const auto& chosen = *x[2] & 1 ? x[0] : x[1];
                   return chosen ? value(*chosen) : poison();
                 }});
}

unsigned ones(U a) {
  unsigned count = 0;
  for (; a; a &= a - 1)
    ++count;
  return count;
}
unsigned leading(U a, unsigned n) {
  unsigned i = 0;
  while (i < n && !(a >> (n - 1 - i) & 1))
    ++i;
  return i;
}
unsigned trailing(U a, unsigned n) {
  unsigned i = 0;
  while (i < n && !(a >> i & 1))
    ++i;
  return i;
}

std::string callOf(const std::string& name, unsigned operands, const std::string& extra = "") {
  const char* all[] = {"iN %a", ", iN %b", ", iN %c"};
  std::string text = fmt::format("%r = call iN @llvm.{}.iN(", name);
  for (unsigned i = 0; i < operands; ++i)
    text += all[i];
  return text + extra + ")";
}

void addCounts(std::vector<Operation>& all) {
  all.push_back({"ctpop", callOf("ctpop", 1), 1, strict([](U a, U, U, unsigned) { return value(ones(a)); })});
  for (bool zeroIsPoison : {false, true}) {
    const std::string flag = zeroIsPoison ? ", i1 true" : ", i1 false";
    all.push_back({"ctlz" + flag, callOf("ctlz", 1, flag), 1,
                   strict([=](U a, U, U, unsigned n) { return unless(zeroIsPoison && !a, leading(a, n), n); })});
    all.push_back({"cttz" + flag, callOf("cttz", 1, flag), 1,
                   strict([=](U a, U, U, unsigned n) { return unless(zeroIsPoison && !a, trailing(a, n), n); })});
    all.push_back({"abs" + flag, callOf("abs", 1, flag), 1, strict([=](U a, U, U, unsigned n) {
                     const S x = sign(a, n);
                     return unless(zeroIsPoison && x == lowest(n), static_cast<U>(x < 0 ? -x : x), n);
                   })});
  }
  all.push_back({"bswap",
                 callOf("bswap", 1),
                 1,
                 strict([](U a, U, U, unsigned n) {
                   U r = 0;
                   for (unsigned i = 0; i < n; i += 8)
                     r = r << 8 | (a >> i & 0xff);
                   return value(r);
                 }),
                 "iN",
                 {16, 32, 64}});
  all.push_back({"bitreverse", callOf("bitreverse", 1), 1, strict([](U a, U, U, unsigned n) {
                   U r = 0;
                   for (unsigned i = 0; i < n; ++i)
                     r = r << 1 | (a >> i & 1);
                   return value(r);
                 })});
  for (bool left : {true, false})
    all.push_back({left ? "fshl" : "fshr",
                   callOf(left ? "fshl" : "fshr", 3),
                   3,
                   strict([=](U a, U b, U c, unsigned n) {
                     const unsigned by = static_cast<unsigned>(c % n);
                     const U joined = a << n | b;
                     return wrapped(left ? (joined << by) >> n : joined >> by, n);
                   }),
                   "iN",
                   {4, 5, 32}});
}

void addBounds(std::vector<Operation>& all) {
  const auto add = [&](const char* name, U (*f)(U a, U b, S x, S y, unsigned n)) {
    all.push_back({name, callOf(name, 2), 2,
                   strict([=](U a, U b, U, unsigned n) { return wrapped(f(a, b, sign(a, n), sign(b, n), n), n); })});
  };
  add("umin", [](U a, U b, S, S, unsigned) { return a < b ? a : b; });
  add("umax", [](U a, U b, S, S, unsigned) { return a > b ? a : b; });
  add("smin", [](U a, U b, S x, S y, unsigned) { return x < y ? a : b; });
  add("smax", [](U a, U b, S x, S y, unsigned) { return x > y ? a : b; });
  add("uadd.sat", [](U a, U b, S, S, unsigned n) { return a + b > mask(n) ? mask(n) : a + b; });
  add("usub.sat", [](U a, U b, S, S, unsigned) { return a < b ? U{0} : a - b; });
  add("sadd.sat", [](U, U, S x, S y, unsigned n) {
    return static_cast<U>(x + y < lowest(n) ? lowest(n) : x + y > highest(n) ? highest(n) : x + y);
  });
  add("ssub.sat", [](U, U, S x, S y, unsigned n) {
    return static_cast<U>(x - y < lowest(n) ? lowest(n) : x - y > highest(n) ? highest(n) : x - y);
  });
  const auto compare = [&](const char* name, bool isSigned) {
    all.push_back({name, fmt::format("%r = call i3 @llvm.{}.i3.iN(iN %a, iN %b)", name), 2,
                   strict([=](U a, U b, U, unsigned n) {
                     const bool less = isSigned ? sign(a, n) < sign(b, n) : a < b;
                     return wrapped(less ? 7u : a == b ? 0u : 1u, 3);
                   }),
                   "i3"});
  };
  compare("ucmp", false);
  compare("scmp", true);
  for (const char* kind : {"add", "sub", "mul"})
    for (bool isSigned : {false, true}) {
      const std::string name = fmt::format("{}{}.with.overflow", isSigned ? "s" : "u", kind);
      const std::string k = kind;
      const auto overflows = [=](U a, U b, unsigned n) {
        const S x = sign(a, n), y = sign(b, n);
        if (isSigned)
          return !fits(k == "add" ? x + y : k == "sub" ? x - y : x * y, n);
        return k == "sub" ? a < b : ((k == "add" ? a + b : a * b) >> n) != 0;
      };
      const std::string call = fmt::format("%p = call {{iN, i1}} @llvm.{}.iN(iN %a, iN %b)\n", name);
      all.push_back({name, call + "%r = extractvalue {iN, i1} %p, 0", 2, strict([=](U a, U b, U, unsigned n) {
                       return wrapped(k == "add" ? a + b : k == "sub" ? a - b : a * b, n);
                     })});
      all.push_back({name + " overflows", call + "%r = extractvalue {iN, i1} %p, 1", 2,
                     strict([=](U a, U b, U, unsigned n) { return value(overflows(a, b, n)); }), "i1"});
    }
  all.push_back(
      {"expect", callOf("expect", 2), 2, [](const Inputs& x, unsigned) { return x[0] ? value(*x[0]) : poison(); }});
}

std::vector<Operation> operations() {
  std::vector<Operation> all;
  addArithmetic(all);
  addShifts(all);
  addDivisions(all);
  addBitwise(all);
  addCasts(all);
  addComparisons(all);
  addCounts(all);
  addBounds(all);
  return all;
}

std::string withWidth(std::string text, unsigned n) {
  for (std::size_t at = 0; (at = text.find("iN", at)) != std::string::npos;)
    text.replace(at, 2, "i" + std::to_string(n));
  return text;
}

/// Operands come from a table, so that they may be poison.
std::string functionOf(const Operation& operation, unsigned n) {
  std::string ir = fmt::format("define {} @f(ptr %in) {{\n", operation.result);
  const char* names[] = {"a", "b", "c"};
  for (unsigned i = 0; i < operation.operands; ++i) {
    ir += fmt::format("%p{0} = getelementptr i64, ptr %in, i64 {0}\n%w{0} = load i64, ptr %p{0}, align 8\n", i);
    ir += n == 64 ? fmt::format("%{} = or i64 %w{}, 0\n", names[i], i)
                  : fmt::format("%{} = trunc i64 %w{} to iN\n", names[i], i);
  }
  ir += operation.ir + fmt::format("\nret {} %r\n}}\n", operation.result);
  return withWidth(ir, n);
}

Failure one(const Operation& operation, const Lifting& lifting, const Inputs& inputs, unsigned n) {
  Assignment assignment;
  for (unsigned i = 0; i < operation.operands; ++i) {
    assignment[fmt::format("t[{}]", i)] = inputs[i].value_or(static_cast<Bits>(5 + i) & mask(n));
    assignment[fmt::format("t[{}].poison", i)] = !inputs[i];
  }
  if (Failure failure = lifting.expect(assignment, operation.reference(inputs, n)))
    return fmt::format("{} at {} bits: {}", operation.name, n, *failure);
  return std::nullopt;
}

Failure exhaustive(const Operation& operation, const Lifting& lifting, unsigned n) {
  const unsigned total = 1u << (n * operation.operands);
  for (unsigned poisoned = 0; poisoned < (1u << operation.operands); ++poisoned)
    for (unsigned code = 0; code < total; code += poisoned && operation.operands > 2 ? 7 : 1) {
      Inputs inputs;
      for (unsigned i = 0; i < operation.operands; ++i)
        inputs.push_back(poisoned >> i & 1 ? std::nullopt
                                           : std::optional<Bits>(code >> (n * i) & static_cast<unsigned>(mask(n))));
      if (Failure failure = one(operation, lifting, inputs, n))
        return failure;
    }
  return std::nullopt;
}

Failure random(const Operation& operation, const Lifting& lifting, unsigned n) {
  std::mt19937_64 engine(20240607); // fixed: a failure repeats
  const auto draw = [&]() -> Bits {
    switch (engine() % 6) {
    case 0:
      return engine() % (n + 2); // small, as shift amounts are
    case 1:
      return mask(n) - engine() % 3; // near all ones
    case 2:
      return ((Bits{1} << (n - 1)) + engine() % 3 - 1) & mask(n); // near the sign's edge
    case 3:
      return (Bits{1} << engine() % n) & mask(n);
    default:
      return engine() & mask(n);
    }
  };
  for (unsigned round = 0; round < 300; ++round) {
    Inputs inputs;
    for (unsigned i = 0; i < operation.operands; ++i)
      inputs.push_back(engine() % 16 == 0 ? std::nullopt : std::optional<Bits>(draw()));
    if (Failure failure = one(operation, lifting, inputs, n))
      return failure;
  }
  return std::nullopt;
}

Failure check(const Operation& operation) {
  for (unsigned n : operation.widths) {
    const Lifting lifting(functionOf(operation, n), [&](Terms& terms) {
      Input input;
      input.objects.emplace_back(tableOf(terms, "t", operation.operands, 64, true));
      input.arguments.emplace_back(PointerTo{0, 0});
      return input;
    });
    if (lifting.problem())
      return operation.name + ": " + *lifting.problem();
    if (Failure failure = n <= 5 ? exhaustive(operation, lifting, n) : random(operation, lifting, n))
      return failure;
  }
  return std::nullopt;
}

/// What freeze gives is never poison, is the operand where that is not poison, and may be anything where it is.
Failure freezes() {
  const Lifting lifting("define i8 @f(ptr %in) {\n%a = load i8, ptr %in\n%r = freeze i8 %a\nret i8 %r\n}",
                        [](Terms& terms) {
                          Input input;
                          input.objects.emplace_back(tableOf(terms, "t", 1, 8, true));
                          input.arguments.emplace_back(PointerTo{0, 0});
                          return input;
                        });
  if (lifting.problem())
    return lifting.problem();
  for (Bits any : {Bits{0}, Bits{7}, Bits{255}}) {
    if (Failure failure = lifting.expect({{"t[0]", 9}, {"freeze.f.1", any}}, value(9)))
      return failure;
    if (Failure failure = lifting.expect({{"t[0]", 9}, {"t[0].poison", 1}, {"freeze.f.1", any}}, value(any)))
      return failure;
  }
  return std::nullopt;
}

} // namespace

std::vector<Check> operationChecks() {
  std::vector<Check> checks;
  for (const Operation& operation : operations())
    checks.push_back({operation.name, [operation] { return check(operation); }});
  checks.push_back({"freeze", freezes});
  return checks;
}

} // namespace warplaw::lift::test
