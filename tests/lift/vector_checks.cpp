// Vectors and aggregates: extract, insert, shuffle, bitcast, select by lanes, reductions, permutations and compression
// of AVX2 and AVX-512 (the processor asked what they do, where it has them), masked accesses.
#include "check.h"
#include <array>
#include <bit>
#include <fmt/format.h>
#include <immintrin.h>

namespace warplaw::lift::test {
namespace {

Assignment cells(unsigned count, Assignment more) {
  for (unsigned i = 0; i < count; ++i)
    more.emplace(fmt::format("t[{}]", i), 0x11u * (i + 1));
  return more;
}
Bits cell(unsigned i) { return 0x11u * (i + 1); }

Failure extractAt() {
  const Lifting lifting("define i32 @f(ptr %t, i64 %i) {\n%v = load <4 x i32>, ptr %t, align 4\n%r = extractelement <4 "
                        "x i32> %v, i64 %i\nret i32 %r\n}",
                        tableAnd(4, 32, {64}));
  for (Bits i : {Bits{0}, Bits{1}, Bits{3}, Bits{4}, Bits{5}, Bits{0xffffffffffffffff}})
    if (Failure failure =
            lifting.expect(cells(4, {{"a0", i}}), i < 4 ? value(cell(static_cast<unsigned>(i))) : poison()))
      return failure;
  return std::nullopt;
}

Failure insertAt() {
  const Lifting lifting("define i32 @f(ptr %t, i64 %i, i64 %j) {\n%v = load <4 x i32>, ptr %t, align 4\n%w = "
                        "insertelement <4 x i32> %v, i32 7, i64 %i\n"
                        "%r = extractelement <4 x i32> %w, i64 %j\nret i32 %r\n}",
                        tableAnd(4, 32, {64, 64}));
  for (Bits i = 0; i < 6; ++i)
    for (Bits j = 0; j < 4; ++j)
      if (Failure failure = lifting.expect(cells(4, {{"a0", i}, {"a1", j}}),
                                           i >= 4 ? poison() : value(i == j ? 7 : cell(static_cast<unsigned>(j)))))
        return failure;
  return std::nullopt;
}

Failure shuffled() {
  const unsigned mask[] = {5, 0, 3, 6};
  const Lifting lifting("define i32 @f(ptr %t, i64 %i) {\n%v = load <4 x i32>, ptr %t, align 4\n%p = getelementptr i8, "
                        "ptr %t, i64 16\n%w = load <4 x i32>, ptr %p, align 4\n"
                        "%s = shufflevector <4 x i32> %v, <4 x i32> %w, <5 x i32> <i32 5, i32 0, i32 3, i32 6, i32 "
                        "poison>\n%r = extractelement <5 x i32> %s, i64 %i\nret i32 %r\n}",
                        tableAnd(8, 32, {64}));
  for (unsigned i = 0; i < 5; ++i)
    if (Failure failure = lifting.expect(cells(8, {{"a0", i}}), i < 4 ? value(cell(mask[i])) : poison()))
      return failure;
  return std::nullopt;
}

/// sixteen comparisons become a mask of 16 bits, lane 0 lowest, and back
Failure maskBits() {
  const Lifting lifting("define i16 @f(ptr %t, i32 %a) {\n%v = load <16 x i32>, ptr %t, align 4\n%b = insertelement "
                        "<16 x i32> poison, i32 %a, i64 0\n"
                        "%s = shufflevector <16 x i32> %b, <16 x i32> poison, <16 x i32> zeroinitializer\n%c = icmp "
                        "ult <16 x i32> %v, %s\n%r = bitcast <16 x i1> %c to i16\nret i16 %r\n}",
                        tableAnd(16, 32, {32}));
  for (Bits a : {Bits{0}, Bits{0x11}, Bits{0x12}, Bits{0x60}, Bits{0xffffffff}}) {
    Bits wanted = 0;
    for (unsigned i = 0; i < 16; ++i)
      wanted |= Bits{cell(i) < a} << i;
    if (Failure failure = lifting.expect(cells(16, {{"a0", a}}), value(wanted)))
      return failure;
  }
  return std::nullopt;
}

Failure selectByMask() {
  const Lifting lifting("define i32 @f(ptr %t, i16 %m, i64 %i) {\n%v = load <16 x i32>, ptr %t, align 4\n%c = bitcast "
                        "i16 %m to <16 x i1>\n"
                        "%s = select <16 x i1> %c, <16 x i32> %v, <16 x i32> zeroinitializer\n%r = extractelement <16 "
                        "x i32> %s, i64 %i\nret i32 %r\n}",
                        tableAnd(16, 32, {16, 64}));
  for (unsigned i = 0; i < 16; ++i)
    if (Failure failure = lifting.expect(cells(16, {{"a0", 0xa5c3}, {"a1", i}}), value(0xa5c3 >> i & 1 ? cell(i) : 0)))
      return failure;
  return std::nullopt;
}

Failure recut() { // <2 x i64> to <4 x i32>, and poison spreads over the new lane
  const Lifting lifting("define i32 @f(ptr %t, i64 %i) {\n%v = load <2 x i64>, ptr %t, align 4\n%w = bitcast <2 x i64> "
                        "%v to <4 x i32>\n%r = extractelement <4 x i32> %w, i64 %i\nret i32 %r\n}",
                        tableAnd(4, 32, {64}));
  for (unsigned i = 0; i < 4; ++i)
    if (Failure failure = lifting.expect(cells(4, {{"a0", i}}), value(cell(i))))
      return failure;
  const Lifting poisoned("define i32 @f(ptr %t) {\n%v = insertelement <2 x i16> poison, i16 1, i64 0\n%r = bitcast <2 "
                         "x i16> %v to i32\nret i32 %r\n}",
                         tableAnd(1, 32, {}));
  return poisoned.expect({}, poison());
}

Failure reductions() {
  struct Row {
    const char* name;
    Bits wanted;
  };
  for (const Row& row : {Row{"add", 0x11 + 0x22 + 0x33 + 0x44}, Row{"mul", Bits{0x11} * 0x22 * 0x33 * 0x44},
                         Row{"and", 0x11 & 0x22 & 0x33 & 0x44}, Row{"or", 0x77}, Row{"xor", 0x11 ^ 0x22 ^ 0x33 ^ 0x44},
                         Row{"umin", 0x11}, Row{"umax", 0x44}, Row{"smin", 0x11}, Row{"smax", 0x44}}) {
    const Lifting lifting(fmt::format("define i32 @f(ptr %t) {{\n%v = load <4 x i32>, ptr %t, align 4\n%r = call i32 "
                                      "@llvm.vector.reduce.{}.v4i32(<4 x i32> %v)\nret i32 %r\n}}",
                                      row.name),
                          tableAnd(4, 32, {}));
    if (Failure failure = lifting.expect(cells(4, {}), value(row.wanted & 0xffffffff)))
      return std::string(row.name) + ": " + *failure;
  }
  return std::nullopt;
}

Failure lanewiseIntrinsic() {
  const Lifting lifting("define i32 @f(ptr %t, i64 %i) {\n%v = load <4 x i32>, ptr %t, align 4\n%w = call <4 x i32> "
                        "@llvm.umin.v4i32(<4 x i32> %v, <4 x i32> <i32 40, i32 40, i32 40, i32 40>)\n"
                        "%r = extractelement <4 x i32> %w, i64 %i\nret i32 %r\n}",
                        tableAnd(4, 32, {64}));
  for (unsigned i = 0; i < 4; ++i)
    if (Failure failure = lifting.expect(cells(4, {{"a0", i}}), value(std::min<Bits>(cell(i), 40))))
      return failure;
  return std::nullopt;
}

/// The 32 lanes' indexes run through {a, b}; bits above the fifth (of one table: the fourth) do not matter.
Failure permutation(bool twoTables) {
  const std::string call =
      twoTables
          ? "%p = call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(<16 x i32> %a, <16 x i32> %x, <16 x i32> %b)\n"
          : "%p = call <16 x i32> @llvm.x86.avx512.permvar.si.512(<16 x i32> %a, <16 x i32> %x)\n";
  const Lifting lifting("define i32 @f(ptr %t, i64 %i) {\n%a = load <16 x i32>, ptr %t, align 4\n%pb = getelementptr "
                        "i8, ptr %t, i64 64\n%b = load <16 x i32>, ptr %pb, align 4\n"
                        "%px = getelementptr i8, ptr %t, i64 128\n%x = load <16 x i32>, ptr %px, align 4\n" +
                            call + "%r = extractelement <16 x i32> %p, i64 %i\nret i32 %r\n}",
                        tableAnd(48, 32, {64}));
  for (unsigned i = 0; i < 16; ++i) {
    Assignment assignment{{"a0", i}};
    const unsigned index = i * 37 + 5;
    assignment[fmt::format("t[{}]", 32 + i)] = index;
    if (Failure failure = lifting.expect(cells(48, assignment), value(cell(index & (twoTables ? 31 : 15)))))
      return failure;
  }
  return std::nullopt;
}

/// What the processor makes of such a look-up; nothing where it has none.
__attribute__((target("avx2"))) std::optional<std::array<std::uint32_t, 8>>
lookedUp(const std::array<std::uint32_t, 8>& table, const std::array<std::uint32_t, 8>& index) {
  if (!__builtin_cpu_supports("avx2"))
    return std::nullopt;
  std::array<std::uint32_t, 8> got;
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(got.data()),
                      _mm256_permutevar8x32_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(table.data())),
                                                  _mm256_loadu_si256(reinterpret_cast<const __m256i*>(index.data()))));
  return got;
}

