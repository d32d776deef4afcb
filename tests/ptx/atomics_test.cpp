// Atomics (PTX-17): which operations there are of which types, as NVIDIA's assembler of 13.0 takes them, and what they
// do, in both machines.
#include "plain/machine.h"
#include "ptx/machine/run.h"
#include "whole.h"
#include <algorithm>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace warplaw::ptx::tests {
namespace atomics_test {

constexpr std::string_view kOperations[] = {"add", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas"};
constexpr std::string_view kTypes[] = {"b16", "u16", "s16",   "b32",  "u32",    "s32", "b64", "u64",
                                       "s64", "f16", "f16x2", "bf16", "bf16x2", "f32", "f64"};
constexpr unsigned kVectors[] = {1, 2, 4, 8};
constexpr std::string_view kSpaces[] = {"", ".global", ".shared"};

/// One instruction, and all that its text follows from.
struct Atomic {
  bool isRed;
  std::string_view space, operation, type;
  unsigned vector;

  bool isHalf() const { return type.find("f16") != type.npos; }
  unsigned bits() const {
    return type.ends_with("x2")
               ? 32
               : static_cast<unsigned>(std::stoul(std::string(type.substr(type.find_first_of("136")))));
  }
  std::string opcode() const {
    return fmt::format("{}{}.{}{}{}.{}", isRed ? "red" : "atom", space, operation, isHalf() ? ".noftz" : "",
                       vector == 1 ? "" : fmt::format(".v{}", vector), type);
  }
  /// Register 0 of a kind, or as many as the vector has elements.
  std::string registers(unsigned first) const {
    const std::string_view kind = type == "f32"   ? "f"
                                  : type == "f64" ? "d"
                                  : bits() == 16  ? "h"
                                  : bits() == 32  ? "r"
                                                  : "l";
    std::vector<std::string> all;
    for (unsigned i = 0; i < vector; ++i)
      all.push_back(fmt::format("%{}{}", kind, first + i));
    return vector == 1 ? all[0] : fmt::format("{{{}}}", fmt::join(all, ", "));
  }
  std::string text(std::string_view address) const {
    return fmt::format("{} {}{}, {}{};", opcode(), isRed ? "" : registers(0) + ", ", address, registers(8),
                       operation == "cas" ? ", " + registers(16) : "");
  }
};

template <class Each> void forEach(const Each& each) {
  for (const bool isRed : {false, true})
    for (const std::string_view space : kSpaces)
      for (const std::string_view operation : kOperations)
        for (const std::string_view type : kTypes)
          for (const unsigned vector : kVectors)
            each(Atomic{isRed, space, operation, type, vector});
}

/// OPERATION: types of one element; types of vectors, each with the longest.
struct Legal {
  std::string_view operation;
  std::vector<std::string_view> types;
  std::vector<std::pair<std::string_view, unsigned>> vectors;
};
const std::vector<std::pair<std::string_view, unsigned>> kHalves = {
    {"f16", 8}, {"bf16", 8}, {"f16x2", 4}, {"bf16x2", 4}};
const Legal kLegal[] = {
    {"add",
     {"u32", "s32", "u64", "f16", "f16x2", "bf16", "bf16x2", "f32", "f64"},
     {{"f16", 8}, {"bf16", 8}, {"f16x2", 4}, {"bf16x2", 4}, {"f32", 4}}},
    {"min", {"u32", "s32", "u64", "s64"}, kHalves},
    {"max", {"u32", "s32", "u64", "s64"}, kHalves},
    {"inc", {"u32"}, {}},
    {"dec", {"u32"}, {}},
    {"and", {"b32", "b64"}, {}},
    {"or", {"b32", "b64"}, {}},
    {"xor", {"b32", "b64"}, {}},
    {"exch", {"b32", "b64"}, {}},
    {"cas", {"b16", "b32", "b64"}, {}},
};
bool isLegal(const Atomic& atomic) {
  const Legal& legal = *std::ranges::find(kLegal, atomic.operation, &Legal::operation);
  if (atomic.isRed && (atomic.operation == "exch" || atomic.operation == "cas"))
    return false;
  if (atomic.vector == 1)
    return std::ranges::find(legal.types, atomic.type) != legal.types.end();
  return atomic.space != ".shared" && std::ranges::any_of(legal.vectors, [&](const auto& each) {
           return each.first == atomic.type && atomic.vector <= each.second;
         });
}

constexpr std::string_view kRegisters = ".reg .b16 %h<24>;\n.reg .b32 %r<24>;\n.reg .b64 %l<24>;\n.reg .f32 %f<24>;\n"
                                        ".reg .f64 %d<24>;\n.reg .b32 %tid;\n.reg .b64 %a, %at, %out;\n";

TEST(PtxAtomics, WhatThereIsAndWhatIsNot) {
  forEach([](const Atomic& atomic) {
    const auto module = read(entry(std::string(kRegisters) + atomic.text("[%a]")));
    ASSERT_TRUE(module.has_value()) << atomic.opcode();
    const auto kernel = decode(*module, "");
    EXPECT_EQ(kernel.has_value(), isLegal(atomic)) << atomic.text("[%a]");
    if (!kernel) {
      EXPECT_EQ(kernel.error().first.rule, "PTX-17") << atomic.opcode();
      EXPECT_NE(kernel.error().first.what.find("; accepted: "), std::string::npos) << atomic.opcode();
    }
  });
}

struct Refused {
  std::string_view text, what;
};
constexpr Refused kRefused[] = {
    {"atom.add.f16 %h0, [%a], %h1;", "atom.add.f16: without .noftz"},
    {"red.shared.add.bf16x2 [%a], %r1;", "red.shared.add.bf16x2: without .noftz"},
    {"atom.global.add.noftz.f32 %f0, [%a], %f1;", "atom.global.add.noftz.f32: with .noftz"},
    {"red.add.noftz.v2.f16 [cells], {%h1, %h2};", "red.add.noftz.v2.f16: no atomics of vectors in this space"},
    {"atom.local.add.u32 %r0, [%a], 1;", "atom.local.add.u32: no atomics in this space"},
};
TEST(PtxAtomics, QualifiersAndSpaces) {
  for (const Refused& row : kRefused) {
    const auto kernel =
        decode(*read(entry(std::string(kRegisters) + ".shared .b32 cells[4];\n" + std::string(row.text))), "");
    ASSERT_FALSE(kernel.has_value()) << row.text;
    EXPECT_TRUE(kernel.error().first.what.starts_with(row.what)) << kernel.error().first.what;
  }
}

// --- what they do: memory of a lane of its own, with corners of its type in it

std::vector<std::uint64_t> cornersOf(std::string_view type) {
  if (type == "f32")
    return {0,          0x80000000, 0x00000001, 0x807fffff, 0x3f800000,
            0xbfc00000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00001};
  if (type == "f64")
    return {0, 1ull << 63, 1, 0x3ff0000000000000, 0xbff8000000000000, 0x7fefffffffffffff, 0x7ff0000000000000};
  if (type.starts_with("f16"))
    return {0, 0x8000, 0x0001, 0x83ff, 0x3c00, 0xbe00, 0x7bff, 0x7c00, 0xfc00, 0x7e01};
  if (type.starts_with("bf16"))
    return {0, 0x8000, 0x0001, 0x807f, 0x3f80, 0xbfc0, 0x7f7f, 0x7f80, 0xff80, 0x7fc1};
  return {0, 1, 2, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 1ull << 63, ~0ull, ~0ull >> 1};
}

/// `count` elements, from a corner on; pairs of halves are of two of them.
std::vector<std::uint64_t> elementsOf(const Atomic& atomic, std::size_t from, unsigned count) {
  const auto corners = cornersOf(atomic.type);
  std::vector<std::uint64_t> all;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t one = corners[(from + i) % corners.size()];
    if (atomic.type.ends_with("x2"))
      one |= corners[(from * 3 + i + 1) % corners.size()] << 16;
    all.push_back(atomic.bits() == 64 ? one : one & ((1ull << atomic.bits()) - 1));
  }
  return all;
}

void append(std::vector<std::uint8_t>& bytes, const std::vector<std::uint64_t>& elements, unsigned width) {
  for (const std::uint64_t one : elements)
    for (unsigned i = 0; i < width; ++i)
      bytes.push_back(static_cast<std::uint8_t>(one >> 8 * i));
}

std::uint64_t elementAt(const std::vector<std::uint8_t>& bytes, std::size_t index, unsigned width) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < width; ++i)
    value |= std::uint64_t{bytes[index * width + i]} << 8 * i;
  return value;
}

