// Loads, stores and atomics over terms, and which of them meet (PTX-14 to PTX-17). Memory is bytes of terms; where an
// address does not fold, every place that it may lead to is written under a condition, and read by a choice.
#include "symbolic/encodings/memory.h"
#include "proofs/kernels/counts.h"
#include "proofs/kernels/machine.h"
#include "ptx/machine/operations.h"
#include "ptx/machine/spaces.h"
#include "spec/instructions/red.h"
#include "symbolic/encodings/wording.h"
#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>

namespace warplaw::proofs::kernels {
using ptx::FindingKind;
using ptx::Space;
using ptx::Step;
using ptx::StepKind;
using symbolic::Op;
namespace {

constexpr unsigned kMostChoices = 1000; ///< between words that were stored, when one is read

/// What is added to whatever else an address is made of: of a narrower word with its sign, as in in[n - 1].
class ConstantPart {
public:
  std::uint64_t operator()(Term address) {
    if (const auto found = known_.find(address.node()); found != known_.end())
      return found->second;
    const std::uint64_t part = of(address);
    known_.emplace(address.node(), part);
    return part;
  }

private:
  std::uint64_t of(Term address) {
    const auto part = [&](unsigned i) { return (*this)(address.arg(i)); };
    if (address.isConstant()) {
      const auto value = static_cast<std::uint64_t>(address.value());
      const std::uint64_t sign = address.width() < 64 ? std::uint64_t{1} << (address.width() - 1) : 0;
      return (value ^ sign) - sign;
    }
    if (address.op() == Op::Add)
      return part(0) + part(1);
    if (address.op() == Op::Sub)
      return part(0) - part(1);
    if (address.op() == Op::Concat)
      return (address.arg(1).width() < 64 ? part(0) << address.arg(1).width() : 0) +
             (address.arg(1).isConstant() ? static_cast<std::uint64_t>(address.arg(1).value()) : part(1));
    if (address.op() == Op::Zext || address.op() == Op::Sext ||
        (address.op() == Op::Extract && address.node()->value == 0))
      return part(0);
    if (address.op() == Op::Mul && (address.arg(0).isConstant() || address.arg(1).isConstant()))
      return part(0) * part(1);
    if (address.op() == Op::Shl && address.arg(1).isConstant() && address.arg(1).value() < 64)
      return part(0) << static_cast<unsigned>(address.arg(1).value());
    return address.op() == Op::Ite ? part(1) : 0;
  }

