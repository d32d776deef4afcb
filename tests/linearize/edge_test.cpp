// Ties linearize/operation.h to the terms that are proved (proofs/theorems/linearize.cpp), by evaluation; and the
// floating-point steps to the rule.
#include "linearize/operation.h"
#include "linearize/trail.h"
#include "proofs/theorems/linearize_theorems.h"
#include "symbolic/terms/evaluate.h"
#include <array>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace warplaw::linearize {
namespace {

using proofs::checker::edgeReturns;
using proofs::checker::edgeTo;

TEST(Edge, IsTheTermThatIsProved_ATOMS_6) {
  std::mt19937_64 random(3);
  constexpr std::uint64_t kEdges[] = {
      0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, ~0ull};
  unsigned operations = 0;
  for (const Operation operation : allOperations()) {
    if (isFloat(operation.type))
      continue;
    ++operations;
    const unsigned bytes = bytesOf(operation.type);
    symbolic::Terms terms;
    const symbolic::Term old = terms.variable(8 * bytes, "old"), operand = terms.variable(8 * bytes, "operand"),
                         swap = terms.variable(8 * bytes, "swap");
    const std::array<symbolic::Term, 2> roots = {edgeTo(operation, old, operand, swap),
                                                 edgeReturns(operation, old, operand)};
    for (int k = 0; k < 3000; ++k) {
      const auto value = [&] {
        const std::uint64_t v = random() % 3 ? kEdges[random() % std::size(kEdges)] + random() % 3 - 1 : random();
        return v & onesOf(bytes);
      };
      const std::uint64_t m = value(), rb = random() % 4 ? value() : m, rc = value();
      const auto got = symbolic::evaluate(roots, {{"old", m}, {"operand", rb}, {"swap", rc}});
      ASSERT_EQ(static_cast<std::uint64_t>(got[0]), stepOf(operation, m, rb, rc, ZeroOrder::NegativeBelow))
          << nameOf(operation) << m << " " << rb;
      ASSERT_EQ(static_cast<std::uint64_t>(got[1]), returnedBy(operation.op, m, rb)) << nameOf(operation);
    }
  }
  EXPECT_EQ(operations, 34u);
}

TEST(Edge, SingleFlushesSubnormals_RED_7) {
  const Operation add{Op::Add, Type::F32};
  const auto step = [&](std::uint64_t a, std::uint64_t b) { return stepOf(add, a, b, 0, ZeroOrder::NegativeBelow); };
  EXPECT_EQ(step(0x3f800000, 0x40000000), 0x40400000u);
  EXPECT_EQ(step(0x00000001, 0), 0u);
  EXPECT_EQ(step(0x80000001, 0x80000000), 0x80000000u);
  EXPECT_EQ(step(0x00800001, 0x80800000), 0u); // the exact sum is subnormal
  EXPECT_EQ(step(0x7f800000, 0xff800000), 0x7fffffffu);
  EXPECT_EQ(step(0x7fa00001, 0x3f800000), 0x7fffffffu);
  EXPECT_EQ(step(0x4b800000, 0x3f800000), 0x4b800000u); // 2^24 + 1, ties to even
}

double valueOf(unsigned half) {
  const int exponent = static_cast<int>(half >> 10 & 31);
  const double magnitude =
      exponent == 0 ? (half & 0x3ff) * 0x1p-24 : (1024 + (half & 0x3ff)) * std::pow(2.0, exponent - 25);
  return half & 0x8000 ? -magnitude : magnitude;
}

TEST(Edge, HalfAddIsTheNearestHalf_RED_7) {
  const Operation add{Op::Add, Type::F16x2};
  std::mt19937 random(5);
  for (int k = 0; k < 200000; ++k) {
    const unsigned a = random() & 0xffff, b = random() & 0xffff;
    if ((a >> 10 & 31) == 31 || (b >> 10 & 31) == 31)
      continue;
    const auto got = static_cast<unsigned>(stepOf(add, a, b, 0, ZeroOrder::NegativeBelow));
    const double exact = valueOf(a) + valueOf(b);
    if ((got & 0x7fff) == 0x7c00) {
      EXPECT_GE(std::fabs(exact), 65520.0);
      continue;
    }
    const double error = std::fabs(valueOf(got) - exact);
    for (const unsigned neighbour : {got + 1, got - 1}) {
      if ((neighbour >> 10 & 31) == 31 || ((got & 0x7fff) == 0))
        continue;
      const double other = std::fabs(valueOf(neighbour & 0xffff) - exact);
      ASSERT_TRUE(error < other || (error == other && (got & 1) == 0)) << std::hex << a << " " << b << " " << got;
    }
    if (exact == 0) {
      EXPECT_EQ(got, a == 0x8000 && b == 0x8000 ? 0x8000u : 0u);
    }
  }
}

TEST(Edge, HalfMinAndMax_RED_7) {
  const Operation least{Op::Min, Type::F16x2}, greatest{Op::Max, Type::F16x2};
  EXPECT_EQ(stepOf(least, 0x7e00, 0x3c00, 0, ZeroOrder::NegativeBelow), 0x3c00u);
  EXPECT_EQ(stepOf(greatest, 0x3c00, 0xfe00, 0, ZeroOrder::NegativeBelow), 0x3c00u);
  EXPECT_EQ(stepOf(greatest, 0x7e00, 0xfe00, 0, ZeroOrder::NegativeBelow), 0x7fffu);
  EXPECT_EQ(stepOf(least, 0x0000, 0x8000, 0, ZeroOrder::NegativeBelow), 0x8000u);
  EXPECT_EQ(stepOf(least, 0x0000, 0x8000, 0, ZeroOrder::KeepMemory), 0x0000u);
  EXPECT_EQ(stepOf(greatest, 0x0000, 0x8000, 0, ZeroOrder::TakeOperand), 0x8000u);
  for (unsigned a = 0; a < 0x10000; a += 7)
    for (unsigned b = 0; b < 0x10000; b += 4099)
      if ((a & 0x7fff) <= 0x7c00 && (b & 0x7fff) <= 0x7c00 && (a >> 10 & 31) != 31 && (b >> 10 & 31) != 31 &&
          valueOf(a) != valueOf(b)) {
        EXPECT_EQ(valueOf(static_cast<unsigned>(stepOf(least, a, b, 0, ZeroOrder::NegativeBelow))),
                  std::min(valueOf(a), valueOf(b)));
        EXPECT_EQ(valueOf(static_cast<unsigned>(stepOf(greatest, a, b, 0, ZeroOrder::NegativeBelow))),
                  std::max(valueOf(a), valueOf(b)));
      }
}

/// As std::fmin and std::fmax, which leave zeros of unlike sign open.
template <class Number, class Bits> void expectExtremes(Type type, Bits nan) {
  std::mt19937_64 random(7);
  const auto fromBits = [](std::uint64_t bits) { return std::bit_cast<Number>(static_cast<Bits>(bits)); };
  const auto step = [&](Op op, std::uint64_t a, std::uint64_t b) {
    return stepOf({op, type}, a, b, 0, ZeroOrder::NegativeBelow);
  };
  constexpr std::uint64_t kSign = std::uint64_t{1} << (8 * sizeof(Bits) - 1);
  for (int k = 0; k < 20000; ++k) {
    const std::uint64_t a = static_cast<Bits>(random() & random()), b = static_cast<Bits>(random());
    if (std::isnan(fromBits(a)) && std::isnan(fromBits(b)))
      continue;
    EXPECT_EQ(fromBits(step(Op::Min, a, b)), std::fmin(fromBits(a), fromBits(b))) << a << " " << b;
    EXPECT_EQ(fromBits(step(Op::Max, a, b)), std::fmax(fromBits(a), fromBits(b))) << a << " " << b;
  }
  EXPECT_EQ(step(Op::Min, 1, 2), 1u); // subnormals are kept
  EXPECT_EQ(step(Op::Min, 0, kSign), kSign);
  EXPECT_EQ(step(Op::Max, kSign, 0), 0u);
  EXPECT_EQ(step(Op::Max, nan - 1, nan - 1), nan);
  EXPECT_EQ(step(Op::Max, nan - 1, 1), 1u);
  EXPECT_EQ(stepOf({Op::Min, type}, 0, kSign, 0, ZeroOrder::KeepMemory), 0u);
  EXPECT_EQ(stepOf({Op::Max, type}, 0, kSign, 0, ZeroOrder::TakeOperand), kSign);
}

TEST(Edge, SingleAndDoubleMinAndMax_RED_7) {
  expectExtremes<float>(Type::F32, std::uint32_t{0x7fffffff});
  expectExtremes<double>(Type::F64, std::uint64_t{0x7ff8000000000000});
}

TEST(Edge, NamesBesideTheDocuments_ATOMS_1) {
  EXPECT_EQ(findOperation("AND.B64"), (Operation{Op::And, Type::U64}));
  EXPECT_EQ(findOperation("XOR.S64"), (Operation{Op::Xor, Type::U64}));
  EXPECT_EQ(findOperation("OR.64"), (Operation{Op::Or, Type::U64}));
  EXPECT_EQ(findOperation("CAS.B32"), (Operation{Op::Cas, Type::U32}));
  EXPECT_EQ(findOperation("ADD.S64"), (Operation{Op::Add, Type::U64}));
  for (const char* name :
       {"ADD.B64", "INC.S64", "MIN.B32", "ANDxS64", "MIN.F32.FTZ.RN", "MAX.F64.RN", "SUB", "SUB.U32"})
    EXPECT_FALSE(findOperation(name)) << name;
  for (const Operation other : otherOperations()) {
    EXPECT_TRUE(isLegal(other));
    EXPECT_EQ(findOperation(nameOf(other)), other);
  }
}

TEST(Edge, SubtractionIsAdditionOfTheNegative_ATOMS_6) {
  EXPECT_EQ(findSubtraction("SUB"), (Operation{Op::Add, Type::U32}));
  EXPECT_EQ(findSubtraction("SUB.F64.RN"), (Operation{Op::Add, Type::F64}));
  EXPECT_FALSE(findSubtraction("SUB.NAND") || findSubtraction("ADD.U32"));
  EXPECT_EQ(negative(Type::U32, 1), 0xffffffffu);
  EXPECT_EQ(negative(Type::U64, 1), ~0ull);
  EXPECT_EQ(negative(Type::F16x2, 0x3c00), 0x8000bc00u);
  EXPECT_EQ(negative(Type::F64, std::bit_cast<std::uint64_t>(2.5)), std::bit_cast<std::uint64_t>(-2.5));
}

TEST(Trail, TablesHoldAFewMoreEdgesThanTheFirst_ATOMS_5) { // run under AddressSanitizer, this says more
  for (std::size_t first = 0; first < 40; ++first) {
    TrailChecker checker;
    for (std::size_t count = first; count < first + 6; ++count) {
      std::vector<Edge> edges;
      for (std::uint64_t k = 0; k < count; ++k)
        edges.push_back({2 * k, 2 * k + 1});
      EXPECT_EQ(checker.check(edges, {1000, 1001}).legal(), false);
    }
  }
}

TEST(Trail, ConditionIsExistenceOfAnOrder_ATOMS_5) {
  const auto evidence = proofs::checker::compareTrails(6);
  EXPECT_EQ(evidence.difference, "");
  EXPECT_EQ(evidence.cases, 1193808u);
}

} // namespace
} // namespace warplaw::linearize
