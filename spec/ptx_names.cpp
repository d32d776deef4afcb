// Registers of PTX by their names: see ptx_names.h.
#include "spec/ptx_names.h"
#include "spec/state.h"
#include "spec/text.h"
#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <ranges>
#include <set>

namespace warplaw::spec {
namespace {
using Class = PtxNames::Class;
using Place = PtxNames::Place;
constexpr std::size_t kReadOfARow = 3;

bool isNameByte(char c) { return c == '_' || c == '$' || std::isalnum(static_cast<unsigned char>(c)); }

struct Token {
  std::string_view text;
  std::size_t begin = 0;
  std::size_t end() const { return begin + text.size(); }
};

/// Words, `%` before them included; comments and what stands behind a dot are none.
std::vector<Token> tokensOf(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with("//") || text[at] == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (text.substr(at).starts_with("/*")) {
      at = std::min(text.find("*/", at), text.size() - 1) + 1;
      continue;
    }
    if (text[at] != '%' && !isNameByte(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    while (end < text.size() && isNameByte(text[end]))
      ++end;
    if (at == 0 || text[at - 1] != '.')
      tokens.push_back({text.substr(at, end - at), at});
    at = end;
  }
  return tokens;
}

/// Those behind the mnemonic, and the guard before it.
std::vector<Token> operandsIn(std::string_view instruction) {
  std::vector<Token> tokens = tokensOf(instruction);
  const std::size_t head = !tokens.empty() && instruction.substr(0, tokens[0].begin).find('@') != instruction.npos;
  if (head < tokens.size())
    tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(head));
  return tokens;
}

/// Special registers of PTX (PTX-41), and what ours reads as no register.
bool isReserved(std::string_view name) {
  for (const std::string_view whole :
       {"_", "RZ", "PT", "URZ", "UPT", "%tid", "%ntid", "%ctaid", "%nctaid", "%laneid", "%warpid", "%nwarpid", "%smid",
        "%nsmid", "%gridid", "%dynamic_smem_size", "%total_smem_size", "%warpsize", "%is_explicit_cluster"})
    if (name == whole)
      return true;
  for (const std::string_view beginning : {"%lanemask_", "%clock", "%globaltimer", "%envreg", "%pm", "%cluster", "SR_"})
    if (name.starts_with(beginning))
      return true;
  return false;
}

/// The number behind a prefix; none where it has leading zeros.
std::optional<unsigned> numberBehind(std::string_view name, std::string_view prefix) {
  return name.starts_with(prefix) ? plainNumber(name.substr(prefix.size())) : std::nullopt;
}

bool areDigits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c); });
}

/// R5, P3.
std::optional<Place> ourPlace(std::string_view name) {
  if (const auto index = numberBehind(name, "R"); index && *index < kRegisters)
    return Place{Class::Word, *index};
  if (const auto index = numberBehind(name, "P"); index && *index < kPredicates)
    return Place{Class::Predicate, *index};
  return {};
}

/// What the number of a name says: R1 of `%r1`.
std::optional<Place> numberedPlace(std::string_view name, Class kind) {
  const std::string_view prefix = kind == Class::Word ? "%r" : kind == Class::Pair ? "%rd" : "%p";
  const unsigned count = kind == Class::Word ? kRegisters : kind == Class::Pair ? 127 : kPredicates;
  const auto number = numberBehind(name, prefix);
  if (!number || *number >= count)
    return {};
  return Place{kind, *number * (kind == Class::Pair ? 2 : 1)};
}

/// As the reader of instructions takes it.
std::string ptxText(const Place& place) {
  if (place.kind == Class::Pair)
    return fmt::format("%rd{}", place.index / 2);
  return fmt::format("{}{}", place.kind == Class::Word ? "%r" : "%p", place.index);
}

std::optional<Class> classOfType(std::string_view type) {
  if (type == "pred")
    return Class::Predicate;
  for (const std::string_view word : {"b32", "u32", "s32", "f32", "f16x2", "bf16x2"})
    if (type == word)
      return Class::Word;
  for (const std::string_view pair : {"b64", "u64", "s64", "f64"})
    if (type == pair)
      return Class::Pair;
  return {};
}

} // namespace

std::size_t Rewritten::placeOf(std::size_t position) const {
  return position < places_.size() ? places_[position] : end_;
}

void Rewritten::keep(std::string_view whole, std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end; ++at) {
    text_ += whole[at];
    places_.push_back(at);
  }
  end_ = end;
}

void Rewritten::put(std::string_view text, std::string_view whole, std::size_t begin, std::size_t end) {
  exchanged_.push_back({text_.size(), std::string(text), std::string(whole.substr(begin, end - begin))});
  text_ += text;
  places_.insert(places_.end(), text.size(), begin);
  end_ = end;
}

