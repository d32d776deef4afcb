#include "tools/launch_text.h"
#include "tools/element_expression.h"
#include "tools/lines.h"
#include "tools/numbers.h"
#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace warplaw::tools {
namespace {
using spec::scalar::Kind;
using spec::scalar::Type;

std::optional<std::uint32_t> word(std::string_view text) {
  const auto number = wholeNumber(text);
  return number && *number <= UINT32_MAX ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

/// What a word of a comment sets, and what it takes; false: not that.
struct Key {
  std::string_view name, takes;
  bool (*set)(LaunchText& launch, const Assigned& word);
};
template <class Value> bool keep(std::optional<Value>& to, std::optional<Value> value) {
  to = value;
  return value.has_value();
}
constexpr std::string_view kDimensions = "X, X,Y or X,Y,Z";
constexpr std::array<Key, 9> kKeys{{
    {"entry", "a name",
     [](LaunchText& launch, const Assigned& word) {
       launch.entry = word.value;
       return !word.value.empty();
     }},
    {"grid", kDimensions,
     [](LaunchText& launch, const Assigned& word) { return keep(launch.grid, dimensionsOf(word.value)); }},
    {"block", kDimensions,
     [](LaunchText& launch, const Assigned& word) { return keep(launch.block, dimensionsOf(word.value)); }},
    {"shared", "bytes", [](LaunchText& launch, const Assigned& text) { return keep(launch.shared, word(text.value)); }},
    {"target", "sm_60, sm_80 or another one",
     [](LaunchText& launch, const Assigned& text) {
       launch.target = text.value;
       return text.value.starts_with("sm_") && word(std::string_view(text.value).substr(3)).has_value();
     }},
    {"steps", "a number",
     [](LaunchText& launch, const Assigned& word) { return keep(launch.steps, wholeNumber(word.value)); }},
    {"seed", "a number",
     [](LaunchText& launch, const Assigned& word) { return keep(launch.seed, wholeNumber(word.value)); }},
    {"allow", "a finding's name",
     [](LaunchText& launch, const Assigned& word) {
       launch.allowed.push_back(word);
       return true;
     }},
    {"choice", "returning=waits, returning=left",
     [](LaunchText& launch, const Assigned& word) {
       launch.choice = word.value;
       return std::ranges::find(kChoices, word.value) != kChoices.end();
     }},
}};

spec::Result<void> addWord(LaunchText& launch, std::string_view text, const std::string& where) {
  auto word = assignedIn(text);
  if (!word)
    return usage(fmt::format("{} is no NAME=VALUE", text),
                 "entry=k grid=1 block=256 shared=0 PARAMETER=VALUE expect:PARAMETER=VALUE allow=race");
  word->where = where;
  if (const auto* const key = std::ranges::find(kKeys, word->name, &Key::name); key != kKeys.end())
    return key->set(launch, *word) ? spec::Result<void>()
                                   : usage(fmt::format("{} is not understood", text), std::string(key->takes));
  constexpr std::string_view kArgument = "arg:", kExpected = "expect:";
  if (word->name.starts_with(kExpected)) {
    word->name.erase(0, kExpected.size());
    launch.expected.push_back(std::move(*word));
    return {};
  }
  if (word->name.starts_with(kArgument))
    word->name.erase(0, kArgument.size());
  launch.arguments.push_back(std::move(*word));
  return {};
}

/// What stands behind `// warplaw:` in a line; nothing: no such comment.
std::optional<std::string_view> saidIn(std::string_view line) {
  constexpr std::string_view kBlank = " \t\r";
  line.remove_prefix(std::min(line.size(), line.find_first_not_of(kBlank)));
  for (const std::string_view piece : {"//", "warplaw:"}) {
    if (!line.starts_with(piece))
      return std::nullopt;
    line.remove_prefix(piece.size());
    line.remove_prefix(std::min(line.size(), line.find_first_not_of(kBlank)));
  }
  return line;
}

} // namespace

spec::Rejection rejectionOf(const std::string& rule, const std::string& what) {
  constexpr std::string_view kAccepted = "; accepted: ";
  const std::size_t at = what.find(kAccepted);
  return {rule, what.substr(0, at), at == std::string::npos ? "" : what.substr(at + kAccepted.size())};
}

std::optional<ptx::Dimensions> dimensionsOf(std::string_view text) {
  ptx::Dimensions sizes{1, 1, 1};
  for (std::uint32_t& size : sizes) {
    const std::string_view digits = text.substr(0, text.find(','));
    const auto number = word(digits);
    if (!number || *number == 0)
      return std::nullopt;
    size = *number;
    text.remove_prefix(digits.size());
    if (text.empty())
      return sizes;
    text.remove_prefix(1);
  }
  return std::nullopt;
}

constexpr std::uint32_t kMostThreads = 1024; ///< of a block

std::optional<std::pair<std::uint32_t, std::uint32_t>> blocksOf(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == text.npos)
    return std::nullopt;
  const auto first = word(text.substr(0, dots)), last = word(text.substr(dots + 2));
  if (!first || !last || *first == 0 || *first > *last || *last > kMostThreads)
    return std::nullopt;
  return std::pair(*first, *last);
}

