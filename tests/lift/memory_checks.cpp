// Memory: muxes over cells, bounds, padding, alignment, lifetimes, wide and narrow accesses, copies, byte memory.
#include "check.h"
#include <fmt/format.h>

namespace warplaw::lift::test {
namespace {

Assignment withCells(unsigned count, Assignment more) {
  for (unsigned i = 0; i < count; ++i)
    more[fmt::format("t[{}]", i)] = 0x01020304u * (i + 1);
  return more;
}

Bits cell(unsigned i) { return 0x01020304u * (i + 1); }

const std::vector<Bits> kIndexes = {0,
                                    1,
                                    2,
                                    6,
                                    7,
                                    8,
                                    9,
                                    31,
                                    0x7fffffff,
                                    0xffffffff,
                                    Bits{1} << 62,
                                    (Bits{1} << 62) + 1,
                                    (Bits{1} << 63),
                                    ~std::uint64_t{0},
                                    ~std::uint64_t{0} - 1};

Failure forIndexes(const Lifting& lifting, const std::function<Outcome(Bits)>& wanted, unsigned cells = 8) {
  for (Bits index : kIndexes)
    if (Failure failure = lifting.expect(withCells(cells, {{"a0", index}}), wanted(index)))
      return failure;
  return std::nullopt;
}

Failure indexedLoad() {
  const Lifting lifting(
      "define i32 @f(ptr %t, i64 %i) {\n%p = getelementptr inbounds [8 x i32], ptr %t, i64 0, i64 %i\n"
      "%r = load i32, ptr %p, align 4\nret i32 %r\n}",
      tableAnd(8, 32, {64}));
  return forIndexes(lifting,
                    [](Bits i) { return i < 8 ? value(cell(static_cast<unsigned>(i))) : undefinedBehaviour(); });
}

Failure plainIndexedLoad() { // no inbounds: the access itself must stay inside
  const Lifting lifting("define i32 @f(ptr %t, i64 %i) {\n%j = and i64 %i, 31\n%p = getelementptr i32, ptr %t, i64 %j\n"
                        "%r = load i32, ptr %p, align 4\nret i32 %r\n}",
                        tableAnd(8, 32, {64}));
  return forIndexes(
      lifting, [](Bits i) { return (i & 31) < 8 ? value(cell(static_cast<unsigned>(i & 31))) : undefinedBehaviour(); });
}

Failure negativeIndex() {
  const Lifting lifting(
      "define i32 @f(ptr %t, i32 %i) {\n%q = getelementptr inbounds i32, ptr %t, i64 4\n%j = sext i32 %i to i64\n"
      "%p = getelementptr inbounds i32, ptr %q, i64 %j\n%r = load i32, ptr %p, align 4\nret i32 %r\n}",
      tableAnd(8, 32, {32}));
  for (int i : {-6, -5, -4, -3, -1, 0, 1, 3, 4, 5})
    if (Failure failure =
            lifting.expect(withCells(8, {{"a0", static_cast<std::uint32_t>(i)}}),
                           i >= -4 && i < 4 ? value(cell(static_cast<unsigned>(i + 4))) : undefinedBehaviour()))
      return failure;
  return std::nullopt;
}

Failure storeThenLoad() {
  const Lifting lifting("define i32 @f(ptr %t, i64 %i, i64 %j) {\n%p = getelementptr [8 x i32], ptr %t, i64 0, i64 %i\n"
                        "store i32 77, ptr %p, align 4\n%q = getelementptr [8 x i32], ptr %t, i64 0, i64 %j\n%r = load "
                        "i32, ptr %q, align 4\nret i32 %r\n}",
                        tableAnd(8, 32, {64, 64}));
  for (Bits i = 0; i < 10; ++i)
    for (Bits j = 0; j < 10; ++j)
      if (Failure failure =
              lifting.expect(withCells(8, {{"a0", i}, {"a1", j}}), i >= 8 || j >= 8 ? undefinedBehaviour()
                                                                   : i == j         ? value(77)
                                                                            : value(cell(static_cast<unsigned>(j)))))
        return failure;
  return std::nullopt;
}

/// { i8, 3 bytes of padding, i32, i16, 2 bytes of padding }, read at a symbolic byte offset.
Failure padding(unsigned bits, const std::function<Outcome(Bits)>& wanted) {
  const Lifting lifting(fmt::format("define i{0} @f(ptr %t, i64 %i) {{\n%p = getelementptr i8, ptr %t, i64 %i\n%r = "
                                    "load i{0}, ptr %p, align {1}\nret i{0} %r\n}}",
                                    bits, bits / 8),
                        [](Terms& terms) {
                          Input input;
                          Table table{"t", 12, true, {}};
                          const auto field = [&](const char* name, std::uint64_t offset, unsigned width, Bits bits) {
                            table.fields.push_back(
                                {name, offset, width, {Cell{terms.constant(width, bits), terms.truth(false)}}});
                          };
                          field("a", 0, 8, 0xa1);
                          field("b", 4, 32, 0xb4b3b2b1);
                          field("c", 8, 16, 0xc2c1);
                          input.objects.emplace_back(std::move(table));
                          input.arguments = {PointerTo{0, 0}, terms.variable(64, "a0")};
                          return input;
                        });
  for (Bits i : {Bits{0}, Bits{1}, Bits{2}, Bits{3}, Bits{4}, Bits{5}, Bits{6}, Bits{7}, Bits{8}, Bits{9}, Bits{10},
                 Bits{11}, Bits{12}, ~std::uint64_t{0} + Bits{0}})
    if (Failure failure = lifting.expect({{"a0", i}}, wanted(i)))
      return failure;
  return std::nullopt;
}

Outcome paddedByte(Bits i) {
  const std::map<unsigned, unsigned> bytes = {{0, 0xa1}, {4, 0xb1}, {5, 0xb2}, {6, 0xb3},
                                              {7, 0xb4}, {8, 0xc1}, {9, 0xc2}};
  const auto at = bytes.find(static_cast<unsigned>(i));
  return i < 12 && at != bytes.end() ? value(at->second) : undefinedBehaviour();
}

Outcome paddedHalf(Bits i) {
  if (i != 4 && i != 6 && i != 8)
    return undefinedBehaviour();
  return value(*paddedByte(i).value | *paddedByte(i + 1).value << 8);
}

/// A function of a table of 8 words and no more, that gives one word.
Failure fixed(const std::string& body, const Outcome& wanted, unsigned resultBits = 32) {
  const Lifting lifting(fmt::format("define i{} @f(ptr %t) {{\n{}}}", resultBits, body), tableAnd(8, 32, {}));
  return lifting.expect(withCells(8, {}), wanted);
}

Failure readOnly() {
  const Lifting lifting("define i32 @f(ptr %t) {\nstore i32 1, ptr %t\nret i32 0\n}", tableAnd(8, 32, {}, false));
  return lifting.expect({}, undefinedBehaviour());
}

void addLocals(std::vector<Check>& checks) {
  const auto add = [&](const char* name, const char* body, Outcome wanted) {
    checks.push_back({name, [=] { return fixed(body, wanted); }});
  };
  add("local", "%x = alloca i32\nstore i32 5, ptr %x\n%r = load i32, ptr %x\nret i32 %r\n", value(5));
  add("uninitialised local", "%x = alloca i32\n%r = load i32, ptr %x\nret i32 %r\n", poison());
  add("partly initialised local", "%x = alloca i32\nstore i16 5, ptr %x\n%r = load i32, ptr %x\nret i32 %r\n",
      poison());
  add("local initialised by parts",
      "%x = alloca i32\nstore i16 5, ptr %x\n%y = getelementptr i8, ptr %x, i64 2\nstore i16 6, ptr %y\n%r = load i32, "
      "ptr %x\nret i32 %r\n",
      value(0x60005));
  const char* markers = "%x = alloca i32\ncall void @llvm.lifetime.start.p0(i64 4, ptr %x)\nstore i32 5, ptr %x\ncall "
                        "void @llvm.lifetime.end.p0(i64 4, ptr %x)\n";
  static const std::string dead = markers;
  static const std::string loads = dead + "%r = load i32, ptr %x\nret i32 %r\n";
  static const std::string stores = dead + "store i32 1, ptr %x\nret i32 0\n";
  static const std::string again =
      dead + "call void @llvm.lifetime.start.p0(i64 4, ptr %x)\n%r = load i32, ptr %x\nret i32 %r\n";
  add("load after lifetime.end", loads.c_str(), undefinedBehaviour());
  add("store after lifetime.end", stores.c_str(), undefinedBehaviour());
  add("contents after lifetime.start", again.c_str(), poison());
  add("store before lifetime.start",
      "%x = alloca i32\nstore i32 5, ptr %x\ncall void @llvm.lifetime.start.p0(i64 4, ptr %x)\nret i32 0\n",
      undefinedBehaviour());
  add("pointer in a local",
      "%x = alloca ptr\nstore ptr %t, ptr %x\n%p = load ptr, ptr %x\n%q = getelementptr i8, ptr %p, i64 8\n%r = load "
      "i32, ptr %q\nret i32 %r\n",
      value(cell(2)));
  add("null by memset",
      "%x = alloca ptr\ncall void @llvm.memset.p0.i64(ptr %x, i8 0, i64 8, i1 false)\n%p = load ptr, ptr %x\n%c = icmp "
      "eq ptr %p, null\n"
      "%r = zext i1 %c to i32\nret i32 %r\n",
      value(1));
}

/// Words of which a part was never stored: moved as a whole, cut by masks and shifts.
void addPartlySet(std::vector<Check>& checks) {
  const auto add = [&](const char* name, const std::string& body, Outcome wanted) {
    checks.push_back({name, [=] { return fixed(body, wanted); }});
  };
  // { i32, i8, 3 bytes of padding } in %x, moved to %y as one word; the byte may be stored
  const std::string word = "%x = alloca {i32, i8}\n%y = alloca {i32, i8}\n%xb = getelementptr i8, ptr %x, i64 4\n"
                           "%yb = getelementptr i8, ptr %y, i64 4\nstore i32 7, ptr %x\n";
  const std::string moved = "%w = load i64, ptr %x\nstore i64 %w, ptr %y\n";
  const std::string first = "%r = load i32, ptr %y\nret i32 %r\n";
  const std::string second = "%b = load i8, ptr %yb\n%r = zext i8 %b to i32\nret i32 %r\n";
  add("padding is moved with a word", word + moved + first, value(7));
  add("what was never set is moved with a word", word + moved + second, poison());
  add("what was set is moved beside padding", word + "store i8 9, ptr %xb\n" + moved + second, value(9));
  add("a part of a word that was moved", word + "%w = load i64, ptr %x\n%r = trunc i64 %w to i32\nret i32 %r\n",
      value(7));
  add("the whole of a word that was moved",
      word + "%w = load i64, ptr %x\n%s = sub i64 %w, %w\n%r = trunc i64 %s to i32\nret i32 %r\n", poison());
  add("the sign of a word that was moved",
      word + "%w = load i64, ptr %x\n%s = ashr i64 %w, 40\n%m = and i64 %s, -4294967296\n%v = lshr i64 %m, 32\n"
             "%r = trunc i64 %v to i32\nret i32 %r\n",
      poison());
  add("zeros from above a word that was moved",
      word + "%w = load i64, ptr %x\n%s = lshr i64 %w, 40\n%m = and i64 %s, -4294967296\n%v = lshr i64 %m, 32\n"
             "%r = trunc i64 %v to i32\nret i32 %r\n",
      value(0));
  // poison is no padding: it makes poison of the word that it stands in
  const std::string stored = word + "%bad = shl i8 1, 9\nstore i8 %bad, ptr %xb\n";
  add("poison is moved with a word", stored + moved + first, poison());
  add("a part of a word with poison", stored + "%w = load i64, ptr %x\n%r = trunc i64 %w to i32\nret i32 %r\n",
      poison());
  // nor does a mask take poison away
  const std::string unset = "%u = alloca i32\n%w = load i32, ptr %u\n";
  add("a mask of what was never set", unset + "%r = and i32 %w, 0\nret i32 %r\n", value(0));
  add("a mask that leaves something", unset + "%r = and i32 %w, 4\nret i32 %r\n", poison());
  add("a mask of poison", "%p = shl i32 1, 33\n%r = and i32 %p, 0\nret i32 %r\n", poison());
  add("a mask that is poison", unset + "%p = shl i32 0, 33\n%r = and i32 %w, %p\nret i32 %r\n", poison());
  add("a shift that must not lose bits", unset + "%s = shl nuw i32 %w, 4\n%r = and i32 %s, 15\nret i32 %r\n", poison());
  add("a shift of what was never set", unset + "%s = shl i32 %w, 4\n%r = and i32 %s, 15\nret i32 %r\n", value(0));
  add("two halves of what was never set",
      unset + "%h = and i32 %w, 255\n%l = and i32 %w, 65280\n%o = or i32 %h, %l\n%r = and i32 %o, 65280\n"
              "ret i32 %r\n",
      poison());
  // struct { a : 5, b : 27 }, as a front end writes it: each write reads the other one first
  const std::string fields = "%u = alloca i32\n%o = load i32, ptr %u\n%c = and i32 %o, -32\n%s = or i32 %c, 19\n"
                             "store i32 %s, ptr %u\n";
  const std::string other = "%o2 = load i32, ptr %u\n%c2 = and i32 %o2, 31\n%s2 = or i32 %c2, 96\n"
                            "store i32 %s2, ptr %u\n";
  const std::string low = "%l = load i32, ptr %u\n%r = and i32 %l, 31\nret i32 %r\n";
  const std::string high = "%l = load i32, ptr %u\n%r = lshr i32 %l, 5\nret i32 %r\n";
  add("a bit-field", fields + low, value(19));
  add("a bit-field beside one that is not set", fields + high, poison());
  add("the second of two bit-fields", fields + other + high, value(3));
  add("the first of two bit-fields", fields + other + low, value(19));
  // set on one way, on another it is not, or is poison
  add("set on the way that is taken", // the table's first word is 0x01020304
      word +
          "%a = load i32, ptr %t\n%is = icmp eq i32 %a, 16909060\nbr i1 %is, label %set, label %end\n"
          "set:\nstore i8 9, ptr %xb\nbr label %end\nend:\n" +
          moved + second,
      value(9));
  add("set on the way that is not taken",
      word +
          "%a = load i32, ptr %t\n%is = icmp ne i32 %a, 16909060\nbr i1 %is, label %set, label %end\n"
          "set:\nstore i8 9, ptr %xb\nbr label %end\nend:\n" +
          moved + second,
      poison());
  add("poison on the way that is taken, and then a part beside it",
      word +
          "%a = load i32, ptr %t\n%is = icmp ne i32 %a, 16909060\nbr i1 %is, label %end, label %bad\n"
          "bad:\n%bad1 = shl i8 1, 9\nstore i8 %bad1, ptr %xb\nbr label %end\nend:\n" +
          moved + first,
      poison());
}

void addWidths(std::vector<Check>& checks) {
  const auto add = [&](const char* name, const char* body, Outcome wanted, unsigned bits = 32) {
    checks.push_back({name, [=] { return fixed(body, wanted, bits); }});
  };
  add("load over two cells", "%r = load i64, ptr %t, align 4\nret i64 %r\n", value(cell(1) << 32 | cell(0)), 64);
  add("load of half a cell", "%p = getelementptr i8, ptr %t, i64 6\n%r = load i16, ptr %p\nret i16 %r\n",
      value(cell(1) >> 16 & 0xffff), 16);
  add("load across cells", "%p = getelementptr i8, ptr %t, i64 2\n%r = load i32, ptr %p, align 2\nret i32 %r\n",
      value((cell(0) >> 16 | cell(1) << 16) & 0xffffffff));
  add("store over two cells", "store i64 81985529216486895, ptr %t, align 4\n%r = load i32, ptr %t\nret i32 %r\n",
      value(0x89abcdef));
  add("store of a byte",
      "%p = getelementptr i8, ptr %t, i64 1\nstore i8 255, ptr %p\n%r = load i32, ptr %t\nret i32 %r\n",
      value(cell(0) | 0xff00));
  add("load at the end", "%p = getelementptr i8, ptr %t, i64 28\n%r = load i64, ptr %p, align 4\nret i64 %r\n",
      undefinedBehaviour(), 64);
  add("misaligned load", "%p = getelementptr i8, ptr %t, i64 2\n%r = load i32, ptr %p, align 4\nret i32 %r\n",
      undefinedBehaviour());
  add("misaligned store", "%p = getelementptr i8, ptr %t, i64 2\nstore i32 1, ptr %p, align 4\nret i32 0\n",
      undefinedBehaviour());
  add("load through null", "%r = load i32, ptr null\nret i32 %r\n", undefinedBehaviour());
  add("store through null", "store i32 1, ptr null\nret i32 0\n", undefinedBehaviour());
  add("load through a poison pointer",
      "%p = getelementptr inbounds i8, ptr %t, i64 100\n%q = getelementptr i8, ptr %p, i64 -100\n%r = load i32, ptr "
      "%q\nret i32 %r\n",
      undefinedBehaviour());
  add("store through a poison pointer",
      "%p = getelementptr inbounds i8, ptr %t, i64 100\n%q = getelementptr i8, ptr %p, i64 -100\nstore i32 1, ptr "
      "%q\nret i32 0\n",
      undefinedBehaviour());
  add("memcpy",
      "%x = alloca [4 x i32]\ncall void @llvm.memcpy.p0.p0.i64(ptr %x, ptr %t, i64 16, i1 false)\n%p = getelementptr "
      "i8, ptr %x, i64 8\n%r = load i32, ptr %p\nret i32 %r\n",
      value(cell(2)));
  add("memcpy of a struct with padding",
      "%x = alloca {i8, i32}\n%y = alloca {i8, i32}\nstore i8 3, ptr %x\n%p = getelementptr i8, ptr %x, i64 4\nstore "
      "i32 4, ptr %p\n"
      "call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 8, i1 false)\n%q = getelementptr i8, ptr %y, i64 4\n%r = "
      "load i32, ptr %q\nret i32 %r\n",
      value(4));
  add("memcpy that overlaps",
      "%p = getelementptr i8, ptr %t, i64 4\ncall void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %p, i64 8, i1 false)\nret "
      "i32 0\n",
      undefinedBehaviour());
  add("memmove that overlaps",
      "%p = getelementptr i8, ptr %t, i64 4\ncall void @llvm.memmove.p0.p0.i64(ptr %p, ptr %t, i64 8, i1 false)\n"
      "%q = getelementptr i8, ptr %t, i64 8\n%r = load i32, ptr %q\nret i32 %r\n",
      value(cell(1)));
  add("memcpy past the end",
      "%x = alloca [16 x i32]\ncall void @llvm.memcpy.p0.p0.i64(ptr %x, ptr %t, i64 36, i1 false)\nret i32 0\n",
      undefinedBehaviour());
  add("memcpy of a pointer",
      "%x = alloca ptr\n%y = alloca ptr\nstore ptr %t, ptr %x\ncall void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 8, "
      "i1 false)\n"
      "%p = load ptr, ptr %y\n%r = load i32, ptr %p\nret i32 %r\n",
      value(cell(0)));
  add("memcpy past an end that is padding",
      "%x = alloca {i32, i8}\n%y = alloca [5 x i32]\nstore i32 1, ptr %x\ncall void @llvm.memcpy.p0.p0.i64(ptr %y, ptr "
      "%x, i64 12, i1 false)\nret i32 0\n",
      undefinedBehaviour());
  add("memset",
      "call void @llvm.memset.p0.i64(ptr %t, i8 17, i64 6, i1 false)\n%p = getelementptr i8, ptr %t, i64 4\n%r = load "
      "i32, ptr %p\nret i32 %r\n",
      value((cell(1) & 0xffff0000) | 0x1111));
}

/// 24 bytes of known contents at a symbolic size.
std::function<Input(Terms&)> byteMemory() {
  return [](Terms& terms) {
    Input input;
    input.objects.emplace_back(ByteMemory{"memory", terms.variable(32, "size"), {}});
    input.arguments = {PointerTo{0, 0}, terms.variable(64, "a0"), terms.variable(64, "a1")};
    return input;
  };
}

const char* kByteAccess = "%p = getelementptr i8, ptr %m, i64 %i\n%q = getelementptr i8, ptr %m, i64 %j\n";

Failure bytesLoad() {
  const Lifting lifting(
      fmt::format("define i32 @f(ptr %m, i64 %i, i64 %j) {{\n{}%r = load i32, ptr %p, align 1\nret i32 %r\n}}",
                  kByteAccess),
      byteMemory());
  for (Bits size : {Bits{0}, Bits{3}, Bits{4}, Bits{24}, Bits{0xffffffff}})
    for (Bits i : {Bits{0}, Bits{1}, Bits{19}, Bits{20}, Bits{21}, Bits{24}, Bits{0xfffffffb}, Bits{0xfffffffc},
                   Bits{0x100000000}, Bits{0xffffffffffffffff}}) {
      Bits word = 0;
      for (unsigned k = 0; k < 4; ++k)
        word |= contentsAt(i + k) << (8 * k);
      if (Failure failure =
              lifting.expect({{"a0", i}, {"size", size}}, i + 4 <= size ? value(word) : undefinedBehaviour()))
        return failure;
    }
  return std::nullopt;
}

Failure bytesStoreThenLoad(unsigned storedBits) {
  const Lifting lifting(fmt::format("define i32 @f(ptr %m, i64 %i, i64 %j) {{\n{}store i{} 305419896, ptr %p, align "
                                    "1\n%r = load i32, ptr %q, align 1\nret i32 %r\n}}",
                                    kByteAccess, storedBits),
                        byteMemory());
  const unsigned bytes = storedBits / 8;
  for (Bits i = 0; i < 26; ++i)
    for (Bits j = 0; j < 26; j += 1) {
      Bits word = 0;
      for (unsigned k = 0; k < 4; ++k) {
        const Bits at = j + k;
        word |= (at >= i && at < i + bytes ? (Bits{0x12345678} >> (8 * static_cast<unsigned>(at - i)) & 0xff)
                                           : contentsAt(at))
                << (8 * k);
      }
      const bool inside = i + bytes <= 24 && j + 4 <= 24;
      if (Failure failure =
              lifting.expect({{"a0", i}, {"a1", j}, {"size", 24}}, inside ? value(word) : undefinedBehaviour()))
        return failure;
    }
  return std::nullopt;
}

Failure bytesConditionalStore() {
  const Lifting lifting(
      fmt::format("define i8 @f(ptr %m, i64 %i, i64 %j) {{\n{}%c = icmp ult i64 %i, 4\nbr i1 %c, label %then, label "
                  "%else\nthen:\nstore i8 1, ptr %p\n"
                  "br label %end\nelse:\nstore i8 2, ptr %q\nbr label %end\nend:\n%r = load i8, ptr %q\nret i8 %r\n}}",
                  kByteAccess),
      byteMemory());
  for (Bits i = 0; i < 8; ++i)
    for (Bits j = 0; j < 8; ++j)
      if (Failure failure = lifting.expect({{"a0", i}, {"a1", j}, {"size", 24}}, value(i >= 4   ? 2
                                                                                       : i == j ? 1
                                                                                                : contentsAt(j))))
        return failure;
  return std::nullopt;
}

Failure bytesAlignment() {
  const Lifting lifting("define i32 @f(ptr %m, i64 %i, i64 %j) {\n%r = load i32, ptr %m, align 4\nret i32 %r\n}",
                        byteMemory());
  return lifting.expect({{"size", 24}}, undefinedBehaviour());
}

Failure bytesStoreAlignment() {
  const Lifting lifting("define i32 @f(ptr %m, i64 %i, i64 %j) {\nstore i32 1, ptr %m, align 4\nret i32 0\n}",
                        byteMemory());
  return lifting.expect({{"size", 24}}, undefinedBehaviour());
}

Failure bytesCopied() {
  const Lifting lifting(fmt::format("define i32 @f(ptr %m, i64 %i, i64 %j) {{\n%x = alloca i32\n{}call void "
                                    "@llvm.memcpy.p0.p0.i64(ptr %x, ptr %p, i64 4, i1 false)\n"
                                    "call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %x, i64 4, i1 false)\n%e = "
                                    "getelementptr i8, ptr %m, i64 8\n%r = load i32, ptr %e, align 1\nret i32 %r\n}}",
                                    kByteAccess),
                        byteMemory());
  Bits word = 0;
  for (unsigned k = 0; k < 4; ++k)
    word |= contentsAt(3 + k) << (8 * k);
  return lifting.expect({{"a0", 3}, {"a1", 8}, {"size", 24}}, value(word));
}

/// A constant global is read as it is initialised, and never written.
Failure globals(bool writes) {
  const std::string ir =
      "@g = private constant [4 x i32] [i32 10, i32 20, i32 30, i32 40]\ndefine i32 @f(ptr %t, i64 %i) {\n"
      "%p = getelementptr [4 x i32], ptr @g, i64 0, i64 %i\n";
  const Lifting lifting(ir + (writes ? "store i32 1, ptr %p\nret i32 0\n}" : "%r = load i32, ptr %p\nret i32 %r\n}"),
                        tableAnd(8, 32, {64}));
  for (Bits i = 0; i < 6; ++i)
    if (Failure failure = lifting.expect({{"a0", i}}, writes || i >= 4 ? undefinedBehaviour() : value(10 * (i + 1))))
      return failure;
  return std::nullopt;
}

} // namespace

std::vector<Check> memoryChecks() {
  std::vector<Check> checks = {
      {"load of an indexed cell, inbounds", indexedLoad},
      {"load of an indexed cell", plainIndexedLoad},
      {"load at a negative index", negativeIndex},
      {"store then load at indexes", storeThenLoad},
      {"bytes among padding", [] { return padding(8, paddedByte); }},
      {"halves among padding", [] { return padding(16, paddedHalf); }},
      {"words among padding",
       [] { return padding(32, [](Bits i) { return i == 4 ? value(0xb4b3b2b1) : undefinedBehaviour(); }); }},
      {"store to a read-only table", readOnly},
      {"byte memory, load", bytesLoad},
      {"byte memory, byte stored and word loaded", [] { return bytesStoreThenLoad(8); }},
      {"byte memory, word stored and loaded", [] { return bytesStoreThenLoad(32); }},
      {"byte memory, three bytes stored", [] { return bytesStoreThenLoad(24); }},
      {"byte memory, conditional store", bytesConditionalStore},
      {"byte memory, alignment", bytesAlignment},
      {"byte memory, alignment of a store", bytesStoreAlignment},
      {"byte memory, memcpy", bytesCopied},
      {"constant global", [] { return globals(false); }},
      {"store to a constant global", [] { return globals(true); }},
  };
  addLocals(checks);
  addWidths(checks);
  addPartlySet(checks);
  return checks;
}

} // namespace warplaw::lift::test