Rejection Rewritten::inWhole(Rejection rejection) const {
  for (const Exchange& one : exchanged_) {
    if (rejection.position != one.at)
      continue;
    // a message quotes what stands at its place, up to the first byte that no word has
    const bool isName = one.now.starts_with('%');
    const std::string now = isName ? "`%`" : fmt::format("`{}`", one.now);
    for (const std::string& quote : {now, fmt::format("`{}`", one.now)})
      if (const std::size_t found = rejection.message.find(quote); found != std::string::npos) {
        rejection.message.replace(found, quote.size(), fmt::format("`{}`", one.before));
        break;
      }
  }
  rejection.position = placeOf(rejection.position);
  return rejection;
}

void PtxNames::declare(std::string_view declaration) {
  if (const std::size_t end = declaration.find(';'); end != declaration.npos) { // several, perhaps
    declare(declaration.substr(0, end));
    return declare(declaration.substr(end + 1));
  }
  const std::vector<Token> tokens = tokensOf(declaration);
  std::optional<Class> kind;
  for (std::size_t dot = declaration.find('.'); dot != declaration.npos; dot = declaration.find('.', dot + 1)) {
    std::size_t end = dot + 1;
    while (end < declaration.size() && isNameByte(declaration[end]))
      ++end;
    const std::string_view type = declaration.substr(dot + 1, end - dot - 1);
    if (type != "reg")
      kind = classOfType(type);
  }
  for (const Token& token : tokens) {
    const char before = token.begin == 0 ? ' ' : declaration[token.begin - 1];
    if (before == '<')
      continue; // how many
    declared_[std::string(token.text)] = {kind, declaration.substr(token.end()).starts_with('<')};
  }
}

void PtxNames::declareAs(std::string_view name, Class kind) { declared_[std::string(name)] = {kind, false}; }

PtxNames PtxNames::declarations() const {
  PtxNames names;
  names.declared_ = declared_;
  return names;
}

std::vector<std::string> PtxNames::unknownIn(std::string_view instruction) const {
  std::vector<std::string> unknown;
  for (const Token& token : operandsIn(instruction)) {
    const bool isName = !std::isdigit(static_cast<unsigned char>(token.text[0])) && token.text != "%";
    const bool isKnown = declared_.contains(token.text) || (token.text.starts_with('%') && classOf(token.text)) ||
                         index_.contains(token.text) || ourPlace(token.text) || isReserved(token.text);
    if (isName && !isKnown && std::ranges::find(unknown, token.text) == unknown.end())
      unknown.emplace_back(token.text);
  }
  return unknown;
}

std::optional<Class> PtxNames::classOf(std::string_view name) const {
  if (const auto found = declared_.find(name); found != declared_.end() && !found->second.isRange)
    return found->second.kind;
  const std::size_t digits = name.find_last_not_of("0123456789") + 1;
  const std::string_view prefix = name.substr(0, digits);
  if (!areDigits(name.substr(digits)))
    return {};
  if (const auto found = declared_.find(prefix); found != declared_.end() && found->second.isRange)
    return found->second.kind;
  if (prefix == "%r" || prefix == "%f")
    return Class::Word;
  if (prefix == "%rd" || prefix == "%fd")
    return Class::Pair;
  return prefix == "%p" ? std::optional(Class::Predicate) : std::nullopt;
}

const PtxNames::Name* PtxNames::find(std::string_view name) const {
  const auto found = index_.find(name);
  return found == index_.end() ? nullptr : &names_[found->second];
}

void PtxNames::take(const Place& place, bool byInstruction) {
  const unsigned count = place.kind == Class::Pair ? 2 : 1;
  const bool isPredicate = place.kind == Class::Predicate;
  std::vector<bool>& places = byInstruction ? (isPredicate ? takenPredicates_ : takenRegisters_)
                                            : (isPredicate ? avoidedPredicates_ : avoidedRegisters_);
  for (unsigned i = 0; i < count; ++i)
    places[place.index + i] = true;
}

bool PtxNames::isFree(const Place& place) const {
  if (place.kind == Class::Predicate)
    return !takenPredicates_[place.index];
  return !takenRegisters_[place.index] && (place.kind == Class::Word || !takenRegisters_[place.index + 1]);
}

std::optional<Place> PtxNames::freePlace(Class kind) const {
  const unsigned step = kind == Class::Pair ? 2 : 1, last = kind == Class::Predicate ? kPredicates - 1
                                                            : kind == Class::Pair    ? 252
                                                                                     : kRegisters - 1;
  for (const bool avoids : {true, false}) // rather one that is named elsewhere than none
    for (unsigned index = last + step; index >= step;) {
      index -= step;
      const Place place{kind, index};
      const std::vector<bool>& avoided = kind == Class::Predicate ? avoidedPredicates_ : avoidedRegisters_;
      const bool isAvoided = avoided[index] || (kind == Class::Pair && avoided[index + 1]);
      if (isFree(place) && !(avoids && isAvoided))
        return place;
    }
  return {};
}

