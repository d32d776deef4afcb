// Every scalar operation of PTX, computed by this machine's GPU and by the function that is proved.
//   compare_rows COUNT [FORM..]
// COUNT inputs each, boundaries first. A form is named as by `warplaw list ptx`: add.s32. Exit code 0: no bit differs;
// 1: some do; 77: there is no GPU. Approximate functions are measured and not judged (PTX-32), quotients by 0 are left
// out (PTX-21).
#include "concrete/scalar/scalar.h"
#include "gpu/driver.h"
#include "plain/samples.h"
#include "spec/scalar/unsaid.h"
#include "tests/hardware/row_module.h"
#include <algorithm>
#include <atomic>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <thread>

namespace {
using namespace warplaw;
using spec::scalar::Form;
using spec::scalar::Kind;
using spec::scalar::Type;
using spec::scalar::Word;
constexpr std::size_t kSources = spec::scalar::kMostSources;

struct Told {
  std::string line;
  bool isWrong;
};

/// Does PTX say what comes of these sources? Not of a quotient by 0 (PTX-21); fields of bits begin at 0..255 and have
/// 0..255 bits.
bool isSaid(const Form& form, const Word* source) {
  const std::string_view symbol = form.operation->symbol;
  if (spec::scalar::isOpen(form, source))
    return false;
  if (symbol == "bfe")
    return source[1] <= 255 && source[2] <= 255;
  if (symbol == "bfi")
    return source[2] <= 255 && source[3] <= 255;
  return true;
}

/// Where what the driver's assembler makes of PTX is not what PTX says (docs/hardware.md).
bool isKnown(const Form& form, const std::string& opcode, const Word* source) {
  if (form.operation->symbol == "fns") // the least offset, whose size is no number of 32 bits
    return (source[2] & 0xffffffff) == 0x80000000;
  return form.operation->symbol == "cvtFloatToHalf" && opcode.find(".ftz") != std::string::npos; // it does not flush
}

/// May NaN have other bits? Those of f64 keep a source's (PTX-30), as conversions do; of neg and abs PTX does not say.
bool isAnyNaN(const Form& form, const Type& result) {
  const std::string_view mnemonic = form.operation->mnemonic();
  return result == Type{Kind::Float, 64} || mnemonic == "cvt" || mnemonic == "neg" || mnemonic == "abs";
}

/// Where a float stands among all floats of its type, from the least to the largest; -0 stands beside 0.
std::int64_t rankOf(const Type& type, Word bits) {
  const Word sign = Word{1} << (type.bits - 1), magnitude = bits & (sign - 1);
  return (bits & sign) != 0 ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
}
bool isNaN(const Type& type, Word bits) {
  const Word sign = Word{1} << (type.bits - 1);
  const unsigned fraction = plain::fractionBits(type);
  const Word infinity = (sign - 1) >> fraction << fraction;
  return (bits & (sign - 1)) > infinity;
}

/// Part by part the same, or NaN both.
bool isSameButNaN(Type type, Word a, Word b) {
  const unsigned parts = type.parts;
  type.parts = 1;
  for (unsigned part = 0; part < parts; ++part) {
    const Word x = a >> part * type.bits & plain::mask(type), y = b >> part * type.bits & plain::mask(type);
    if (x != y && !(isNaN(type, x) && isNaN(type, y)))
      return false;
  }
  return true;
}

class Inputs {
public:
  Inputs(const Form& form, const tests::RowEntry& entry, std::size_t count) : words_(count * kSources) {
    plain::Samples samples(form, entry.modes);
    std::size_t at = 0;
    const auto take = [&](const std::vector<Word>& one) {
      if (at == count)
        return;
      std::ranges::copy(one, words_.begin() + static_cast<std::ptrdiff_t>(at * kSources));
      if (entry.written)
        words_[at * kSources + form.sources() - 1] = *entry.written;
      ++at;
    };
    samples.eachPair(take);
    while (at < count)
      take(samples.random());
  }
  std::span<const std::uint8_t> bytes() const {
    return {reinterpret_cast<const std::uint8_t*>(words_.data()), words_.size() * sizeof(Word)};
  }
  const Word* operator[](std::size_t i) const { return &words_[i * kSources]; }

private:
  std::vector<Word> words_;
};

std::string shown(const Form& form, const Word* source) {
  std::string text;
  for (unsigned i = 0; i < form.sources(); ++i)
    text += fmt::format("{}{:#x}", i == 0 ? "" : ", ", source[i]);
  return text;
}

/// How far approximate results are from those that are rounded correctly.
std::string distance(const Form& form, const tests::RowEntry& entry, const Inputs& inputs,
                     const std::vector<Word>& ours, const std::vector<Word>& theirs) {
  Type type = form.result(entry.modes);
  const unsigned parts = type.parts;
  type.parts = 1;
  std::size_t equal = 0, otherNaN = 0, all = 0, atMost = 0;
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < ours.size(); ++i)
    for (unsigned part = 0; part < parts; ++part) {
      const Word a = ours[i] >> part * type.bits & plain::mask(type),
                 b = theirs[i] >> part * type.bits & plain::mask(type);
      ++all;
      equal += a == b;
      if (isNaN(type, a) != isNaN(type, b)) {
        ++otherNaN;
        continue;
      }
      if (isNaN(type, a))
        continue;
      const auto apart = static_cast<std::uint64_t>(std::llabs(rankOf(type, a) - rankOf(type, b)));
      if (apart > most) {
        most = apart;
        atMost = i;
      }
    }
  return fmt::format(
      "{} of {} equal; at most {} units apart, at {}: {:#x} rounded, {:#x} by the GPU; NaN of one alone: {}", equal,
      all, most, shown(form, inputs[atMost]), ours[atMost], theirs[atMost], otherNaN);
}