  std::unordered_map<const symbolic::Node*, std::uint64_t> known_; ///< words that an address is made of, each once
};
std::uint64_t constantPart(Term address) { return ConstantPart()(address); }

/// A sum has one constant.
Term moved(Term address, Bits by) {
  for (unsigned side = 0; address.op() == Op::Add && side < 2; ++side)
    if (const Term constant = address.arg(side); constant.isConstant())
      return moved(address.arg(1 - side), by + constant.value());
  return address + (by & symbolic::onesOf(address.width()));
}

std::uint64_t distance(const AnyRegion& region, std::uint64_t address) {
  if (address < region.address)
    return region.address - address;
  return address - region.address < region.bytes.size() ? 0 : address - region.address - region.bytes.size() + 1;
}

Term extended(Term value, const spec::scalar::Type& type, unsigned width) {
  if (value.width() >= width)
    return value.extract(width - 1, 0);
  return type.isSigned() ? value.sext(width) : value.zext(width);
}

/// No value of the word is greater.
Bits greatest(Term word, unsigned depth = 0) {
  const Bits all = symbolic::onesOf(word.width());
  const auto of = [&](unsigned i) { return greatest(word.arg(i), depth + 1); };
  if (word.isConstant())
    return word.value();
  if (depth > 12)
    return all;
  switch (word.op()) {
  case Op::Zext:
    return of(0);
  case Op::Concat:
    return of(0) << word.arg(1).width() | of(1);
  case Op::And:
    return std::min(of(0), of(1));
  case Op::Ite:
    return std::max(of(1), of(2));
  case Op::Add: {
    Term rest = word.arg(0); // a window is added and taken away again
    Bits added = of(1);
    for (; word.arg(1).isConstant() && rest.op() == Op::Add && rest.arg(1).isConstant(); rest = rest.arg(0))
      added = (added + rest.arg(1).value()) & all;
    const Bits first = greatest(rest, depth + 1), sum = first + added;
    return sum < first ? all : std::min(sum, all) == sum ? sum : all;
  }
  case Op::Mul: {
    const Bits a = of(0), b = of(1);
    return (a | b) >> 64 != 0 || a * b > all ? all : a * b;
  }
  case Op::Shl: {
    const Bits a = of(0);
    if (!word.arg(1).isConstant() || word.arg(1).value() >= 64 || a >> 64 != 0)
      return all;
    return std::min(all, a << static_cast<unsigned>(word.arg(1).value()));
  }
  case Op::Extract:
    return word.node()->value == 0 ? std::min(of(0), all) : all;
  default:
    return all;
  }
}

/// The parts of choices between constants (Cases::within): the choices and the constants, each once, what is chosen
/// before what chooses. Empty, if anything else may be chosen.
std::vector<Term> partsOf(Term choice) {
  std::vector<Term> parts, left{choice};
  std::unordered_set<const symbolic::Node*> seen;
  while (!left.empty()) {
    const Term part = left.back();
    left.pop_back();
    if (!seen.insert(part.node()).second)
      continue;
    parts.push_back(part);
    if (part.isConstant())
      continue;
    if (part.op() != Op::Ite)
      return {};
    left.insert(left.end(), {part.arg(1), part.arg(2)});
  }
  std::ranges::sort(parts, {}, [](Term part) { return part.node()->id; });
  return parts;
}

/// The same choices, between what `leaf` gives for each constant.
template <class Leaf> Term chosen(const std::vector<Term>& parts, const Leaf& leaf) {
  std::unordered_map<const symbolic::Node*, Term> made;
  const auto of = [&](Term part) { return made.at(part.node()); };
  for (const Term part : parts)
    made.emplace(part.node(),
                 part.isConstant() ? leaf(part.value()) : part.arg(0).ite(of(part.arg(1)), of(part.arg(2))));
  return of(parts.back());
}

/// An access of the same thread, step and place: whoever it meets, met the one before. Nothing that orders them came
/// between the two.
bool isOneMore(const AnyAccess& access, const AnyAccess& before) {
  return access.cta == before.cta && access.meets == before.meets && access.writes == before.writes &&
         access.isAtomic == before.isAtomic && access.effect == before.effect && access.size == before.size;
}

bool isOfFloats(const Step& step) { return step.type.isFloat() && step.operation < ptx::kExchange; }

} // namespace

Term AnyRegion::partialOf(std::size_t byte) const {
  const auto found = partial.find(byte);
  return found == partial.end() ? Term() : found->second;
}

Term AnyRegion::isAny(std::size_t byte) const {
  const Term bits = partialOf(byte);
  return bits ? undefined[byte] | symbolic::isSet(bits) : undefined[byte];
}

namespace {

Term wordOf(std::span<const Term> bytes, unsigned& left) {
  const unsigned width = 8 * static_cast<unsigned>(bytes.size());
  const Term last = bytes.back();
  if (last.op() == Op::Extract && last.arg(0).width() == width) {
    bool isWhole = true;
    for (unsigned byte = 0; byte < bytes.size(); ++byte)
      isWhole &= last.arg(0).extract(8 * byte + 7, 8 * byte).same(bytes[byte]);
    if (isWhole)
      return last.arg(0);
  }
  const auto isChosenAlike = [&](Term byte) { return byte.op() == Op::Ite && byte.arg(0).same(last.arg(0)); };
  if (last.op() == Op::Ite && left > 0 && std::ranges::all_of(bytes, isChosenAlike)) {
    --left;
    std::vector<Term> yes, no;
    for (const Term& byte : bytes) {
      yes.push_back(byte.arg(1));
      no.push_back(byte.arg(2));
    }
    return last.arg(0).ite(wordOf(yes, left), wordOf(no, left));
  }
  Term word = bytes[0];
  for (const Term& byte : bytes.subspan(1))
    word = byte.concat(word);
  return word;
}

} // namespace

Term wordOf(std::span<const Term> bytes) {
  unsigned left = kMostChoices;
  return wordOf(bytes, left);
}

AnyRegion* AnyMachine::regionAt(const Now& now, unsigned lane, Space space, Term address) {
  AnyWarp& warp = now.warp;
  switch (space) {
  case Space::Shared:
    return &now.cta.shared;
  case Space::Local:
    return &warp.local[lane];
  case Space::Param:
    return constantPart(address) - kernel_.spaces.paramWindow < kernel_.parameterBytes ? &parameters_
                                                                                       : &warp.param[lane];
  default: {
    if (global_.empty())
      return nullptr;
    const std::uint64_t place = constantPart(address);
    return &*std::ranges::min_element(global_, {},
                                      [place](const AnyRegion& region) { return distance(region, place); });
  }
  }
}

/// The one region that an address may lead to. That it leads into another one is asked about as if it were nowhere.
AnyMachine::Found AnyMachine::find(const Now& now, unsigned lane, unsigned size, bool writes) {
  const Step& step = now.step;
  Term address = valueOf(now, step.src[0], lane, step.isShortAddress ? 32 : 64).word;
  const Bits added = static_cast<std::uint64_t>(step.offset);
  address = (address + (added & symbolic::onesOf(address.width()))).zext(64);
  Space space = step.space;
  const auto within = [](std::uint64_t given, std::uint64_t window) { return given - window < ptx::kWindowBytes; };
  const std::uint64_t place = constantPart(address);
  if (space == Space::Shared)
    address = address + Bits(kernel_.spaces.sharedWindow);
  else if (space == Space::Local)
    address = address + Bits(kernel_.spaces.localWindow);
  else if (space == Space::Param && !within(place, kernel_.spaces.paramWindow))
    address = address + Bits(kernel_.spaces.paramWindow);
  else if (space == Space::Generic)
    space = within(place, kernel_.spaces.sharedWindow)  ? Space::Shared
            : within(place, kernel_.spaces.localWindow) ? Space::Local
            : within(place, kernel_.spaces.paramWindow) ? Space::Param
                                                        : Space::Global;
  const Term executes = now.lanes[lane];
  if (!areRanks_)
    address = wordWithin(executes, address);
  const std::string_view loose = address.isConstant() ? "" : "the address may lead into another array";
  if (size > 1) {
    const auto bits = static_cast<unsigned>(std::countr_zero(size));
    ask(FindingKind::Misaligned, now.index, executes & address.extract(bits - 1, 0).ne(terms_.constant(bits, 0)));
  }
  AnyRegion* const region = regionAt(now, lane, space, address);
  const bool isThere = region && region->bytes.size() >= size && !(writes && region->isReadOnly);
  erred_ |= std::uint32_t{1} << lane; // unless it may be right
  if (!isThere) {
    ask(FindingKind::OutOfBounds, now.index, executes, loose);
    return {};
  }
  Term offset = moved(address, Bits{0} - region->address);
  if (!areRanks_)
    offset = wordWithin(executes, offset);
  measure(now, *region, offset, size);
  const Bits last = region->bytes.size() - size;
  ask(FindingKind::OutOfBounds, now.index,
      greatest(offset) <= last ? no() : executes & ~offset.ule(terms_.constant(64, last)), loose);
  if (offset.isConstant() && offset.value() > region->bytes.size() - size)
    return {};
  if (offset.isConstant() && offset.value() % size != region->first(size))
    return {};
  erred_ &= ~(std::uint32_t{1} << lane);
  return {region, offset};
}

void AnyMachine::measure(const Now& now, const AnyRegion& region, Term offset, unsigned size) {
  if (!any_.measures)
    return;
  if (region.isShared && any_.measuresShared) {
    const Bits most = greatest(offset);
    const bool isFar = most > region.bytes.size() - size;
    outcome_.shared.add({isFar ? UINT64_MAX : static_cast<std::uint64_t>(most) + size, now.step.type});
    if (isFar)
      stop(now.index, offset.isConstant() ? fmt::format("an index is behind {} bytes", region.bytes.size())
                                          : "an index depends on inputs");
  }
  if (!region.isGlobal)
    return;
  const auto array = static_cast<std::size_t>(&region - global_.data());
  if (array >= any_.isMeasured.size() || !any_.isMeasured[array])
    return;
  if (!offset.isConstant())
    stop(now.index, fmt::format("an index of {} depends on inputs", region.name));
  const auto bytes = static_cast<std::uint64_t>(offset.value()) + size;
  outcome_.extents[array].add({bytes, now.step.type});
}

void Extent::add(const Extent& other) {
  const auto unsignedOf = [](unsigned bits) {
    return spec::scalar::Type{spec::scalar::Kind::Unsigned, static_cast<std::uint8_t>(bits)};
  };
  if (bytes == 0)
    type = other.type;
  else if (other.bytes != 0 && !(type == other.type))
    type = unsignedOf(std::min(type.width(), other.type.width()));
  if (type.kind == spec::scalar::Kind::Bits)
    type = unsignedOf(type.width());
  bytes = std::max(bytes, other.bytes);
}

Term AnyMachine::isOrdered(const AnyCta& cta, const AnyAccess& earlier, const AnyAccess& access) {
  if (earlier.cta != access.cta)
    return no();
  if (earlier.warp == access.warp && earlier.lane == access.lane)
    return terms_.truth(true);
  Term ordered =
      sees(cta, cta.warps[access.warp], earlier.warp, earlier.time, earlier.lane, earlier.executes, access.lane);
  if (earlier.warp != access.warp || ordered.isTrue())
    return ordered;
  for (const AnyJoin& join : cta.warps[access.warp].joins)
    if (earlier.time <= join.time && join.time < access.time)
      ordered = ordered | join.group[access.lane].bit(earlier.lane);
  return ordered;
}

void AnyMachine::compare(const Now& now, AnyRegion&, const AnyAccess& earlier, const AnyAccess& access) {
  const bool areAtomic = earlier.isAtomic && access.isAtomic;
  if (!earlier.writes && !access.writes)
    return;
  const bool showsOrder = areAtomic && now.step.kind == StepKind::Atomic && earlier.writes &&
                          (access.effect == 0 || access.effect != earlier.effect);
  if (areAtomic && !showsOrder)
    return;
  if (++comparisons_ % 64 == 0)
    stopIfOver(now);
  if (comparisons_ > any_.mostComparisons)
    stopAtLimit(now,
                fmt::format("more than {} pairs of accesses, at addresses that do not fold", any_.mostComparisons));
  const Term ordered = isOrdered(now.cta, earlier, access);
  if (ordered.isTrue())
    return;
  const auto begins = [&](const AnyAccess& a, const AnyAccess& b) { // a within b
    return (a.offset - b.offset).ult(Bits(b.size));
  };
  const Term meets = earlier.size == access.size ? earlier.offset.eq(access.offset)
                                                 : begins(access, earlier) | begins(earlier, access);
  const Term both = decided(earlier.executes & access.executes & meets & ~ordered);
  // an order that two bar.warp.sync make together is not seen
  const bool mayJoinTwice = earlier.cta == access.cta && now.cta.warps[earlier.warp].joins.size() > 1 &&
                            (earlier.warp == access.warp || !isNobody(now.cta.warps[earlier.warp].exited));
  const std::string_view loose =
      mayJoinTwice ? "what several bar.warp.sync of some lanes order together is not followed"
      : earlier.cta == access.cta &&
              mayBeOrderedByMeeting(now.cta, now.cta.warps[access.warp], earlier.warp, earlier.time)
          ? "what a bar.warp.sync and barriers of some lanes order together is not followed"
          : "";
  if (showsOrder) {
    ask(FindingKind::DependsOnOrder, now.index, both, loose);
    if (!both.isFalse())
      limit(kOrderOfAtomics);
  } else {
    ask(FindingKind::Race, now.index, both, loose);
  }
}

void AnyMachine::note(const Now& now, unsigned lane, const Found& found, unsigned size, bool writes) {
  AnyRegion& region = *found.region;
  if (!region.isLogged || region.isReadOnly || any_.measures)
    return;
  std::uint64_t effect = 0;
  if (now.step.kind == StepKind::Atomic) {
    const Term operand = valueOf(now, now.step.src[1], lane, 32).word;
    if (operand.isConstant() || !ptx::isLimited(now.step))
      effect = ptx::effectOf(now.step, operand.isConstant() ? static_cast<std::uint64_t>(operand.value()) : 0);
  }
  const AnyAccess access{now.cta.serial,
                         now.warp.time,
                         now.index,
                         static_cast<std::uint8_t>(now.warp.number),
                         static_cast<std::uint8_t>(lane),
                         writes,
                         now.step.kind == StepKind::Atomic || now.step.isVolatile,
                         effect,
                         now.lanes[lane],
                         found.offset,
                         size,
                         now.warp.meets};
  // In a loop it may be one more of what was compared already: then only with whom came since.
  const std::tuple key(now.index, now.warp.number * 32 + lane, found.offset.node());
  const auto known = turn_ ? region.compared.end() : region.compared.find(key);
  const bool isKnown = known != region.compared.end() && isOneMore(access, known->second.access) &&
                       implies(access.executes, known->second.access.executes);
  const std::size_t from = isKnown ? known->second.upTo : 0;
  const auto compareWith = [&](std::uint32_t earlier) {
    if (earlier >= from)
      compare(now, region, region.log[earlier], access);
  };
  std::ranges::for_each(region.anywhere, compareWith);
  if (!found.offset.isConstant()) {
    for (std::size_t earlier = from; earlier < region.log.size(); ++earlier)
      if (region.log[earlier].offset.isConstant())
        compare(now, region, region.log[earlier], access);
  } else {
    const auto at = static_cast<std::uint64_t>(found.offset.value());
    std::set<std::uint32_t> met;
    for (unsigned i = 0; i < size; ++i)
      if (const auto here = region.byByte.find(at + i); here != region.byByte.end())
        met.insert(here->second.begin(), here->second.end());
    std::ranges::for_each(met, compareWith);
  }
  if (!isKnown)
    enter(region, access);
  if (!turn_)
    region.compared.insert_or_assign(key, AnyCompared{access, region.log.size()});
}

void AnyMachine::enter(AnyRegion& region, const AnyAccess& access) {
  const auto own = static_cast<std::uint32_t>(region.log.size());
  region.log.push_back(access);
  if (!access.offset.isConstant()) {
    region.anywhere.push_back(own);
    return;
  }
  for (unsigned i = 0; i < access.size; ++i)
    region.byByte[static_cast<std::uint64_t>(access.offset.value()) + i].push_back(own);
}

AnyValue AnyMachine::read(const AnyRegion& region, Term offset, unsigned size) {
  const Term none = terms_.constant(8 * size, 0);
  const AnyValue nowhere{none, terms_.truth(true), no()};
  bool hasBits = false;
  const auto at = [&](Bits place) {
    if (place + size > region.bytes.size() || place % size != region.first(size))
      return nowhere;
    std::vector<AnyValue> bytes;
    for (auto i = static_cast<std::size_t>(place); bytes.size() < size; ++i)
      bytes.push_back({region.bytes[i], region.undefined[i], no(), region.partialOf(i)});
    AnyValue value = joined(bytes);
    value.word = wordOf(std::span(region.bytes).subspan(static_cast<std::size_t>(place), size));
    hasBits |= static_cast<bool>(value.bits);
    return value;
  };
  const auto bitsOf = [&](const AnyValue& value) { return value.bits ? value.bits : none; };
  if (const std::vector<Term> parts = partsOf(offset); !parts.empty()) {
    const Term word = chosen(parts, [&](Bits place) { return at(place).word; }),
               any = chosen(parts, [&](Bits place) { return at(place).any; });
    return {word, any, no(), hasBits ? chosen(parts, [&](Bits place) { return bitsOf(at(place)); }) : Term()};
  }
  std::vector<Term> words, undefined, masks;
  for (std::size_t first = region.first(size); first + size <= region.bytes.size(); first += size) {
    const AnyValue value = at(first);
    words.push_back(value.word);
    undefined.push_back(value.any);
    masks.push_back(bitsOf(value));
  }
  if (words.empty())
    return nowhere;
  if (words.size() == 1)
    return {words[0], undefined[0], no(), hasBits ? masks[0] : Term()};
  const auto low = static_cast<unsigned>(std::countr_zero(size));
  const unsigned bits = static_cast<unsigned>(std::bit_width(words.size() - 1));
  const Term index = (offset - Bits(region.first(size))).extract(low + bits - 1, low);
  return {terms_.select(index, words), terms_.select(index, undefined), no(),
          hasBits ? terms_.select(index, masks) : Term()};
}

std::vector<AnyMachine::Place> AnyMachine::placesOf(const AnyRegion& region, Term executes, Term offset,
                                                    unsigned size) {
  if (offset.isConstant())
    return {{static_cast<std::size_t>(offset.value()), executes}};
  const std::vector<Term> parts = partsOf(offset);
  const auto isAt = [&](Bits place) {
    if (parts.empty())
      return offset.eq(place);
    if (std::ranges::none_of(parts, [&](Term part) { return part.isConstant() && part.value() == place; }))
      return no();
    return chosen(parts, [&](Bits constant) { return terms_.truth(constant == place); });
  };
  std::vector<Place> places;
  for (std::size_t first = region.first(size); first + size <= region.bytes.size(); first += size)
    if (const Term isHere = executes & isAt(first); !isHere.isFalse())
      places.push_back({first, isHere});
  return places;
}

void AnyMachine::put(AnyRegion& region, const Place& place, unsigned size, const AnyValue& value) {
  if (turn_)
    turn_->written.insert(&region);
  for (unsigned i = 0; i < size; ++i) {
    Term &byte = region.bytes[place.first + i], &undefined = region.undefined[place.first + i];
    const AnyValue own = value.part(8 * i, 8);
    const AnyValue one =
        own.bits && own.bits.isConstant() && own.any.isFalse() ? undefinedAs(own.word, own.bits, no()) : own;
    byte = undefined.isTrue() ? one.word : place.isHere.ite(one.word, byte);
    undefined = place.isHere.ite(one.any, undefined);
    const Term before = region.partialOf(place.first + i), none = terms_.constant(8, 0);
    if (!one.bits && !before)
      continue;
    const Term bits = place.isHere.ite(one.bits ? one.bits : none, before ? before : none);
    if (bits.isConstant() && bits.value() == 0)
      region.partial.erase(place.first + i);
    else
      region.partial[place.first + i] = bits;
  }
}

void AnyMachine::beginAccess(const Now& now) {
  if (mayRace(now.step))
    ask(FindingKind::Race, now.index, no()); // asked, whether it meets another access or not
  if (mayRace(now.step) && now.step.kind == StepKind::Atomic)
    ask(FindingKind::DependsOnOrder, now.index, no());
  const unsigned width = now.step.isShortAddress ? 32 : 64;
  decides(now, now.step.src[0], now.lanes, width);
  areRanks_ = false;
  for (unsigned lane = 0; lane < 32 && !areRanks_; ++lane)
    areRanks_ = !now.lanes[lane].isFalse() && isRank(valueOf(now, now.step.src[0], lane, width).word);
}

void AnyMachine::beginVolatile(const Now& now, std::string_view order) {
  if (!now.step.isVolatile)
    return;
  ask(FindingKind::NotJudged, now.index, terms_.any(now.lanes));
  limit(fmt::format("what volatile, relaxed and {} accesses order is not judged", order));
}

void AnyMachine::load(const Now& now) {
  const Step& step = now.step;
  const unsigned size = unsigned{step.width} * step.vector;
  beginAccess(now);
  beginVolatile(now, "acquire");
  now.warp.asksOthers |= step.isVolatile;
  std::array<std::vector<AnyValue>, 32> read;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (now.lanes[lane].isFalse())
      continue;
    const Found found = find(now, lane, size, false);
    if (found.region)
      note(now, lane, found, size, false);
    AnyValue all{terms_.constant(8 * size, 0), terms_.truth(true), no()};
    for (unsigned i = 0; i < step.vector; ++i) {
      const Term offset = found.region ? found.offset + Bits(i * step.width) : Term();
      if (step.vector == 1 || !found.region || offset.isConstant()) {
        read[lane].push_back(found.region ? this->read(*found.region, offset, step.width)
                                          : all.part(0, 8u * step.width));
        continue;
      }
      if (i == 0)
        all = this->read(*found.region, found.offset, size);
      read[lane].push_back(all.part(i * step.width * 8, step.width * 8u));
    }
  }
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < read[lane].size(); ++i)
      if (step.dst[i] != ptx::kNoRegister) {
        const unsigned width = kernel_.registers[step.dst[i]].type.width();
        const AnyValue& one = read[lane][i];
        const Term word = extended(one.word, step.type, width);
        if (width > one.word.width() && !step.type.isSigned() && !one.any.isFalse()) // what is above is defined
          write(now, step.dst[i], lane, undefinedAs(word, one.mask().zext(width), no()));
        else
          write(now, step.dst[i], lane,
                {word, one.any, no(), one.bits ? extended(one.bits, step.type, width) : Term()});
      }
}