void PtxNames::collect(std::string_view instruction) {
  for (const Token& token : operandsIn(instruction)) {
    if (const auto ours = ourPlace(token.text)) {
      take(*ours, true);
      continue;
    }
    const bool isDeclared = declared_.contains(token.text) && !declared_.find(token.text)->second.isRange;
    const auto kind = token.text.starts_with('%') || isDeclared ? classOf(token.text) : std::nullopt;
    if (kind)
      addName(token.text, *kind);
  }
  collectRows(instruction);
}

void PtxNames::addName(std::string_view name, Class kind) {
  if (index_.contains(name))
    return;
  index_[std::string(name)] = names_.size();
  names_.push_back({std::string(name), kind, {}});
}

// `{%r1,%r2}`, of instructions that read registers in a row; of four the last is not read
void PtxNames::collectRows(std::string_view instruction) {
  for (std::size_t open = instruction.find('{'); open != instruction.npos; open = instruction.find('{', open + 1)) {
    std::vector<std::size_t> row;
    const std::size_t close = std::min(instruction.find('}', open), instruction.size());
    for (const Token& token : tokensOf(instruction.substr(open, close - open)))
      if (const auto found = index_.find(token.text);
          found != index_.end() && names_[found->second].kind == Class::Word)
        row.push_back(found->second);
    if (row.size() > kReadOfARow)
      row.resize(kReadOfARow);
    if (row.size() > 1 && std::set(row.begin(), row.end()).size() == row.size())
      rows_.push_back(std::move(row));
  }
}

void PtxNames::avoid(std::string_view text) {
  for (const Token& token : tokensOf(text))
    if (const auto ours = ourPlace(token.text))
      take(*ours, false);
    else if (token.text.starts_with('%'))
      mentioned_.emplace_back(token.text);
}

Result<void> PtxNames::bind(std::string_view bindings) {
  constexpr std::string_view kBlanks = " \t\r";
  for (std::size_t at = bindings.find_first_not_of(kBlanks); at < bindings.size();
       at = std::min(bindings.find_first_not_of(kBlanks, at), bindings.size())) {
    const std::size_t end = std::min(bindings.find_first_of(kBlanks, at), bindings.size());
    const std::string_view one = bindings.substr(at, end - at), name = one.substr(0, one.find('='));
    const auto kind = classOf(name);
    auto place = name.size() < one.size() ? ourPlace(one.substr(name.size() + 1)) : std::nullopt;
    if (place && kind == Class::Pair && place->kind == Class::Word && place->index % 2 == 0 && place->index <= 252)
      place->kind = Class::Pair;
    if (!kind || !place || place->kind != *kind || index_.contains(name))
      return Rejection{"program", fmt::format("{} is no name and its register", quoted(one)),
                       "%r300=R5, %p40=P3, %rd1=R2 (an even register), each once", at};
    index_[std::string(name)] = names_.size();
    names_.push_back({std::string(name), *kind, place});
    at = end;
  }
  return {};
}

// Registers in a row begin at a multiple of their number, or of 4 where they are three (MACH-3). Rows that share a name
// cannot both have theirs: the first has.
void PtxNames::settleRow(const std::vector<std::size_t>& row) {
  if (std::ranges::any_of(row, [&](std::size_t name) { return names_[name].place.has_value(); }))
    return;
  const unsigned length = row.size() == 2 ? 2 : 4;
  std::vector<bool> busy = takenRegisters_, avoided = avoidedRegisters_;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (const auto place = numberedPlace(names_[i].name, names_[i].kind);
        place && place->kind != Class::Predicate && std::ranges::find(row, i) == row.end())
      (place->kind == Class::Word ? busy : avoided)[place->index] = true;
  const auto isRow = [&](unsigned first) {
    return std::ranges::none_of(std::views::iota(first, first + length), [&](unsigned i) { return busy[i]; });
  };
  const auto isWelcome = [&](unsigned first) {
    return std::ranges::none_of(std::views::iota(first, first + length), [&](unsigned i) { return avoided[i]; });
  };
  std::vector<unsigned> firsts; // that of its numbers, then from above
  if (const auto numbered = numberedPlace(names_[row[0]].name, Class::Word); numbered && numbered->index % length == 0)
    firsts.push_back(numbered->index);
  for (unsigned first = kRegisters / length * length; first >= length;)
    firsts.push_back(first -= length);
  std::erase_if(firsts, [&](unsigned first) { return first + length > kRegisters || !isRow(first); });
  if (firsts.empty())
    return;
  const auto welcome = std::ranges::find_if(firsts, isWelcome);
  const unsigned begin = welcome == firsts.end() ? firsts[0] : *welcome;
  for (std::size_t i = 0; i < row.size(); ++i)
    names_[row[i]].place = Place{Class::Word, begin + static_cast<unsigned>(i)};
  for (unsigned i = 0; i < length; ++i)
    take(Place{Class::Word, begin + i}, true);
}

