// The grammar of launches: elements, expressions, arrays, files of them, comments, names of parameters.
#include "tools/cuda_names.h"
#include "tools/element_expression.h"
#include "tools/launch_text.h"
#include <cmath>
#include <fstream>
#include <gtest/gtest.h>

namespace warplaw::tools {
namespace {

spec::scalar::Type type(std::string_view name) { return elementTypeNamed(name).value(); }

TEST(Element, HoldsANumberRoundedOnce) {
  struct Row {
    const char *type, *number;
    std::uint64_t bits;
    const char* shown;
  };
  const Row rows[] = {
      {"u8", "255", 0xff, "255"},
      {"s8", "-1", 0xff, "-1"},
      {"u32", "0xffffffff", 0xffffffff, "4294967295"},
      {"b16", "0x1f", 0x1f, "0x1f"},
      {"s64", "-9223372036854775807", 0x8000000000000001, "-9223372036854775807"},
      {"u64", "0xffffffffffffffff", ~0ull, "18446744073709551615"},
      {"f32", "1.5", 0x3fc00000, "1.5"},
      {"f32", "16777217", 0x4b800000, "16777216"}, // halfway, to even
      {"f32", "-0.0", 0x80000000, "-0"},
      {"f32", "inf", 0x7f800000, "inf"},
      {"f64", "0.1", 0x3fb999999999999a, "0.1"},
      {"f16", "1", 0x3c00, "1"},
      {"f16", "65504", 0x7bff, "65504"},
      {"f16", "65519", 0x7bff, "65504"},
      {"f16", "65520", 0x7c00, "inf"},                      // halfway to what f16 does not have
      {"f16", "5.9604644775390625e-8", 1, "5.9604645e-08"}, // the least
      {"f16", "2.98023223876953125e-8", 0, "0"},            // half of it, to even
      {"f16", "6.103515625e-5", 0x400, "6.1035156e-05"},
      {"f16", "2049", 0x6800, "2048"},
      {"f16", "2051", 0x6802, "2052"},
      {"bf16", "1", 0x3f80, "1"},
      {"bf16", "1.00390625", 0x3f80, "1"},
      {"bf16", "-3.5", 0xc060, "-3.5"},
  };
  for (const Row& row : rows) {
    const auto number = writtenNumber(row.number);
    ASSERT_TRUE(number) << row.number;
    EXPECT_TRUE(fits(type(row.type), *number)) << row.type << row.number;
    EXPECT_EQ(bitsOf(type(row.type), *number).value(), row.bits) << row.type << " " << row.number;
    EXPECT_EQ(textOf(type(row.type), row.bits), row.shown);
  }
  EXPECT_TRUE(std::isnan(realOf(type("f16"), 0x7e01)));
  for (const char* text : {"", "-", "1x", "0x", "--1", "+1", "1e", "1.5.2", "007"})
    EXPECT_FALSE(writtenNumber(text) && *text != '0') << text;
  for (const char* name : {"", "u7", "f16x2", "pred", "b128", "u32x"})
    EXPECT_FALSE(elementTypeNamed(name)) << name;
  EXPECT_FALSE(fits(type("u8"), *writtenNumber("256")));
  EXPECT_FALSE(fits(type("s8"), *writtenNumber("255")));
  EXPECT_TRUE(fits(type("u8"), *writtenNumber("-1"))); // the bits that are meant are clear
  EXPECT_FALSE(fits(type("u32"), *writtenNumber("1.5")));
}

TEST(Element, EveryHalfIsReadBackFromItsValue) {
  for (const char* name : {"f16", "bf16"})
    for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
      const double value = realOf(type(name), bits);
      if (!std::isnan(value))
        ASSERT_EQ(bitsOf(type(name), {true, 0, value}).value(), bits) << name;
    }
}

TEST(ElementExpression, IsWorkedOutAsInC) {
  struct Row {
    const char* text;
    std::uint64_t element;
    double value;
  };
  const Row rows[] = {
      {"7", 3, 7},          {"lane*3", 5, 15},
      {"i+i*2", 4, 12},     {"(i+i)*2", 4, 16},
      {"thread%3", 7, 1},   {"-i", 3, -3},
      {"~i", 3, -4},        {"i>>1&3", 7, 3},
      {"1<<i", 5, 32},      {"i|8^1", 2, 11},
      {"min(i,3)", 9, 3},   {"max(i,3)-1", 9, 8},
      {"0x10+i", 1, 17},    {"i/2", 7, 3},
      {"i/2.0", 7, 3.5},    {"0.5*i", 3, 1.5},
      {"1e-1*10", 0, 1},    {"i-1-1", 5, 3},
      {"-7/2", 0, -3},      {"-7%4", 0, -3},
      {"100-i%7*3", 6, 82}, {"min(i,max(2,4))", 9, 4},
      {"1<<64", 0, 0},      {"-1>>70", 0, -1},
  };
  for (const Row& row : rows) {
    const auto expression = ElementExpression::read(row.text);
    ASSERT_TRUE(expression) << row.text;
    const auto value = expression->at(row.element);
    ASSERT_TRUE(value) << row.text;
    EXPECT_EQ(value->asReal(), row.value) << row.text;
  }
  for (const char* text : {"", "i+", "(i", "i)", "x", "min(i)", "min(1,2", "1 + 2", "i i", "3i", "a=b", "*3", "lanes"})
    EXPECT_FALSE(ElementExpression::read(text)) << text;
  for (const char* text : {"1/i", "1%i", "1.5&1", "~0.5"})
    EXPECT_FALSE(ElementExpression::read(text)->at(0)) << text;
  EXPECT_FALSE(ElementExpression::read(std::string(5000, '1')));
  EXPECT_FALSE(ElementExpression::read(std::string(4000, '(')));
}

std::string contentOf(const ArrayText& array) {
  std::string text;
  const unsigned size = bytesOf(array.type);
  for (std::size_t at = 0; at < array.bytes.size(); at += size)
    text += (text.empty() ? "" : " ") + (array.isDefined.empty() || array.isDefined[at]
                                             ? textOf(array.type, readLittle(std::span(array.bytes).subspan(at, size)))
                                             : "any");
  return text;
}

TEST(ArrayText, SaysWhatAnArrayHolds) {
  std::ofstream("numbers.csv") << "1, 2\n3;4\n";
  std::ofstream("words.raw", std::ios::binary) << std::string("\xef\xbb\xbf\0\1\0\0\0", 8);
  const std::string header = "{'descr': '<i2', 'fortran_order': False, 'shape': (3,), }\n";
  std::ofstream("three.npy", std::ios::binary)
      << std::string("\x93NUMPY\x01\x00", 8) << static_cast<char>(header.size()) << '\0' << header
      << std::string("\1\0\2\0\xff\xff", 6);
  const std::pair<const char*, const char*> rows[] = {
      {"u32[3]", "any any any"},
      {"u32[3]:any", "any any any"},
      {"u32[3]:zero", "0 0 0"},
      {"u32[3]:lane*3", "0 3 6"},
      {"u8[3]:i*100", "0 100 200"},
      {"u8[4]:i*100", "0 100 200 44"}, // modulo the width
      {"f32[3]:i/2.0", "0 0.5 1"},
      {"f16[2]:min(i,0.5)", "0 0.5"},
      {"s8[3]:1,-2,3", "1 -2 3"},
      {"s8[4]:1,-2", "1 -2 any any"},
      {"u32[]:5", "5"},
      {"b16[]:0x10,2", "0x10 0x2"},
      {"u32[2]:max(i,1)", "1 1"}, // no list
      {"u16[4]:@numbers.csv", "1 2 3 4"},
      {"f32[]:@numbers.csv", "1 2 3 4"},
      {"b32[2]:@words.raw", "0xbfbbef 0x1"}, // its first bytes are no mark here
      {"@three.npy", "1 2 -1"},
      {"u16[3]:@three.npy", "1 2 65535"},
      {"u32[0]", ""},
  };
  for (const auto& [text, holds] : rows) {
    EXPECT_TRUE(isArrayText(text)) << text;
    const auto array = arrayFromText(text, "", 0);
    ASSERT_TRUE(array) << text << ": " << array.error().message;
    EXPECT_EQ(contentOf(*array), holds) << text;
  }
  for (const char* text : {"u32[",
                           "u32]3[",
                           "x[3]",
                           "pred[3]",
                           "u32[x]",
                           "u32[3]lane",
                           "u32[]",
                           "u32[]:lane",
                           "u32[2]:1,2,3",
                           "u8[2]:1,256",
                           "u32[1]:1.5",
                           "u32[2]:1,x",
                           "u32[2]:1/i",
                           "u32[99999999999]",
                           "u32[3]:@numbers.csv",
                           "u32[]:@nowhere.raw",
                           "@numbers.csv",
                           "@words.raw",
                           "u64[]:@three.npy",
                           "f16[3]:x",
                           "u32[2]:1,",
                           "u16[3]:@words.raw",
                           "@"})
    EXPECT_FALSE(arrayFromText(text, "", 0)) << text;
  EXPECT_FALSE(isArrayText("5"));
  EXPECT_FALSE(isArrayText("u64:0x10"));
}

TEST(ArrayText, IsRandomByItsSeed) {
  const auto one = arrayFromText("f32[100]:random", "", 7), same = arrayFromText("f32[100]:random", "", 7),
             other = arrayFromText("f32[100]:random", "", 8);
  EXPECT_EQ(one->bytes, same->bytes);
  EXPECT_NE(one->bytes, other->bytes);
  for (std::size_t at = 0; at < one->bytes.size(); at += 4)
    EXPECT_LE(std::fabs(realOf(one->type, readLittle(std::span(one->bytes).subspan(at, 4)))), 1);
}

const Parameters kParameters{{"k_param_0", "in", type("u64"), 8, false},
                             {"k_param_1", "out", type("u64"), 8, false},
                             {"k_param_2", "n", type("u32"), 4, false},
                             {"k_param_3", "x", type("b32"), 4, false},
                             {"k_param_4", "s", type("b8"), 8, true}};

TEST(LaunchText, StandsInComments) {
  const auto launches = launchesIn("// warplaw: n=1 block=64,2\n"
                                   "int x; // warplaw: n=2 is behind code\n"
                                   "  //warplaw:\tentry=a grid=2 in=u32[4]:lane allow=race expect:out=u32[1]:7\r\n"
                                   "// warplaw: arg:grid=3 steps=9 seed=0x10\n"
                                   "// warplaw: entry=b shared=128\n",
                                   "folder/k.cu");
  ASSERT_TRUE(launches);
  ASSERT_EQ(launches->size(), 3u);
  const LaunchText &common = launches->at(0), &a = launches->at(1), &b = launches->at(2);
  EXPECT_EQ(common.folder, "folder");
  EXPECT_EQ(common.arguments.size(), 1u);
  EXPECT_EQ(a.entry, "a");
  EXPECT_EQ(a.block, (ptx::Dimensions{64, 2, 1}));
  EXPECT_EQ(a.grid, (ptx::Dimensions{2, 1, 1}));
  ASSERT_EQ(a.arguments.size(), 3u);
  EXPECT_EQ(a.arguments[1].value, "u32[4]:lane");
  EXPECT_EQ(a.arguments[1].where, "folder/k.cu:3");
  EXPECT_EQ(a.arguments[2].name, "grid");
  EXPECT_EQ(a.expected.at(0).name, "out");
  EXPECT_EQ(a.allowed.at(0).value, "race");
  EXPECT_EQ(a.steps, 9u);
  EXPECT_EQ(a.seed, 16u);
  EXPECT_EQ(b.shared, 128u);
  EXPECT_EQ(b.arguments.size(), 1u);
  EXPECT_EQ(launchesIn("", "x")->size(), 1u);
  for (const char* word : {"n", "=3", "block=0", "block=1,2,3,4", "grid=x", "grid=1,", "shared=-1", "shared=5000000000",
                           "steps=many", "entry="}) {
    const auto bad = launchesIn(std::string("\n// warplaw: ") + word, "k.ptx");
    ASSERT_FALSE(bad) << word;
    EXPECT_EQ(bad.error().where, "k.ptx:2");
  }
}

LaunchText withArguments(const std::vector<const char*>& texts) {
  LaunchText launch;
  for (const char* const text : texts)
    launch.arguments.push_back(assignedIn(text).value());
  return launch;
}

TEST(LaunchText, GivesEveryParameterItsValue) {
  const auto bound =
      bindTo(withArguments({"in=u32[4]:lane", "param_1=u64:0x10", "2=200", "x=1.5", "k_param_4=u16[4]:1,2,3,4", "n=7"}),
             kParameters);
  ASSERT_TRUE(bound) << bound.error().rejection.message;
  const ptx::Launch& launch = bound->launch;
  ASSERT_EQ(launch.arrays.size(), 1u);
  EXPECT_EQ(launch.arrays[0].name, "in");
  EXPECT_EQ(launch.arguments[0].array, 0);
  EXPECT_EQ(launch.arguments[1].array, -1);
  EXPECT_EQ(readLittle(launch.arguments[1].bytes), 0x10u);
  EXPECT_EQ(readLittle(launch.arguments[2].bytes), 7u); // the last word counts
  EXPECT_EQ(readLittle(launch.arguments[3].bytes), 0x3fc00000u);
  EXPECT_EQ(readLittle(launch.arguments[4].bytes), 0x4000300020001u);
}

TEST(LaunchText, RejectsWhatDoesNotFit) {
  const std::vector<const char*> all{"in=u32[4]:lane", "out=u32[4]", "n=1", "x=2", "s=u8[8]:0"};
  ASSERT_TRUE(bindTo(withArguments(all), kParameters));
  for (const char* more : {"y=1", "5=1", "param=1", "n=u32[4]:1", "n=1.5", "n=5000000000", "n=u64:1", "n=", "n=x",
                           "s=1", "s=u8[4]:0", "s=u8[8]", "in=u32[x]", "n=lanes"}) {
    std::vector<const char*> texts = all;
    texts.push_back(more);
    const auto bad = bindTo(withArguments(texts), kParameters);
    ASSERT_FALSE(bad) << more;
    EXPECT_FALSE(bad.error().rejection.accepted.empty()) << more;
  }
  for (std::size_t missing = 0; missing < all.size(); ++missing) {
    std::vector<const char*> texts = all;
    texts.erase(texts.begin() + static_cast<std::ptrdiff_t>(missing));
    const auto bad = bindTo(withArguments(texts), kParameters);
    ASSERT_FALSE(bad);
    EXPECT_NE(bad.error().rejection.message.find(kParameters[missing].sourceName), std::string::npos);
  }
  LaunchText launch = withArguments(all);
  for (const char* expected : {"n=u32[1]:1", "out=u32[5]:0", "out=5", "y=u32[1]:1"}) {
    launch.expected = {assignedIn(expected).value()};
    EXPECT_FALSE(bindTo(launch, kParameters)) << expected;
  }
}

TEST(CudaNames, AreThoseOfTheSource) {
  const char* source =
      "// __global__ void k(int wrong)\n"
      "template <int N> __global__ void __launch_bounds__(64) k(const int* __restrict__ in, pair<int,\n"
      "int> p /* , int no */, float (x), int n = 3)\n{ call(k); }\n"
      "__global__ void k2() {}\n"
      "__global__ void twice(int a);\n__global__ void twice(int a) {}\n";
  using All = std::vector<SourceParameter>;
  EXPECT_EQ(parametersInSource(source, "k"), (All{{"in"}, {"p", std::nullopt}, {"x"}, {"n", true}}));
  EXPECT_TRUE(parametersInSource(source, "k2").empty());
  EXPECT_TRUE(parametersInSource(source, "call").empty());
  EXPECT_TRUE(parametersInSource(source, "twice").empty());
  const std::string said = "typedef int Index; using Long = Index; typedef unsigned u32, u33; enum Op { kNone = -1 };\n"
                           "enum Kind { kOne }; enum class Way { kUp }; enum Small : short { kA };\n"
                           "typedef enum { kB = -2 } Old; typedef int T2; namespace a { typedef unsigned T2; }\n"
                           "using Loop = Loop; typedef struct { int x; } Pair; using Size = unsigned long;\n";
  for (const auto& [type, isSigned] :
       std::vector<std::pair<std::string, std::optional<bool>>>{{"int", true},
                                                                {"const long long", true},
                                                                {"short\n", true},
                                                                {"std::int64_t", true},
                                                                {"signed char", true},
                                                                {"unsigned", false},
                                                                {"unsigned int", false},
                                                                {"int*", false},
                                                                {"float", false},
                                                                {"bool", false},
                                                                {"__grid_constant__ const int", true},
                                                                {"Index", true},
                                                                {"const Long", true},
                                                                {"ns::Index", true},
                                                                {"Op", true},
                                                                {"enum Op", true},
                                                                {"Kind", false},
                                                                {"Way", true},
                                                                {"Small", true},
                                                                {"Old", true},
                                                                {"Size", false},
                                                                {"T2", std::nullopt},   // said twice
                                                                {"u32", std::nullopt},  // beside another
                                                                {"Loop", std::nullopt}, // of itself
                                                                {"Pair", std::nullopt},
                                                                {"Traits<int>::index", std::nullopt},
                                                                {"index_t", std::nullopt}})
    EXPECT_EQ(parametersInSource(said + "__global__ void k(" + type + " n) {}", "k"), (All{{"n", isSigned}})) << type;
  // what a name stands for is in the mangled one: a typedef of int, and of unsigned
  EXPECT_EQ(parametersInSource("__global__ void k(index_t n, size m) {}", "_Z1kij"), (All{{"n", true}, {"m"}}));
  EXPECT_EQ(parametersInSource("template <op O, class T> __global__ void k(T n) {}", "_Z1kIL2op1EiEvT0_"),
            (All{{"n", true}}));
  EXPECT_EQ(parametersInSource("__global__ void twice(int a); __global__ void twice(int a) {}", "_Z5twicei"),
            (All{{"", true}}));
  EXPECT_EQ(plainKernelName("k_plain"), "k_plain");
  EXPECT_EQ(plainKernelName("a"), "a");
  EXPECT_EQ(plainKernelName("_Z3addPKiPi"), "add");
  EXPECT_EQ(plainKernelName("_ZN2ns3sumILi32EEEvPi"), "sum");
}

} // namespace
} // namespace warplaw::tools