void AnyMachine::store(const Now& now) {
  const Step& step = now.step;
  const unsigned size = unsigned{step.width} * step.vector;
  beginAccess(now);
  beginVolatile(now, "release");
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (now.lanes[lane].isFalse())
      continue;
    const Found found = find(now, lane, size, true);
    if (!found.region)
      continue;
    note(now, lane, found, size, true);
    std::vector<AnyValue> parts;
    for (unsigned i = 0; i < step.vector; ++i) {
      parts.push_back(valueOf(now, step.src[1 + i], lane, 8u * step.width));
      if (found.region->isGlobal)
        decides(now, parts.back(), now.lanes[lane]);
    }
    for (const Place& place : placesOf(*found.region, now.lanes[lane], found.offset, size))
      put(*found.region, place, size, joined(parts));
  }
}

void AnyMachine::atomic(const Now& now) {
  const Step& step = now.step;
  const unsigned size = unsigned{step.width} * step.vector;
  now.warp.asksOthers = true;
  beginAccess(now);
  const unsigned operands = std::max<unsigned>(step.vector, step.operation == ptx::kCompare ? 2 : 1);
  for (unsigned i = 1; i <= operands; ++i)
    decides(now, step.src[i], now.lanes, 8u * step.width);
  if (step.vector != 1)
    stop(now.index, "atomics of vectors are not modelled");
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (now.lanes[lane].isFalse())
      continue;
    const Found found = find(now, lane, size, true);
    if (!found.region)
      continue;
    if (!found.region->isGlobal && !found.region->isShared) { // there are no atomics
      ask(FindingKind::OutOfBounds, now.index, now.lanes[lane]);
      continue;
    }
    note(now, lane, found, size, true);
    const unsigned width = 8u * step.width;
    const Term operand = valueOf(now, step.src[1], lane, width).word;
    const auto before = [&](Term offset) {
      AnyValue value = read(*found.region, offset, size);
      if (any_.measures && !value.word.isConstant())
        value.word = terms_.variable(
            width, fmt::format("what atomic {} of lane {} finds at {}", left_, lane, offset.node()->id));
      return value;
    };
    AnyValue result;
    if (step.dst[0] != ptx::kNoRegister) {
      result = before(found.offset);
      result.word = cases_.chosenWithin(now.lanes[lane], result.word); // what others added who were not there
    }
    for (Place place : placesOf(*found.region, now.lanes[lane], found.offset, size)) {
      const AnyValue here = before(terms_.constant(64, place.first));
      if (found.region->isGlobal && step.operation != ptx::kExchange)
        decides(now, here, place.isHere);
      const Term memory = here.word;
      Term after;
      if (step.operation == ptx::kExchange) {
        after = operand;
      } else if (step.operation == ptx::kCompare) {
        after = memory.eq(operand).ite(valueOf(now, step.src[2], lane, width).word, memory);
      } else if (isOfFloats(step)) {
        after = terms_.apply(width, ofFloats(step, found.region->isShared), std::array{memory, operand});
      } else if (static_cast<spec::RedOp>(step.operation) == spec::RedOp::Add && here.isAny().isFalse()) {
        // a sum of choices shows how often each number is added
        after = memory + place.isHere.ite(operand, terms_.constant(width, 0));
        place.isHere = terms_.truth(true);
      } else {
        after = symbolic::reduced(static_cast<spec::RedOp>(step.operation), step.type.isSigned(), memory, operand);
      }
      // of what may be anything, an exchange alone leaves nothing
      put(*found.region, place, size, {after, step.operation == ptx::kExchange ? no() : here.isAny(), no()});
    }
    if (step.dst[0] != ptx::kNoRegister)
      write(now, step.dst[0], lane, result);
  }
}