constexpr unsigned kRecord = 16, kLanes = 32; ///< a lane's bytes of each array

std::string kernelOf(const Atomic& atomic) {
  const auto move = [&](std::string_view what, std::string_view at, unsigned first) {
    const std::string vector = atomic.vector == 1 ? "" : fmt::format(".v{}", atomic.vector);
    const std::string from = atomic.registers(first), type = fmt::format("b{}", atomic.bits());
    // as loads have at most 4 elements of 32 bits, one by one
    std::string text;
    for (unsigned i = 0; i < atomic.vector; ++i) {
      const std::string one = Atomic{atomic.isRed, "", "", atomic.type, 1}.registers(first + i);
      text += what == "ld" ? fmt::format("ld.global.{} {}, [{}+{}];\n", type, one, at, i * atomic.bits() / 8)
                           : fmt::format("st{}.{} [{}+{}], {};\n", what, type, at, i * atomic.bits() / 8, one);
    }
    return text;
  };
  const bool isShared = atomic.space == ".shared";
  std::string text = std::string(kRegisters) + fmt::format(".shared .align 16 .b8 cells[{}];\n", kRecord * kLanes) +
                     "mov.u32 %tid, %tid.x;\nmul.wide.u32 %out, %tid, 16;\n";
  const auto pointer = [&](std::string_view name) {
    return fmt::format("ld.param.u64 %at, [{}];\nadd.u64 %at, %at, %out;\n", name);
  };
  text += pointer("b") + move("ld", "%at", 8) + pointer("c") + move("ld", "%at", 16) + pointer("memory");
  if (isShared)
    text += move("ld", "%at", 0) + "mov.u64 %a, cells;\nadd.u64 %a, %a, %out;\n" + move(".shared", "%a", 0);
  else
    text += "mov.u64 %a, %at;\n";
  text += atomic.text("[%a]") + "\n";
  if (!atomic.isRed)
    text += pointer("old") + move(".global", "%at", 0);
  if (isShared) {
    for (unsigned i = 0; i < atomic.vector * atomic.bits() / 8; ++i)
      text += fmt::format("ld.shared.b8 %r0, [%a+{}];\nst.global.b8 [%at+{}], %r0;\n", i, i);
    text.insert(text.rfind("ld.shared.b8 %r0, [%a+0]"), pointer("memory"));
  }
  return fmt::format("{}.entry k(.param .u64 memory, .param .u64 b, .param .u64 c, .param .u64 old) {{\n{}ret;\n}}\n",
                     kHeader, text);
}