std::optional<Assigned> assignedIn(std::string_view text) {
  const std::size_t equal = text.find('=');
  if (equal == 0 || equal == text.npos)
    return std::nullopt;
  return Assigned{std::string(text.substr(0, equal)), std::string(text.substr(equal + 1)), {}};
}

boost::system::result<std::vector<LaunchText>, BadCase> launchesIn(std::string_view text, const std::string& path) {
  std::vector<LaunchText> launches(1);
  launches.front().folder = std::filesystem::path(path).parent_path().string();
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::string_view one = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(one.size() + 1, text.size()));
    const std::vector<std::string_view> words = wordsOf(saidIn(one).value_or(""));
    static constexpr std::string_view kSaid[] = {"requires", "ensures", "invariant", "decreases", "ghost"};
    if (!words.empty() && std::ranges::find(kSaid, words[0]) != std::end(kSaid)) {
      const std::string_view rest = words.size() == 1 ? "" : std::string_view(words[1].data(), one.data() + one.size());
      launches.back().said.push_back({std::string(words[0]), std::string(rest), fmt::format("{}:{}", path, line)});
      continue;
    }
    for (const std::string_view word : words) {
      if (word.starts_with("entry="))
        launches.push_back(LaunchText(launches.front()));
      const std::string where = fmt::format("{}:{}", path, line);
      if (const auto done = addWord(launches.back(), word, where); !done)
        return BadCase{where, done.error()};
    }
  }
  return launches;
}

void refine(LaunchText& launch, const LaunchText& more) {
  const auto prefer = [](auto& to, const auto& from) {
    if (from)
      to = from;
  };
  prefer(launch.grid, more.grid);
  prefer(launch.block, more.block);
  prefer(launch.shared, more.shared);
  prefer(launch.steps, more.steps);
  prefer(launch.seed, more.seed);
  for (const auto one : {&LaunchText::entry, &LaunchText::choice})
    if (!(more.*one).empty())
      launch.*one = more.*one;
  const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  append(launch.arguments, more.arguments);
  append(launch.expected, more.expected);
  append(launch.allowed, more.allowed);
}

std::string listOf(const Parameters& parameters) {
  std::vector<std::string> all;
  for (const ParameterText& one : parameters)
    all.push_back(fmt::format("{} {}: {}", all.size(), one.shown(),
                              one.isAggregate ? fmt::format("{} bytes", one.bytes) : nameOf(one.type)));
  return all.empty() ? "no argument" : fmt::format("{}", fmt::join(all, ", "));
}

spec::Result<std::size_t> parameterNamed(std::string_view name, const Parameters& parameters) {
  if (const auto number = wholeNumber(name); number && *number < parameters.size())
    return static_cast<std::size_t>(*number);
  const auto only = [&](const auto& isMeant) -> std::optional<std::size_t> {
    if (std::ranges::count_if(parameters, isMeant) != 1)
      return std::nullopt;
    return std::ranges::find_if(parameters, isMeant) - parameters.begin();
  };
  if (const auto found = only([&](const ParameterText& p) { return p.name == name; }))
    return *found;
  if (const auto found = only([&](const ParameterText& p) { return p.sourceName == name; }))
    return *found;
  const std::string end = fmt::format("_{}", name);
  if (const auto found = only([&](const ParameterText& p) { return p.name.ends_with(end); }))
    return *found;
  return usage(fmt::format("no parameter is called {}", name), listOf(parameters));
}

namespace {

constexpr const char* kScalar = "n=200, x=1.5, p=u64:0x10";

/// `200` of the parameter's type, `u64:0x10` of its own.
spec::Result<ptx::Argument> scalarOf(std::string_view value, const ParameterText& parameter) {
  Type type = parameter.type;
  std::string_view number = value;
  if (const std::size_t colon = value.find(':'); colon != value.npos) {
    const auto given = elementTypeNamed(value.substr(0, colon));
    if (!given || bytesOf(*given) != parameter.bytes)
      return usage(fmt::format("{} is no type of {} bytes", value.substr(0, colon), parameter.bytes),
                   std::string(kElementTypes));
    type = *given;
    number = value.substr(colon + 1);
  }
  if (parameter.isAggregate)
    return usage(fmt::format("{} has {} bytes", parameter.shown(), parameter.bytes),
                 fmt::format("{}=u8[{}]:..", parameter.shown(), parameter.bytes));
  const auto expression = ElementExpression::read(number);
  const auto written = expression ? expression->at(0) : spec::Result<WrittenNumber>(expression.error());
  if (!written)
    return usage(fmt::format("{} is no value of {}", value, parameter.shown()), kScalar);
  if (type.kind == Kind::Bits && written->isReal) // of a compiler that says .b32 of a float
    type.kind = Kind::Float;
  if (!fits(type, *written))
    return usage(fmt::format("{} is no {}", number, nameOf(type)), fmt::format("a value of {}", parameter.shown()));
  ptx::Argument argument;
  argument.bytes.resize(parameter.bytes);
  writeLittle(argument.bytes, *bitsOf(type, *written));
  return argument;
}

class Binder {
public:
  Binder(const LaunchText& text, const Parameters& parameters) : text_(text), parameters_(parameters) {}

