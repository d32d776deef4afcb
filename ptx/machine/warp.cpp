#include "ptx/machine/warp.h"
#include "ptx/machine/spaces.h"
#include <algorithm>

namespace warplaw::ptx {
namespace {

Region ownRegion(const char* name, std::uint64_t address, std::size_t size) {
  return {name, address, std::vector<std::uint8_t>(size), std::vector<std::uint8_t>(size, 0), false, std::nullopt,
          size, {}};
}

/// Lanes of a warp that the block has.
std::uint32_t lanesOf(const Launch& launch, unsigned warp) {
  const std::uint64_t threads = threadsOf(launch), first = std::uint64_t{warp} * 32;
  return threads - first >= 32 ? ~0u : (1u << (threads - first)) - 1;
}

} // namespace

Warp::Warp(const Kernel& kernel, const Launch& launch, unsigned number, std::vector<Value> values)
    : values(std::move(values)), number(number) {
  for (const Value& one : this->values)
    areDefined.push_back(one.undefined == 0);
  restart(kernel, launch, {});
}

void Warp::restart(const Kernel& kernel, const Launch& launch, std::span<const std::uint32_t> read) {
  exited = ~lanesOf(launch, number);
  fragments.assign(1, {0, ~exited, -1});
  meetings.clear();
  for (const std::uint32_t one : read) {
    values[one] = {{}, ~0u, 0, 0};
    areDefined[one] = 0;
  }
  turns = spins = 0;
  asksOthers = false;
  for (std::vector<Region>* const own : {&local, &param})
    for (Region& region : *own) {
      std::ranges::fill(region.bytes, std::uint8_t{0});
      std::ranges::fill(region.isDefined, std::uint8_t{0});
      region.partial.clear();
      region.countUndefined();
    }
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (kernel.localBytes != 0 && local.size() < 32)
      local.push_back(ownRegion("local memory", kernel.spaces.localWindow, kernel.localBytes));
    if (kernel.paramFrameBytes > kernel.parameterBytes && param.size() < 32)
      param.push_back(ownRegion("parameters", kernel.spaces.paramWindow, kernel.paramFrameBytes));
  }
}

std::optional<std::size_t> Warp::next() const {
  for (std::size_t i = fragments.size(); i-- > 0;)
    if (fragments[i].state == Fragment::State::Runs)
      return i;
  return std::nullopt;
}

void Warp::settle() {
  for (bool again = true; again;) {
    again = false;
    for (Meeting& meeting : meetings) {
      meeting.expected &= ~exited;
      if (meeting.arrived == 0 || (meeting.arrived & ~exited) != meeting.expected)
        continue;
      const Fragment together{meeting.pc, meeting.expected, meeting.outer};
      meeting.arrived = meeting.expected = 0;
      if (together.lanes == 0)
        continue;
      fragments.push_back(together);
      go(fragments.size() - 1, together.pc);
      again = true;
      break;
    }
  }
  dropMeetings();
  std::erase_if(fragments, [](const Fragment& one) { return one.lanes == 0; });
}

void Warp::dropMeetings() {
  while (!meetings.empty() && meetings.back().expected == 0)
    meetings.pop_back();
}

void Warp::go(std::size_t fragment, std::uint32_t pc) {
  Fragment& one = fragments[fragment];
  one.pc = pc;
  one.state = Fragment::State::Runs;
  if (one.meeting < 0 || meetings[static_cast<std::size_t>(one.meeting)].pc != pc)
    return;
  meetings[static_cast<std::size_t>(one.meeting)].arrived |= one.lanes;
  one.lanes = 0;
}

void Warp::advance(std::size_t fragment, std::uint32_t pc) {
  go(fragment, pc);
  if (fragments[fragment].lanes == 0)
    settle();
}

std::int32_t Warp::meetingOf(const Fragment& whole, std::uint32_t meetAt) {
  if (whole.meeting >= 0 && meetingPlace(whole) == meetAt)
    return whole.meeting;
  meetings.push_back({meetAt, whole.lanes, 0, whole.meeting});
  return static_cast<std::int32_t>(meetings.size()) - 1;
}

void Warp::sendAhead(std::uint32_t lanes, std::uint32_t meetAt) {
  Fragment& whole = fragments.back();
  whole.meeting = meetingOf(whole, meetAt);
  meetings[static_cast<std::size_t>(whole.meeting)].arrived |= lanes;
  whole.lanes &= ~lanes;
}

bool Warp::meetsAll() {
  Fragment& last = fragments.back();
  Meeting& meeting = meetings[static_cast<std::size_t>(last.meeting)];
  const std::uint32_t together = meeting.arrived | last.lanes; // none of which has exited
  if (together != meeting.expected)
    return false;
  last.lanes = together;
  last.meeting = meeting.outer;
  meeting.arrived = meeting.expected = 0;
  dropMeetings();
  return true;
}

void Warp::diverge(std::size_t fragment, std::uint32_t taken, std::uint32_t target, std::uint32_t otherwise,
                   std::uint32_t meetAt) {
  const Fragment whole = fragments[fragment];
  const std::int32_t meeting = meetingOf(whole, meetAt);
  fragments.erase(fragments.begin() + static_cast<std::ptrdiff_t>(fragment));
  const std::size_t others = fragments.size();
  const auto send = [&](std::uint32_t to, std::uint32_t lanes) {
    if (to == meetAt)
      meetings[static_cast<std::size_t>(meeting)].arrived |= lanes;
    else
      fragments.push_back({to, lanes, meeting});
  };
  // the last one is next: the side that stands first in the text
  if (target < otherwise)
    send(otherwise, whole.lanes & ~taken);
  send(target, taken);
  if (target >= otherwise)
    send(otherwise, whole.lanes & ~taken);
  if (fragments.size() == others)
    settle();
}

void Warp::splitOff(std::size_t fragment, std::uint32_t lanes) {
  const Fragment whole = fragments[fragment];
  meetings.push_back({whole.pc + 1, whole.lanes, whole.lanes & ~lanes, whole.meeting});
  fragments[fragment].lanes = lanes;
  fragments[fragment].meeting = static_cast<std::int32_t>(meetings.size()) - 1;
}

std::size_t Warp::part(std::size_t fragment, std::uint32_t lanes) {
  Fragment own = fragments[fragment];
  own.lanes = lanes;
  fragments[fragment].lanes &= ~lanes;
  fragments.push_back(own);
  return fragments.size() - 1;
}

void Warp::leave(std::size_t fragment, std::uint32_t lanes) {
  exited |= lanes;
  fragments[fragment].lanes &= ~lanes;
  settle();
}

bool Warp::releaseMeeting() {
  for (std::size_t i = meetings.size(); i-- > 0;) {
    Meeting& meeting = meetings[i];
    const std::uint32_t came = meeting.arrived & ~exited;
    if (came == 0)
      continue;
    meeting.arrived = 0;
    meeting.expected &= ~came;
    // Those who come later do not find them there: they meet at the next outer one.
    fragments.push_back({meeting.pc, came, meeting.outer});
    go(fragments.size() - 1, meeting.pc);
    settle();
    return true;
  }
  return false;
}

} // namespace warplaw::ptx