/// Memory, b, c, and what was there before.
Launch launchOf(const Atomic& atomic) {
  Launch launch;
  launch.arrays.resize(4);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    for (unsigned array = 0; array < 4; ++array) {
      std::vector<std::uint8_t>& bytes = launch.arrays[array].bytes;
      // c is what cas stores; b is memory in every other lane of it
      const std::size_t from =
          array == 1 && (atomic.operation != "cas" || lane % 2) ? lane / 3 + lane : lane + 5 * (array / 2);
      append(bytes, elementsOf(atomic, from, atomic.vector), atomic.bits() / 8);
      bytes.resize(std::size_t{kRecord} * (lane + 1));
    }
  for (int i = 0; i < 4; ++i)
    launch.arguments.push_back({{}, i});
  for (Array& array : launch.arrays)
    array.elementBytes = kRecord;
  return launch;
}

std::uint64_t rowOf(const std::string& opcode, std::uint64_t memory, std::uint64_t operand) {
  const auto spelled = spec::scalar::formSpelled(opcode).value();
  return concrete::scalarFunction(spelled.form)(spelled.modes, memory, operand, 0, 0);
}

/// By the row of the same name; what has none, in words.
std::uint64_t expected(const Atomic& atomic, std::uint64_t memory, std::uint64_t b, std::uint64_t c) {
  const std::string name(atomic.operation), type(atomic.type);
  if (name == "exch")
    return b;
  if (name == "cas")
    return memory == b ? c : memory;
  if (name == "inc")
    return memory >= b ? 0 : memory + 1;
  if (name == "dec")
    return memory == 0 || memory > b ? b : memory - 1;
  if (name == "add" && type == "f32" && atomic.space != ".shared")
    return rowOf("add.rn.ftz.f32", memory, b);
  return rowOf(name + (name == "add" && type.find('f') != type.npos ? ".rn." : ".") + type, memory, b);
}

TEST(PtxAtomics, BothMachinesDoWhatTheRowsSay) {
  forEach([](const Atomic& atomic) {
    if (!isLegal(atomic))
      return;
    const auto kernel = decode(*read(kernelOf(atomic)), "");
    ASSERT_TRUE(kernel.has_value()) << kernel.error().first.message("k") << "\n" << kernelOf(atomic);
    const Launch launch = launchOf(atomic);
    const Outcome warps = run(*kernel, launch);
    ASSERT_TRUE(warps.findings.empty()) << atomic.opcode() << ": " << warps.findings[0].what;
    const plain::Outcome threads = plain::run(*kernel, launch, {});
    ASSERT_EQ(threads.end, plain::End::Finished) << atomic.opcode() << ": " << threads.what;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      for (unsigned i = 0; i < atomic.vector; ++i) {
        const unsigned width = atomic.bits() / 8;
        const auto at = [&](const std::vector<Array>& arrays, unsigned array) {
          return elementAt(arrays[array].bytes, lane * kRecord / width + i, width);
        };
        const std::uint64_t memory = at(launch.arrays, 0), b = at(launch.arrays, 1);
        const std::string where = fmt::format("{}, lane {}: {:#x} and {:#x}", atomic.opcode(), lane, memory, b);
        const std::uint64_t wanted = expected(atomic, memory, b, at(launch.arrays, 2));
        ASSERT_EQ(at(warps.arrays, 0), wanted) << where;
        ASSERT_EQ(at(threads.arrays, 0), wanted) << where << ", in the machine of threads";
        if (!atomic.isRed) {
          ASSERT_EQ(at(warps.arrays, 3), memory) << where;
          ASSERT_EQ(at(threads.arrays, 3), memory) << where;
        }
      }
  });
}

} // namespace atomics_test
} // namespace warplaw::ptx::tests