/// Eight words; bits of an index above the third do not matter.
Failure permutationOfEight() {
  const Lifting lifting(
      "define i32 @f(ptr %t, i64 %i) {\n%a = load <8 x i32>, ptr %t, align 4\n%px = getelementptr i8, "
      "ptr %t, i64 32\n%x = load <8 x i32>, ptr %px, align 4\n%p = call <8 x i32> "
      "@llvm.x86.avx2.permd(<8 x i32> %a, <8 x i32> %x)\n%r = extractelement <8 x i32> %p, i64 %i\nret "
      "i32 %r\n}",
      tableAnd(16, 32, {64}));
  std::array<std::uint32_t, 8> table, index;
  Assignment assignment;
  for (unsigned i = 0; i < 8; ++i) {
    table[i] = static_cast<std::uint32_t>(cell(i));
    assignment[fmt::format("t[{}]", 8 + i)] = index[i] = i * 0x10000025 + 5;
  }
  const auto processor = lookedUp(table, index);
  for (unsigned i = 0; i < 8; ++i) {
    assignment["a0"] = i;
    const Bits wanted = cell(index[i] & 7);
    if (processor && (*processor)[i] != wanted)
      return "the processor says otherwise";
    if (Failure failure = lifting.expect(cells(16, assignment), value(wanted)))
      return failure;
  }
  return std::nullopt;
}

