// A history as one line of JSON: what the reader gives back.
#include "linearize/components.h"
#include "linearize/history_file.h"
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace warplaw::linearize {

namespace json = boost::json;

std::string toJson(const History& history) {
  const History defaults;
  json::object root;
  if (!history.name.empty())
    root["name"] = history.name;
  if (history.memoryBase != defaults.memoryBase || history.memorySize != defaults.memorySize)
    root["memory"] = {{"base", history.memoryBase}, {"size", history.memorySize}};
  if (history.programOrder == ProgramOrder::Lane)
    root["program_order"] = "lane";
  if (history.zeros != ZeroOrder::NegativeBelow)
    root["zeros"] = history.zeros == ZeroOrder::KeepMemory ? "memory" : "operand";
  const auto known = [](const std::vector<KnownBytes>& memory) {
    json::array list;
    for (const KnownBytes& region : memory) {
      json::object one{{"address", region.address}};
      if (region.bytes.size() % 4 != 0) {
        one["bytes"] = fmt::format("{:02x}", fmt::join(region.bytes, ""));
      } else {
        json::array words;
        for (std::size_t k = 0; k < region.bytes.size(); k += 4)
          words.push_back(knownAt({&region, 1}, region.address + k, 4).value);
        one["words"] = std::move(words);
      }
      list.push_back(std::move(one));
    }
    return list;
  };
  if (!history.initial.empty())
    root["initial"] = known(history.initial);
  json::array instructions;
  const char* const who = whoIn(history);
  std::vector<std::vector<std::uint32_t>> accessesOf(history.instructions.size());
  for (std::uint32_t k = 0; k < history.accesses.size(); ++k)
    accessesOf[history.accesses[k].instruction].push_back(k);
  for (std::uint32_t k = 0; k < history.instructions.size(); ++k) {
    const Instruction& i = history.instructions[k];
    json::array lanes;
    for (const std::uint32_t access : accessesOf[k]) {
      const Access& a = history.accesses[access];
      json::object lane;
      if (!history.isOfThreads)
        lane["lane"] = a.lane;
      lane["address"] = a.address;
      if (i.operation != loadOf(i.operation.type))
        lane["operand"] = a.operand;
      if (takesSwap(i.operation.op))
        lane["swap"] = a.swap;
      if (a.returns)
        lane["returned"] = a.returned;
      if (a.bank != kBankOfAddress)
        lane["bank"] = a.bank;
      lanes.push_back(std::move(lane));
    }
    instructions.push_back(
        {{who, i.warp}, {"number", i.number}, {"operation", nameOf(i.operation)}, {"lanes", std::move(lanes)}});
  }
  for (const Fence& fence : history.fences) {
    json::array lanes;
    for (unsigned lane = 0; lane < 32; ++lane)
      if (fence.lanes >> lane & 1)
        lanes.push_back(history.isOfThreads ? json::object{} : json::object{{"lane", lane}});
    instructions.push_back(
        {{who, fence.warp}, {"number", fence.number}, {"operation", kFence}, {"lanes", std::move(lanes)}});
  }
  root["instructions"] = std::move(instructions);
  const auto name = [&](std::uint32_t k) {
    return json::array{history.instructions[k].warp, history.instructions[k].number};
  };
  for (const auto& [first, second] : history.completed)
    root.emplace("completed", json::array())
        .first->value()
        .as_array()
        .push_back(json::array{name(first), name(second)});
  for (const auto& barrier : history.barriers) {
    json::array arrivals;
    for (const Arrival& arrival : barrier)
      arrivals.push_back({{"warp", arrival.warp}, {"after", arrival.after}});
    root.emplace("barriers", json::array()).first->value().as_array().push_back(std::move(arrivals));
  }
  if (!history.final.empty())
    root["final"] = known(history.final);
  return json::serialize(root);
}

} // namespace warplaw::linearize