std::string AnyMachine::ofFloats(const Step& step, bool isShared) {
  const auto operation = static_cast<spec::RedOp>(step.operation);
  std::string name = fmt::format("atom.{}.{}.{}", isShared ? "shared" : "global",
                                 operation == spec::RedOp::Add   ? "add"
                                 : operation == spec::RedOp::Min ? "min"
                                                                 : "max",
                                 spec::scalar::nameOf(step.type));
  outcome_.functions.try_emplace(name, [one = &step, isShared](std::span<const std::uint64_t> words) {
    return ptx::atomicValue(*one, isShared, words[0], words[1], 0) & spec::scalar::onesOf(one->width * 8u);
  });
  return name;
}

void AnyMachine::copyParam(const Now& now) {
  const Step& step = now.step;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (now.lanes[lane].isFalse())
      continue;
    AnyRegion& own = now.warp.param[lane];
    if (turn_)
      turn_->written.insert(&own);
    const AnyRegion& from = step.target < kernel_.parameterBytes ? parameters_ : own;
    for (unsigned i = 0; i < step.width; ++i) {
      const auto to = static_cast<std::size_t>(step.offset) + i;
      own.bytes[to] = now.lanes[lane].ite(from.bytes[step.target + i], own.bytes[to]);
      own.undefined[to] = now.lanes[lane].ite(from.undefined[step.target + i], own.undefined[to]);
      if (const Term bits = from.partialOf(step.target + i), before = own.partialOf(to); bits || before) {
        const Term none = terms_.constant(8, 0);
        own.partial[to] = now.lanes[lane].ite(bits ? bits : none, before ? before : none);
      }
    }
  }
}

} // namespace warplaw::proofs::kernels