using ThirtyTwo = std::array<std::uint8_t, 32>;

/// What the processor makes of bytes looked up by bytes, and of the bytes whose mask bit is set; nothing where it
/// cannot.
struct ByteLookUps {
  ThirtyTwo permuted, compressed;
};
__attribute__((target("avx512vbmi,avx512vbmi2,avx512vl,avx512bw"))) std::optional<ByteLookUps>
processorsBytes(const ThirtyTwo& table, const ThirtyTwo& index, std::uint32_t mask) {
  if (!__builtin_cpu_supports("avx512vbmi") || !__builtin_cpu_supports("avx512vbmi2"))
    return std::nullopt;
  ByteLookUps got;
  const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(table.data()));
  const __m256i from = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(index.data()));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(got.permuted.data()), _mm256_permutexvar_epi8(from, bytes));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(got.compressed.data()), _mm256_maskz_compress_epi8(mask, bytes));
  return got;
}

std::string bytesFunction(const std::string& call) {
  return "define i8 @f(ptr %t, i32 %m, i64 %i) {\n%a = load <32 x i8>, ptr %t, align 1\n%px = getelementptr i8, ptr "
         "%t, "
         "i64 32\n%x = load <32 x i8>, ptr %px, align 1\n%c = bitcast i32 %m to <32 x i1>\n%p = call <32 x i8> " +
         call + "\n%r = extractelement <32 x i8> %p, i64 %i\nret i8 %r\n}";
}

/// One look-up of 32 bytes and one compression of them, under several masks; bits of an index above the fifth do not
/// matter.
Failure bytesOf(const std::string& call, bool compresses) {
  const Lifting lifting(bytesFunction(call), tableAnd(64, 8, {32, 64}));
  ThirtyTwo table, index;
  Assignment assignment;
  for (unsigned i = 0; i < 32; ++i) {
    assignment[fmt::format("t[{}]", i)] = table[i] = static_cast<std::uint8_t>(i * 7 + 3);
    assignment[fmt::format("t[{}]", 32 + i)] = index[i] = static_cast<std::uint8_t>(i * 37 + 5);
  }
  for (const std::uint32_t mask : {0u, 1u, 0x80000000u, 0x5a5a1234u, 0xfffffffeu, 0xffffffffu}) {
    ThirtyTwo wanted = {};
    for (unsigned i = 0, place = 0; i < 32; ++i)
      if (!compresses)
        wanted[i] = table[index[i] & 31];
      else if (mask >> i & 1)
        wanted[place++] = table[i];
    if (const auto got = processorsBytes(table, index, mask);
        got && (compresses ? got->compressed : got->permuted) != wanted)
      return "the processor says otherwise";
    for (unsigned i = 0; i < 32; ++i) {
      assignment["a0"] = mask;
      assignment["a1"] = i;
      if (Failure failure = lifting.expect(assignment, value(wanted[i])))
        return failure;
    }
  }
  return std::nullopt;
}

/// A mask bit that is poison moves whatever comes after it.
Failure compressUnderPoison() {
  const Lifting lifting(
      bytesFunction("@llvm.x86.avx512.mask.compress.v32i8(<32 x i8> %a, <32 x i8> zeroinitializer, <32 x "
                    "i1> <i1 poison" +
                    [] {
                      std::string rest;
                      for (unsigned i = 1; i < 32; ++i)
                        rest += ", i1 true";
                      return rest;
                    }() +
                    ">)"),
      tableAnd(64, 8, {32, 64}));
  return lifting.expect({{"a0", 0}, {"a1", 1}}, poison());
}

