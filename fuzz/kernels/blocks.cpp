// Branches, loops and exits. The mask of those who are inside is kept by ballots.
#include "fuzz/kernels/writer.h"

namespace warplaw::fuzz {

/// A predicate that the block decides alike, or each warp.
std::string Writer::uniformCondition(Context& context) {
  const std::string p = newPredicate();
  switch (drawn_.below(3)) {
  case 0:
    line("setp.eq.u32 {}, %cta, {};", p, drawn_.below(2));
    break;
  case 1:
    line("ld.global.u32 %a, [%in];");
    line("and.b32 %a, %a, {};", 1u << drawn_.below(8));
    line("setp.ne.u32 {}, %a, 0;", p);
    break;
  default:
    line("setp.lt.u32 {}, %thread, 32;", p);
    context.reach = std::max(context.reach, Reach::Warp);
  }
  return p;
}

/// The context of a side; its mask is computed before the branch, where all of the outer mask are.
Context Writer::branchOn(const std::string& predicate, const Context& outer, bool isElse) {
  Context inner{Reach::Lanes, outer.depth + 1, "", ""};
  if (outer.mask.empty() || drawn_.oneIn(6))
    return inner;
  inner.mask = newWord();
  line("vote.sync.ballot.b32 {}, {}{}, {};", inner.mask, isElse ? "!" : "", predicate, outer.mask);
  return inner;
}

void Writer::condition(const Context& context) {
  std::string p = flag();
  Context then = context, otherwise = context;
  if (drawn_.below(3) == 2) {
    p = uniformCondition(then);
    then = otherwise = {then.reach, context.depth + 1, context.mask, ""};
  } else { // the flag may change within
    const std::string copy = newPredicate();
    line("mov.pred {}, {};", copy, p);
    p = copy;
    then = branchOn(p, context, false);
    otherwise = branchOn(p, context, true);
  }
  const std::string elseLabel = newLabel("ELSE"), join = newLabel("JOIN");
  const bool hasElse = drawn_.below(2);
  if (hasElse && drawn_.oneIn(4)) { // by a list of targets
    const std::string list = newLabel("LIST"), thenLabel = newLabel("THEN");
    line("selp.b32 %a, 1, 0, {};", p);
    line("{}: .branchtargets {}, {};", list, elseLabel, thenLabel);
    line("brx.idx %a, {};", list);
    text += thenLabel + ":\n";
  } else {
    line("@!{} bra {};", p, hasElse ? elseLabel : join);
  }
  body(then);
  if (hasElse) {
    line("bra {};", join);
    text += elseLabel + ":\n";
    body(otherwise);
  }
  text += join + ":\n";
}

/// Up to four times, each lane as often as it says.
void Writer::loop(const Context& context) {
  const std::string trip = newWord(), counter = newWord(), p = newPredicate();
  const std::string head = newLabel("LOOP"), end = newLabel("END");
  Context inner{Reach::Lanes, context.depth + 1, "", end};
  line("and.b32 {}, {}, 3;", trip, variable());
  line("mov.u32 {}, 0;", counter);
  if (!context.mask.empty() && !drawn_.oneIn(6)) {
    inner.mask = newWord();
    line("mov.u32 {}, {};", inner.mask, context.mask);
  }
  text += head + ":\n";
  line("setp.le.u32 {}, {}, {};", p, counter, trip);
  if (!inner.mask.empty())
    line("vote.sync.ballot.b32 {0}, {1}, {0};", inner.mask, p);
  line("@!{} bra {};", p, end);
  body(inner);
  line("add.u32 {0}, {0}, 1;", counter);
  line("bra {};", head);
  text += end + ":\n";
}

void Writer::uniformLoop(const Context& context) {
  const std::string counter = newWord(), p = newPredicate(), head = newLabel("LOOP");
  line("mov.u32 {}, 0;", counter);
  text += head + ":\n";
  body({context.reach, context.depth + 1, context.mask, ""});
  line("add.u32 {0}, {0}, 1;", counter);
  line("setp.lt.u32 {}, {}, {};", p, counter, 1 + drawn_.below(3));
  line("@{} bra {};", p, head);
}

/// break: those who stay know of it.
void Writer::leaveLoop(Context& context) {
  const std::string p = newPredicate();
  line("mov.pred {}, {};", p, flag());
  if (!context.mask.empty())
    line("vote.sync.ballot.b32 {0}, !{1}, {0};", context.mask, p);
  line("@{} bra {};", p, context.loopEnd);
}

void Writer::exits(Context& context) {
  const std::string p = newPredicate();
  line("setp.{}.u32 {}, %lane, {};", drawn_.below(2) ? "eq" : "gt", p, 1 + drawn_.below(31));
  if (context.loopEnd.empty() && !context.mask.empty() && drawn_.below(2)) {
    const std::string mask = newWord();
    line("vote.sync.ballot.b32 {}, !{}, {};", mask, p, context.mask);
    context.mask = mask;
  }
  line("@{} {};", p, drawn_.below(2) ? "exit" : "ret");
}

void Writer::straight(Context& context) {
  switch (drawn_.below(16)) {
  case 5:
  case 6:
    return compare();
  case 7:
    return floats();
  case 8:
    return drawn_.below(2) ? video() : wide();
  case 9:
    return readInput();
  case 10:
  case 11:
    return ownSlots();
  case 12:
    return local();
  case 13:
    return call();
  case 14:
    return count();
  case 15:
    return hasExits_ && drawn_.below(2) ? exits(context) : drawn_.below(2) ? atomicOfOwn() : count();
  default:
    return arithmetic();
  }
}

void Writer::collective(Context& context) {
  if (context.mask.empty() && !drawn_.oneIn(32))
    return straight(context);
  const std::string mask = context.mask.empty() ? "0xffffffff" : maskOf(context);
  switch (drawn_.below(6)) {
  case 1:
    return vote(mask);
  case 2:
    return match(mask);
  case 3:
    return reduce(mask);
  case 4:
    return context.mask.empty() ? straight(context) : barrier(context);
  case 5:
    return context.mask.empty() ? straight(context) : neighbour(context);
  default:
    return shuffle(mask, context.reach == Reach::Lanes || hasExits_ || threads_ % 32);
  }
}

void Writer::statement(Context& context) {
  constexpr unsigned kDeepest = 3;
  const unsigned kind = drawn_.below(10);
  if (kind == 9 && !context.loopEnd.empty())
    return leaveLoop(context);
  if (kind >= 7 && context.depth < kDeepest) {
    if (kind == 7)
      return condition(context);
    return drawn_.oneIn(3) ? uniformLoop(context) : loop(context);
  }
  return kind >= 4 ? collective(context) : straight(context);
}

void Writer::body(Context context) {
  const unsigned count = 1 + drawn_.below(context.depth ? 5 : 16);
  for (unsigned i = 0; i < count && left_ && !drawn_.isAtEnd(); ++i) {
    --left_;
    statement(context);
  }
}

} // namespace warplaw::fuzz