Result<void> PtxNames::settle(std::string_view text) {
  for (const std::string& name : mentioned_) // where instructions have not named it, its number alone says what it is
    if (const auto kind = classOf(name); kind && kind != Class::Pair && numberedPlace(name, *kind))
      addName(name, *kind);
  for (const Name& name : names_)
    if (name.place)
      take(*name.place, true);
  for (const std::vector<std::size_t>& row : rows_)
    settleRow(row);
  // numbers that are registers of ours, then pairs where nobody else names one of the two, then all others
  const auto give = [&](auto&& wanted) {
    for (Name& name : names_)
      if (!name.place)
        if (const std::optional<Place> place = wanted(name)) {
          name.place = place;
          take(*place, true);
        }
  };
  give([](const Name& name) { return name.kind == Class::Pair ? std::nullopt : numberedPlace(name.name, name.kind); });
  give([&](const Name& name) {
    const auto place = name.kind == Class::Pair ? numberedPlace(name.name, name.kind) : std::nullopt;
    return place && isFree(*place) ? place : std::nullopt;
  });
  give([&](const Name& name) { return freePlace(name.kind); });
  const auto left = std::ranges::find_if(names_, [](const Name& name) { return !name.place; });
  if (left == names_.end())
    return {};
  const std::vector<Token> tokens = tokensOf(text);
  const auto token = std::ranges::find(tokens, left->name, &Token::text);
  return Rejection{
      "MACH-3", fmt::format("no register is left for {}", left->name),
      fmt::format("{} registers and {} predicates with names", unsigned{kRegisters}, unsigned{kPredicates}),
      token == tokens.end() ? 0 : token->begin};
}

Rewritten PtxNames::inInstruction(std::string_view text) const {
  Rewritten rewritten;
  std::size_t done = 0;
  for (const Token& token : operandsIn(text)) {
    const Name* const name = find(token.text);
    if (!name || !name->place || ptxText(*name->place) == token.text)
      continue;
    rewritten.keep(text, done, token.begin);
    rewritten.put(ptxText(*name->place), text, token.begin, token.end());
    done = token.end();
  }
  rewritten.keep(text, done, text.size());
  return rewritten;
}

std::string PtxNames::inStatement(std::string_view text) const {
  std::string result;
  std::size_t done = 0;
  for (const Token& token : tokensOf(text)) {
    const std::string_view after = text.substr(token.end());
    if (token.text == "lane" && !after.starts_with('[') && (!after.starts_with('=') || after.starts_with("==")))
      continue; // the lane, not a register that is called so
    const Name* const name = find(token.text);
    std::optional<Place> place = name ? name->place : std::nullopt;
    if (!place && token.text.starts_with('%'))
      if (const auto kind = classOf(token.text); kind && kind != Class::Pair)
        place = numberedPlace(token.text, *kind);
    if (!place)
      continue;
    std::size_t end = token.end();
    if (place->kind == Class::Pair) {
      const std::string_view behind = text.substr(end);
      if (!behind.starts_with(".lo") && !behind.starts_with(".hi"))
        continue;
      place = Place{Class::Word, place->index + (behind.starts_with(".hi") ? 1u : 0u)};
      end += 3;
    }
    result += text.substr(done, token.begin - done);
    const std::string ours = fmt::format("{}{}", place->kind == Class::Predicate ? 'P' : 'R', place->index);
    result += ours;
    // what stands behind keeps its place where there is room
    if (text.substr(end).starts_with('[') && ours.size() < end - token.begin)
      result.append(end - token.begin - ours.size(), ' ');
    done = end;
  }
  return result += text.substr(done);
}

std::vector<PtxNames::Shown> PtxNames::shown() const {
  std::vector<Shown> all;
  for (const Name& name : names_) {
    if (!name.place || name.place == numberedPlace(name.name, name.kind))
      continue;
    const unsigned index = name.place->index;
    all.push_back({name.name, name.kind == Class::Pair
                                  ? fmt::format("R{} and R{}", index, index + 1)
                                  : fmt::format("{}{}", name.kind == Class::Word ? 'R' : 'P', index)});
  }
  return all;
}

} // namespace warplaw::spec