Failure maskedLoad() {
  const Lifting lifting(
      "define i32 @f(ptr %t, i8 %m, i64 %i) {\n%n = trunc i8 %m to i4\n%c = bitcast i4 %n to <4 x i1>\n"
      "%v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %t, i32 4, <4 x i1> %c, <4 x i32> <i32 1, i32 2, i32 3, i32 "
      "4>)\n%r = extractelement <4 x i32> %v, i64 %i\nret i32 %r\n}",
      tableAnd(3, 32, {8, 64}));
  for (unsigned m = 0; m < 16; ++m) // the fourth lane lies outside the table
    for (unsigned i = 0; i < 4; ++i)
      if (Failure failure = lifting.expect(cells(3, {{"a0", m}, {"a1", i}}),
                                           m & 8 ? undefinedBehaviour() : value(m >> i & 1 ? cell(i) : i + 1)))
        return failure;
  return std::nullopt;
}

Failure maskedStore() {
  const Lifting lifting(
      "define i32 @f(ptr %t, i8 %m, i64 %i) {\n%n = trunc i8 %m to i4\n%c = bitcast i4 %n to <4 x i1>\n"
      "call void @llvm.masked.store.v4i32.p0(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr %t, i32 4, <4 x i1> %c)\n%p = "
      "getelementptr i32, ptr %t, i64 %i\n%r = load i32, ptr %p\nret i32 %r\n}",
      tableAnd(3, 32, {8, 64}));
  for (unsigned m = 0; m < 16; ++m)
    for (unsigned i = 0; i < 3; ++i)
      if (Failure failure = lifting.expect(cells(3, {{"a0", m}, {"a1", i}}),
                                           m & 8 ? undefinedBehaviour() : value(m >> i & 1 ? i + 1 : cell(i))))
        return failure;
  return std::nullopt;
}

Failure poisonMask() {
  const Lifting lifting("define i32 @f(ptr %t) {\n%v = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %t, i32 4, <2 x "
                        "i1> <i1 true, i1 poison>, <2 x i32> zeroinitializer)\n"
                        "%r = extractelement <2 x i32> %v, i64 0\nret i32 %r\n}",
                        tableAnd(3, 32, {}));
  return lifting.expect(cells(3, {}), undefinedBehaviour());
}

Failure structs() {
  const Lifting lifting("define i32 @f(ptr %t, i32 %a) {\n%s = insertvalue {i32, [2 x i32]} poison, i32 %a, 1, 1\n%u = "
                        "insertvalue {i32, [2 x i32]} %s, i32 3, 0\n"
                        "%x = extractvalue {i32, [2 x i32]} %u, 1, 1\n%y = extractvalue {i32, [2 x i32]} %u, 0\n%r = "
                        "add i32 %x, %y\nret i32 %r\n}",
                        tableAnd(1, 32, {32}));
  if (Failure failure = lifting.expect({{"a0", 8}}, value(11)))
    return failure;
  const Lifting unset("define i32 @f(ptr %t, i32 %a) {\n%s = insertvalue {i32, [2 x i32]} poison, i32 %a, 1, 1\n%r = "
                      "extractvalue {i32, [2 x i32]} %s, 1, 0\nret i32 %r\n}",
                      tableAnd(1, 32, {32}));
  return unset.expect({{"a0", 8}}, poison());
}

} // namespace

std::vector<Check> vectorChecks() {
  return {{"extractelement", extractAt},
          {"insertelement", insertAt},
          {"shufflevector", shuffled},
          {"bitcast of lanes to a mask", maskBits},
          {"select by mask", selectByMask},
          {"bitcast of lanes to narrower lanes", recut},
          {"vector.reduce", reductions},
          {"umin of vectors", lanewiseIntrinsic},
          {"vpermi2var", [] { return permutation(true); }},
          {"permvar", [] { return permutation(false); }},
          {"permd", permutationOfEight},
          {"permvar of bytes",
           [] { return bytesOf("@llvm.x86.avx512.permvar.qi.256(<32 x i8> %a, <32 x i8> %x)", false); }},
          {"compress of bytes",
           [] {
             return bytesOf(
                 "@llvm.x86.avx512.mask.compress.v32i8(<32 x i8> %a, <32 x i8> zeroinitializer, <32 x i1> %c)", true);
           }},
          {"compress under a poison mask", compressUnderPoison},
          {"masked.load", maskedLoad},
          {"masked.store", maskedStore},
          {"masked.load under a poison mask", poisonMask},
          {"insertvalue and extractvalue", structs}};
}

} // namespace warplaw::lift::test