/// Entries that the driver's assembler takes; it takes fewer modifiers than the rows have.
std::vector<tests::RowEntry> taken(const gpu::Gpu& gpu, const Form& form, std::vector<Told>& told) {
  std::vector<tests::RowEntry> entries = tests::rowEntries(form, gpu.target());
  const auto isTaken = [&](const std::vector<tests::RowEntry>& some) {
    try {
      const gpu::Module module(gpu, tests::rowModule(form, some, gpu.target()));
      return true;
    } catch (const gpu::Error&) {
      return false;
    }
  };
  if (!entries.empty() && !isTaken(entries))
    std::erase_if(entries, [&](const tests::RowEntry& one) {
      const bool isLeft = !isTaken({one});
      if (isLeft)
        told.push_back({fmt::format("left out  {}: the assembler does not take it", one.text), false});
      return isLeft;
    });
  return entries;
}

void compare(const gpu::Gpu& gpu, const Form& form, std::size_t count, std::vector<Told>& told) {
  const std::vector<tests::RowEntry> entries = taken(gpu, form, told);
  if (entries.empty())
    return told.push_back({fmt::format("left out  {}: nothing of it is PTX of this GPU", form.symbol()), false});
  const gpu::Module module(gpu, tests::rowModule(form, entries, gpu.target()));
  const concrete::ScalarFunction function = concrete::scalarFunction(form);
  gpu::Buffer in(gpu, count * kSources * sizeof(Word)), out(gpu, count * sizeof(Word));
  for (std::size_t index = 0; index < entries.size(); ++index) {
    const tests::RowEntry& entry = entries[index];
    const std::string opcode = form.opcode(entry.modes);
    const std::size_t here = spec::scalar::isApproximate(opcode) ? std::min<std::size_t>(count, 20'000) : count;
    const Inputs inputs(form, entry, here);
    in.write(inputs.bytes());
    const gpu::Address from = in.address(), to = out.address();
    const auto n = static_cast<std::uint32_t>(here);
    const auto bytesOf = [](const auto& value) {
      return std::span(reinterpret_cast<const std::uint8_t*>(&value), sizeof value);
    };
    const std::array<std::span<const std::uint8_t>, 3> arguments = {bytesOf(from), bytesOf(to), bytesOf(n)};
    module.run(entry.name(index), {(n + 255) / 256, 1, 1}, {256, 1, 1}, 0, arguments);
    std::vector<Word> ours(here), theirs(here);
    out.read({reinterpret_cast<std::uint8_t*>(theirs.data()), here * sizeof(Word)});
    const Word kept = spec::scalar::onesOf(form.result(entry.modes).width());
    const Type result = form.result(entry.modes);
    const bool mayBeAnyNaN = result.isFloat() && isAnyNaN(form, result);
    std::size_t differ = 0, otherNaN = 0, known = 0;
    std::string first;
    for (std::size_t i = 0; i < here; ++i) {
      const Word* const s = inputs[i];
      theirs[i] &= kept;
      ours[i] = isSaid(form, s) ? function(entry.modes, s[0], s[1], s[2], s[3]) : theirs[i];
      if (ours[i] == theirs[i])
        continue;
      if (isKnown(form, opcode, s)) {
        ++known;
        continue;
      }
      if (mayBeAnyNaN && isSameButNaN(result, ours[i], theirs[i])) {
        ++otherNaN;
        continue;
      }
      if (++differ <= 3)
        first += fmt::format("; {}: {:#x} by the rules, {:#x} by the GPU", shown(form, s), ours[i], theirs[i]);
    }
    if (spec::scalar::isApproximate(opcode))
      told.push_back({fmt::format("measured  {}: {}", opcode, distance(form, entry, inputs, ours, theirs)), false});
    else if (differ != 0)
      told.push_back({fmt::format("differs   {}: {} of {}{}", opcode, differ, here, first), true});
    else
      told.push_back(
          {fmt::format("equal     {}{}: {}{}", opcode, entry.written ? fmt::format(" {:#x}", *entry.written) : "", here,
                       otherNaN != 0 ? fmt::format(", {} of them NaN of other bits", otherNaN)
                       : known != 0  ? fmt::format(", {} of them known to differ", known)
                                     : ""),
           false});
  }
}

int compareAll(const gpu::Gpu& gpu, std::size_t count, const std::vector<std::string>& wanted) {
  std::vector<Form> forms;
  for (const Form& form : spec::scalar::forms())
    if (wanted.empty() || std::ranges::find(wanted, form.symbol()) != wanted.end())
      forms.push_back(form);
  std::vector<std::vector<Told>> told(forms.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    gpu.enter();
    for (std::size_t i = next++; i < forms.size(); i = next++)
      try {
        compare(gpu, forms[i], count, told[i]);
      } catch (const gpu::Error& error) {
        told[i].push_back({fmt::format("not run   {}: {}", forms[i].symbol(), error.what()), true});
      }
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
    threads.emplace_back(work);
  threads.clear();
  std::size_t wrong = 0, lines = 0;
  for (const auto& one : told)
    for (const auto& [line, isWrong] : one) {
      fmt::print("{}\n", line);
      wrong += isWrong;
      ++lines;
    }
  fmt::print("{}, sm_{}, driver {}: {} forms with their modifiers, {} of them differ\n", gpu.name(), gpu.target(),
             gpu.driver(), lines, wrong);
  return wrong == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: compare_rows COUNT [FORM..]\n");
    return 2;
  }
  try {
    const gpu::Gpu gpu;
    return compareAll(gpu, std::stoull(argv[1]), {argv + 2, argv + argc});
  } catch (const gpu::Error& error) {
    fmt::print("{}: skipped\n", error.what());
    return 77;
  }
}
