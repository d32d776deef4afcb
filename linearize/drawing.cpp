// Which locations are drawn, and what of them.
#include "linearize/drawing.h"
#include <algorithm>
#include <set>
#include <tuple>

namespace warplaw::linearize {
namespace {

constexpr std::size_t kMostPanels = 6, kMostOrderArrows = 64;

} // namespace

Drawing::Drawing(const History& h, const Verdict& v, std::size_t mostValues) : history(h), verdict(v) {
  elementsOf(history, elements);
  choose(mostValues);
  for (Panel& panel : panels) {
    if (!verdict.order.empty())
      addOrder(panel);
    else if (verdict.fault.kind == FaultKind::WrongTotal && verdict.answer == Answer::Illegal)
      addFold(panel);
    else
      addReturned(panel);
    addEnds(panel);
    blame(panel);
  }
  addKnownOrder();
}

std::span<const Element> Drawing::elementsAt(const Component& place) const {
  return std::span(elements.all).subspan(place.begin, place.end - place.begin);
}

void Drawing::choose(std::size_t mostValues) {
  const Fault& fault = verdict.fault;
  std::vector<Component> chosen;
  const std::set<std::uint32_t> among(fault.accesses.begin(), fault.accesses.end());
  for (const Component& place : elements.components) {
    bool matters = verdict.answer != Answer::Illegal;
    if (verdict.answer == Answer::Illegal && fault.kind == FaultKind::NoOrder)
      for (const Element& element : elementsAt(place))
        matters |= among.contains(element.access);
    else if (verdict.answer == Answer::Illegal)
      matters = place.address <= fault.address && fault.address < place.address + place.bytes;
    if (matters)
      chosen.push_back(place);
  }
  std::sort(chosen.begin(), chosen.end(), [](const Component& a, const Component& b) {
    return std::tuple(b.end - b.begin, a.address) < std::tuple(a.end - a.begin, b.address);
  });
  left = chosen.size() - std::min(chosen.size(), kMostPanels);
  chosen.resize(chosen.size() - left);
  std::sort(chosen.begin(), chosen.end(), [](const Component& a, const Component& b) { return a.address < b.address; });
  for (const Component& place : chosen) {
    panels.emplace_back();
    panels.back().place = place;
    panels.back().mostValues = mostValues;
  }
}

Operation Drawing::operationOf(std::uint32_t access) const {
  return history.instructions[history.accesses[access].instruction].operation;
}
/// Which NaN F64 gave is unknown: they are drawn as one.
Type Drawing::shownAs(const Component& place) const {
  for (const Element& element : elementsAt(place))
    if (operationOf(element.access).type == Type::F64)
      return Type::F64;
  return Type::U64;
}
std::uint64_t Drawing::stepOn(const Element& element, const Component& place, std::uint64_t value) const {
  const Access& access = history.accesses[element.access];
  const unsigned shift = static_cast<unsigned>(8 * (element.address - place.address));
  const std::uint64_t bits = onesOf(element.bytes) << shift;
  const std::uint64_t now = stepOf(operationOf(element.access), (value & bits) >> shift,
                                   partOf(element, access.operand), access.swap, history.zeros);
  return (value & ~bits) | now << shift;
}

void Drawing::addOrder(Panel& panel) const {
  const Component& place = panel.place;
  std::map<std::pair<std::uint32_t, std::uint8_t>, Element> here;
  for (const Element& element : elementsAt(place))
    here[{element.access, element.half}] = element;
  const Type type = shownAs(place);
  std::uint64_t value = knownAt(history.initial, place.address, place.bytes).value |
                        knownAt(verdict.assumed, place.address, place.bytes).value;
  std::size_t turn = 0, out = 0, missing = 0;
  for (const WitnessStep& step : verdict.order) {
    const auto found = here.find({step.access, step.half});
    if (found == here.end())
      continue;
    if (!step.performs) {
      ++out;
      continue;
    }
    const Element& element = found->second;
    const Access& access = history.accesses[step.access];
    if (access.returns && !returnsFlag(operationOf(step.access).op)) { // it tells which NaN it found
      const unsigned shift = static_cast<unsigned>(8 * (element.address - place.address));
      value = (value & ~(onesOf(element.bytes) << shift)) | partOf(element, access.returned) << shift;
    }
    const std::uint64_t now = stepOn(element, place, value);
    missing += !panel.add(step.access, canonical(type, value), canonical(type, now), ++turn);
    value = now;
  }
  panel.note(out, "lane was left out by CAST.SPIN: no arrow", "lanes were left out by CAST.SPIN: no arrows");
  panel.note(missing, "step is not drawn", "steps are not drawn");
}

void Drawing::addFold(Panel& panel) const {
  const Fault& fault = verdict.fault;
  const std::set<std::uint32_t> among(fault.accesses.begin(), fault.accesses.end());
  const Type type = shownAs(panel.place);
  std::uint64_t value = fault.first.value_or(0);
  std::size_t turn = 0, missing = 0;
  for (const Element& element : elementsAt(panel.place)) {
    if (!among.contains(element.access))
      continue;
    const std::uint64_t now = stepOn(element, panel.place, value);
    missing += !panel.add(element.access, canonical(type, value), canonical(type, now), ++turn);
    value = now;
  }
  panel.notes.push_back("in the order listed: every order leaves the same");
  if (fault.last && panel.addValue(*fault.last))
    panel.notes.push_back(fmt::format("memory ends at {}", valueText(*fault.last)));
  panel.note(missing, "step is not drawn", "steps are not drawn");
}

void Drawing::addReturned(Panel& panel) const {
  const Type type = shownAs(panel.place);
  std::size_t untold = 0, missing = 0;
  for (const Element& element : elementsAt(panel.place)) {
    const Access& access = history.accesses[element.access];
    const bool flag = returnsFlag(operationOf(element.access).op);
    if (!access.returns || element.bytes != panel.place.bytes || (flag && access.returned != 1)) {
      ++untold;
      continue;
    }
    const std::uint64_t found = flag ? access.operand : partOf(element, access.returned);
    missing +=
        !panel.add(element.access, canonical(type, found), canonical(type, stepOn(element, panel.place, found)), 0);
  }
  panel.note(untold, "access is not drawn: it did not return the whole value found",
             "accesses are not drawn: they did not return the whole value found");
  panel.note(missing, "more is not drawn", "more are not drawn");
}

void Drawing::addEnds(Panel& panel) const {
  const Component& place = panel.place;
  const KnownWord initial = knownAt(history.initial, place.address, place.bytes),
                  assumed = knownAt(verdict.assumed, place.address, place.bytes),
                  final = knownAt(history.final, place.address, place.bytes);
  const Type type = shownAs(place);
  if ((initial.mask | assumed.mask) == onesOf(place.bytes))
    panel.first = canonical(type, initial.value | assumed.value);
  if (isWhole(final, place.bytes))
    panel.last = canonical(type, final.value);
  for (const auto& end : {panel.first, panel.last})
    if (end && !panel.addValue(*end))
      panel.notes.push_back(fmt::format("{} is not drawn", valueText(*end)));
}

bool Drawing::isMarked(std::uint64_t value) const {
  return verdict.answer == Answer::Illegal && verdict.fault.kind != FaultKind::NoOrder && value == verdict.fault.value;
}

/// Values are wrong by who found and left them; loops as a whole; orders by the operations that have none.
void Drawing::blame(Panel& panel) const {
  const Fault& fault = verdict.fault;
  if (verdict.answer != Answer::Illegal)
    return;
  const bool byAccess =
      fault.kind == FaultKind::NoOrder || fault.kind == FaultKind::AgainstOrder || fault.kind == FaultKind::AgainstEnd;
  const auto& list = fault.kind == FaultKind::NoOrder ? fault.core : fault.accesses;
  const std::set<std::uint32_t> among(list.begin(), list.end());
  std::set<std::uint64_t> inside = {fault.value};
  for (bool grows = fault.kind == FaultKind::Disconnected; grows;) {
    grows = false;
    for (const Arrow& arrow : panel.arrows)
      if (inside.contains(arrow.from) != inside.contains(arrow.to)) {
        inside.insert({arrow.from, arrow.to});
        grows = true;
      }
  }
  for (Arrow& arrow : panel.arrows)
    arrow.isOffending = byAccess ? std::any_of(arrow.accesses.begin(), arrow.accesses.end(),
                                               [&](std::uint32_t k) { return among.contains(k); })
                                 : inside.contains(arrow.from) || inside.contains(arrow.to);
}

/// From each instruction of a warp to its next one that is drawn (of the same lane, where lanes have an order of their
/// own), and completion.
void Drawing::addKnownOrder() {
  struct Drawn {
    std::uint32_t warp, lane, number, access;
    std::pair<std::size_t, std::size_t> place;
  };
  std::vector<Drawn> all;
  std::map<std::uint32_t, std::pair<std::size_t, std::size_t>> ofInstruction, ofAccess;
  for (std::size_t p = 0; p < panels.size(); ++p)
    for (std::size_t a = 0; a < panels[p].arrows.size(); ++a)
      for (const std::uint32_t k : panels[p].arrows[a].accesses) {
        const Instruction& i = history.instructions[history.accesses[k].instruction];
        const std::uint32_t lane = history.programOrder == ProgramOrder::Lane ? history.accesses[k].lane : 0;
        all.push_back({i.warp, lane, i.number, k, {p, a}});
        ofInstruction.try_emplace(history.accesses[k].instruction, p, a);
        ofAccess.try_emplace(k, p, a);
      }
  std::sort(all.begin(), all.end(), [](const Drawn& a, const Drawn& b) {
    return std::tie(a.warp, a.lane, a.number, a.access) < std::tie(b.warp, b.lane, b.number, b.access);
  });
  std::set<std::pair<std::pair<std::size_t, std::size_t>, std::pair<std::size_t, std::size_t>>> pairs, red;
  const auto overlap = [&](std::uint32_t a, std::uint32_t b) {
    const auto end = [&](std::uint32_t k) { return history.accesses[k].address + bytesOf(operationOf(k).type); };
    return history.accesses[a].address < end(b) && history.accesses[b].address < end(a);
  };
  const auto fenced = [&](const Drawn& a, const Drawn& b) {
    return std::any_of(history.fences.begin(), history.fences.end(), [&](const Fence& fence) {
      return fence.warp == a.warp && (fence.lanes >> a.lane & 1) && a.number < fence.number && fence.number < b.number;
    });
  };
  for (std::size_t k = 1; k < all.size(); ++k)
    if (const Drawn &a = all[k - 1], &b = all[k]; a.warp == b.warp && a.lane == b.lane && a.number < b.number)
      if (history.programOrder == ProgramOrder::Instruction || overlap(a.access, b.access) || fenced(a, b))
        pairs.emplace(a.place, b.place);
  for (const auto& [first, second] : history.completed)
    if (ofInstruction.contains(first) && ofInstruction.contains(second))
      pairs.emplace(ofInstruction[first], ofInstruction[second]);
  if (verdict.answer == Answer::Illegal)
    for (const Before& before : verdict.fault.cycle)
      if (before.why == Why::KnownOrder && ofAccess.contains(before.first) && ofAccess.contains(before.second))
        red.emplace(ofAccess[before.first], ofAccess[before.second]);
  pairs.insert(red.begin(), red.end());
  for (const auto& pair : pairs)
    if (order.size() < kMostOrderArrows && pair.first != pair.second)
      order.push_back({pair.first, pair.second, red.contains(pair)});
  if (pairs.size() > kMostOrderArrows && !panels.empty())
    panels[0].notes.push_back(fmt::format("{} more of the known order are not drawn", pairs.size() - order.size()));
}

std::string Drawing::lanesText(const Arrow& arrow) const {
  const std::span<const std::uint32_t> shown =
      std::span(arrow.accesses).first(std::min<std::size_t>(arrow.accesses.size(), 8));
  std::string text;
  if (history.instructions.size() == 1)
    text = nameOf(history, shown);
  else
    for (const std::uint32_t k : shown) {
      const Instruction& i = history.instructions[history.accesses[k].instruction];
      text += fmt::format("{}{}.{}", text.empty() ? "" : " ", i.warp, i.number);
      if (!history.isOfThreads)
        text += fmt::format(".{}", history.accesses[k].lane);
    }
  if (arrow.accesses.size() > shown.size())
    text += fmt::format(" and {} more", arrow.accesses.size() - shown.size());
  if (!arrow.turns.empty())
    text += fmt::format(" (step {}{})",
                        fmt::join(std::span(arrow.turns).first(std::min<std::size_t>(arrow.turns.size(), 6)), ", "),
                        arrow.turns.size() > 6 ? ", .." : "");
  return text;
}

std::string Drawing::operandsText(const Arrow& arrow) const {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> list;
  for (const std::uint32_t k : arrow.accesses) {
    const Access& access = history.accesses[k];
    const Operation operation = operationOf(k);
    std::string text = nameOf(operation);
    text = text.substr(0, text.find('.', text.starts_with("CAST.SPIN") ? 6 : 0));
    if (operation != loadOf(operation.type))
      text += ' ' + valueText(access.operand);
    if (takesSwap(operation.op))
      text += " to " + valueText(access.swap);
    if (std::find(list.begin(), list.end(), text) == list.end())
      list.push_back(std::move(text));
  }
  const std::size_t more = list.size() - std::min(list.size(), kMost);
  list.resize(list.size() - more);
  return fmt::format("{}{}", fmt::join(list, ", "), more ? ", .." : "");
}

} // namespace warplaw::linearize