  boost::system::result<BoundLaunch, BadCase> bind() {
    ptx::Launch& launch = bound_.launch;
    launch.entry = text_.entry;
    launch.grid = text_.grid.value_or(launch.grid);
    launch.block = text_.block.value_or(launch.block);
    launch.dynamicSharedBytes = text_.shared.value_or(0);
    launch.mostSteps = text_.steps.value_or(launch.mostSteps);
    launch.arguments.resize(parameters_.size());
    if (const auto done = bindAll(text_.arguments, &Binder::bindArgument); !done)
      return done.error();
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      if (!seen_.contains(i))
        return BadCase{"", usage(fmt::format("parameter {} has no value", parameters_[i].shown()),
                                 fmt::format("--arg for {}; an array is given as --arg {}=u32[32]:lane, a number "
                                             "as --arg {}=5",
                                             listOf(parameters_), parameters_[i].shown(), parameters_[i].shown()))};
    seen_.clear();
    if (const auto done = bindAll(text_.expected, &Binder::bindExpected); !done)
      return done.error();
    return std::move(bound_);
  }

private:
  using Bind = spec::Result<void> (Binder::*)(std::size_t parameter, const Assigned& assigned);

  /// The last word about a parameter counts; each of them names one.
  boost::system::result<void, BadCase> bindAll(const std::vector<Assigned>& all, Bind one) {
    for (const Assigned& assigned : all) {
      const auto parameter = parameterNamed(assigned.name, parameters_);
      if (!parameter)
        return BadCase{assigned.where, parameter.error()};
      seen_[*parameter] = &assigned;
    }
    for (const auto& [parameter, assigned] : seen_)
      if (const auto done = (this->*one)(parameter, *assigned); !done)
        return BadCase{assigned->where, done.error()};
    return {};
  }

  spec::Result<ArrayText> array(std::size_t parameter, const Assigned& assigned) const {
    const std::string_view folder = assigned.where.empty() ? std::string_view() : std::string_view(text_.folder);
    return arrayFromText(assigned.value, folder, text_.seed.value_or(0) + parameter); // not the same random numbers
  }

  spec::Result<void> bindArgument(std::size_t index, const Assigned& assigned) {
    const ParameterText& parameter = parameters_[index];
    ptx::Argument& argument = bound_.launch.arguments[index];
    if (!isArrayText(assigned.value)) {
      auto scalar = scalarOf(assigned.value, parameter);
      if (!scalar)
        return scalar.error();
      argument = std::move(*scalar);
      return {};
    }
    auto made = array(index, assigned);
    if (!made)
      return made.error();
    return parameter.isAggregate ? bindByValue(argument, parameter, std::move(*made))
                                 : bindPointer(argument, parameter, std::move(*made));
  }

  static spec::Result<void> bindByValue(ptx::Argument& argument, const ParameterText& parameter, ArrayText array) {
    if (array.bytes.size() != parameter.bytes || !array.isDefined.empty())
      return usage(fmt::format("{} is handed over by value and has {} bytes", parameter.shown(), parameter.bytes),
                   "an array of so many, all of them said");
    argument.bytes = std::move(array.bytes);
    return {};
  }

  spec::Result<void> bindPointer(ptx::Argument& argument, const ParameterText& parameter, ArrayText array) {
    if (parameter.bytes != parameter.addressBytes)
      return usage(fmt::format("{} is no address of an array: it has {} bytes", parameter.shown(), parameter.bytes),
                   fmt::format("a {}", nameOf(parameter.type)));
    argument.array = static_cast<int>(bound_.launch.arrays.size());
    argument.bytes.resize(parameter.bytes);
    bound_.types.push_back(array.type);
    bound_.launch.arrays.push_back(
        {parameter.shown(), std::move(array.bytes), std::move(array.isDefined), bytesOf(array.type), false});
    return {};
  }

  spec::Result<void> bindExpected(std::size_t index, const Assigned& assigned) {
    const int which = bound_.launch.arguments[index].array;
    if (which < 0)
      return usage(fmt::format("{} is no array", parameters_[index].shown()), "an array of the launch");
    auto holds = array(index, assigned);
    if (!holds)
      return holds.error();
    const std::size_t bytes = bound_.launch.arrays[static_cast<std::size_t>(which)].bytes.size();
    if (holds->bytes.size() > bytes)
      return usage(fmt::format("{} bytes are expected of {}", holds->bytes.size(), parameters_[index].shown()),
                   fmt::format("at most the {} that it has", bytes));
    bound_.expected.push_back({which, std::move(*holds)});
    return {};
  }

  const LaunchText& text_;
  const Parameters& parameters_;
  BoundLaunch bound_;
  std::map<std::size_t, const Assigned*> seen_;
};

} // namespace

boost::system::result<BoundLaunch, BadCase> bindTo(const LaunchText& text, const Parameters& parameters) {
  return Binder(text, parameters).bind();
}

} // namespace warplaw::tools
