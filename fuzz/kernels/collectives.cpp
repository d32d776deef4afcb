// Statements of several threads: .sync instructions with masks that are mostly right, barriers, neighbours' memory.
#include "fuzz/kernels/writer.h"

namespace warplaw::fuzz {

std::string Writer::maskOf(const Context& context) {
  switch (drawn_.below(48)) {
  case 46:
    return fmt::format("{:#x}", kEdges[drawn_.below(kEdges.size())]);
  case 47:
    return variable();
  default:
    return context.mask;
  }
}

/// Between barriers, mostly, the slot of another thread is read.
void Writer::neighbour(const Context& context) {
  const bool ofBlock = context.reach == Reach::Block && drawn_.below(2);
  const std::string order = ofBlock ? "bar.sync 0;" : fmt::format("bar.warp.sync {};", maskOf(context));
  if (!drawn_.oneIn(24))
    line("{}", order);
  if (ofBlock) {
    line("add.u32 %a, %thread, {};", 1 + drawn_.below(63));
    line("rem.u32 %a, %a, {};", threads_);
  } else {
    line("xor.b32 %a, %thread, {};", context.reach == Reach::Lanes ? 1 : 1 + drawn_.below(15));
  }
  line("shl.b32 %a, %a, 2;");
  line("mov.u32 %b, s;");
  line("add.u32 %a, %a, %b;");
  line("{}ld.shared.u32 {}, [%a];", guard(), variable());
  if (!drawn_.oneIn(24))
    line("{}", order);
}

void Writer::shuffle(const std::string& mask, bool isPartial) {
  static constexpr std::string_view kModes[] = {"bfly", "idx", "up", "down"};
  const unsigned mode = drawn_.below(4), segment = drawn_.below(4) * 8;
  const std::string_view name = kModes[mode];
  const std::string result = variable(), value = variable(), p = newPredicate();
  if (drawn_.below(4) == 3 || (isPartial && !drawn_.oneIn(8))) { // the least lane of the mask, which is there
    line("brev.b32 %a, {};", mask);
    line("clz.b32 %a, %a;");
    return line("shfl.sync.idx.b32 {}|{}, {}, %a, 31, {};", result, p, value, mask);
  }
  const std::string distance = drawn_.below(4) == 3 ? variable() : fmt::format("{}", drawn_.below(32));
  line("shfl.sync.{}.b32 {}|{}, {}, {}, {:#x}, {};", name, result, p, value, distance,
       segment << 8 | (name == "up" ? 0u : 31u), mask);
  if (drawn_.below(2))
    line("@!{} mov.b32 {}, {};", p, result, variable());
}

void Writer::vote(const std::string& mask) {
  static constexpr std::string_view kModes[] = {"all", "any", "uni"};
  if (drawn_.below(2))
    line("vote.sync.ballot.b32 {}, {}{}, {};", variable(), drawn_.below(2) ? "!" : "", flag(), mask);
  else
    line("vote.sync.{}.pred {}, {}, {};", kModes[drawn_.below(3)], flag(), flag(), mask);
}

void Writer::match(const std::string& mask) {
  if (drawn_.below(2))
    line("match.any.sync.b32 {}, {}, {};", variable(), value(), mask);
  else
    line("match.all.sync.b32 {}|{}, {}, {};", variable(), flag(), value(), mask);
}

void Writer::reduce(const std::string& mask) {
  static constexpr std::string_view kOperations[] = {"add.u32", "add.s32", "min.s32", "min.u32", "max.s32",
                                                     "max.u32", "and.b32", "or.b32",  "xor.b32"};
  line("redux.sync.{} {}, {}, {};", kOperations[drawn_.below(std::size(kOperations))], variable(), variable(), mask);
}

void Writer::barrier(const Context& context) {
  if (context.reach != Reach::Block && !drawn_.oneIn(32))
    return line("bar.warp.sync {};", maskOf(context));
  switch (drawn_.below(8)) {
  case 7:
    return someLanes();
  case 1:
    return line("barrier.sync 1;");
  case 2:
    return threads_ % 32 || hasExits_ ? line("bar.sync 1;") : line("bar.sync 1, {};", threads_);
  case 3:
    return line("bar.red.popc.u32 {}, 0, {};", variable(), flag());
  case 4:
    return line("bar.red.{}.pred {}, 0, {};", drawn_.below(2) ? "and" : "or", flag(), flag());
  case 5:
    return producer();
  case 6:
    return namedBarrier();
  default:
    return line("bar.sync 0;");
  }
}

/// By registers, seldom one that there is not.
void Writer::namedBarrier() {
  line("mov.u32 %a, {};", drawn_.oneIn(24) ? 16 + drawn_.below(16) : 3 + drawn_.below(2));
  if (threads_ % 32 || hasExits_ || drawn_.below(2))
    return line("bar.sync %a;");
  line("mov.u32 %b, {};", drawn_.oneIn(24) ? 33 : threads_);
  line("bar.red.popc.u32 {}, %a, %b, {};", variable(), flag());
}

/// Lanes of each warp meet without the others, or arrive for them, or come at two places; some read what others wrote.
void Writer::someLanes() {
  if (threads_ % 32 || hasExits_)
    return line("barrier.sync 0;");
  const std::string p = newPredicate(), other = newWord();
  const std::uint32_t bit = 1u << drawn_.below(5);
  line("and.b32 {}, %lane, {};", other, bit);
  line("setp.eq.u32 {}, {}, 0;", p, other);
  line("st.shared.u32 [%own], {};", variable());
  std::uint32_t partner = bit; // of a thread, by its number
  switch (threads_ == 64 ? drawn_.below(4) : 1 + drawn_.below(2)) {
  case 0: // a half of each warp at each barrier
    line("@{} barrier.sync 5, 32;", p);
    line("@!{} barrier.sync {}, 32;", p, drawn_.oneIn(8) ? 5 : 6);
    partner = drawn_.oneIn(4) ? bit : 32;
    break;
  case 1:
    line("@{} barrier.arrive 5, {};", p, threads_);
    line("@!{} barrier.sync 5, {};", p, threads_);
    break;
  default:
    line("@{} barrier.sync 0;", p);
    line("@!{} barrier.sync 0;", p);
  }
  line("xor.b32 %a, %thread, {};", partner);
  line("shl.b32 %a, %a, 2;");
  line("mov.u32 %b, s;");
  line("add.u32 %a, %a, %b;");
  line("{}ld.shared.u32 {}, [%a];", drawn_.below(3) ? fmt::format("@!{} ", p) : "", variable());
  if (!drawn_.oneIn(8))
    line("bar.sync 0;");
}

/// The first warp writes for the second, arrives and goes on.
void Writer::producer() {
  if (threads_ != 64 || hasExits_)
    return line("bar.sync 0;");
  const std::string p = newPredicate(), consumer = newLabel("CONSUMER"), done = newLabel("MET");
  line("setp.ge.u32 {}, %thread, 32;", p);
  line("@{} bra {};", p, consumer);
  line("st.shared.u32 [%own], {};", variable());
  line("bar.arrive 2, 64;");
  line("bra {};", done);
  text += consumer + ":\n";
  line("bar.sync 2, 64;");
  line("ld.shared.u32 {}, [%own+-128];", variable());
  text += done + ":\n";
  if (!drawn_.oneIn(16))
    line("bar.sync 0;");
}

} // namespace warplaw::fuzz
