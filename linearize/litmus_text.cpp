// Reads litmus tests (docs/litmus.md): lines, in them words and signs, and no more than one way to say a thing.
#include "linearize/litmus_text.h"
#include "linearize/operation.h"
#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace warplaw::linearize::litmus {
namespace {
using spec::Rejection;

/// A word ("LD.CG", "x", "0x10", "-1") or one sign. Empty: the end of the line.
struct Token {
  std::string_view text;
  std::size_t position = 0;
};

bool isOfWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-'; }

/// What is wrong first, if anything.
using Wrong = std::optional<Rejection>;
void reject(Wrong& wrong, const Token& token, std::string message, std::string accepted, std::string rule = "syntax") {
  if (!wrong)
    wrong = Rejection{std::move(rule), std::move(message), std::move(accepted), token.position};
}

/// Where something is wrong, it ends; what is taken from then on says nothing.
class Line {
public:
  Line(std::string_view text, std::size_t position, Wrong& wrong)
      : text_(text.substr(0, text.find('#'))), position_(position), wrong_(wrong) {
    next();
  }
  void reject(const Token& token, std::string message, std::string accepted, std::string rule = "syntax") {
    litmus::reject(wrong_, token, std::move(message), std::move(accepted), std::move(rule));
    text_ = {};
    token_ = {};
  }
  const Token& token() const { return token_; }
  bool ended() const { return token_.text.empty(); }
  bool is(std::string_view text) const { return token_.text == text; }
  Token take() {
    const Token taken = token_;
    next();
    return taken;
  }
  bool skip(std::string_view text) {
    const bool there = is(text);
    if (there)
      next();
    return there;
  }
  void expect(std::string_view text) {
    if (!skip(text))
      reject(token_, fmt::format("'{}' is not what comes here", shown()), std::string(text));
  }
  Token name(const char* accepted) {
    const bool isName = !ended() &&
                        (std::isalpha(static_cast<unsigned char>(token_.text[0])) || token_.text[0] == '_') &&
                        token_.text.find_first_of(".-") == std::string_view::npos;
    if (!isName)
      reject(token_, fmt::format("'{}' is no name", shown()), accepted);
    return take();
  }
  /// 32 bits, decimal, hexadecimal or negative.
  std::uint32_t number() {
    std::string_view digits = token_.text;
    const bool isNegative = digits.starts_with('-');
    digits.remove_prefix(isNegative);
    const bool isHexadecimal = digits.starts_with("0x");
    digits.remove_prefix(isHexadecimal ? 2 : 0);
    std::uint64_t value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, isHexadecimal ? 16 : 10);
    const bool isRead = !digits.empty() && error == std::errc() && end == digits.data() + digits.size();
    if (!isRead || value > (isNegative ? 0x80000000u : 0xffffffffu))
      reject(token_, fmt::format("'{}' is no number of 32 bits", shown()), "-2147483648..4294967295, or 0x..");
    next();
    return static_cast<std::uint32_t>(isNegative ? 0 - value : value);
  }
  std::string shown() const { return ended() ? "end of line" : std::string(token_.text); }

private:
  void next() {
    at_ = std::min(at_, text_.size());
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])))
      ++at_;
    const std::size_t begin = at_;
    while (at_ < text_.size() && isOfWord(text_[at_]))
      ++at_;
    if (at_ == begin && at_ < text_.size())
      ++at_;
    token_ = {text_.substr(begin, at_ - begin), position_ + begin};
  }

  std::string_view text_;
  std::size_t position_, at_ = 0;
  Token token_;
  Wrong& wrong_;
};

class Reader {
public:
  spec::Result<Test> read(std::string_view text) {
    for (std::size_t begin = 0; begin <= text.size() && !wrong_;) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      Line line(text.substr(begin, end - begin), begin, wrong_);
      ++number_;
      if (!line.ended())
        readLine(line);
      begin = end + 1;
    }
    const Token whole{{}, text.size()};
    if (test_.program.threads.empty())
      reject(wrong_, whole, "there is no thread", "thread SM: STEP; ..");
    finishLines();
    countBarriers(whole);
    placeRegisters();
    for (const auto& [line, said] : said_)
      finish(said, line);
    if (wrong_)
      return *wrong_;
    return std::move(test_);
  }

private:
  struct Value {
    bool isWord; ///< of memory; otherwise a register
    Token name;
    std::uint32_t value;
  };
  struct Said {
    Statement::Says says;
    std::vector<Value> values;
  };

  void readLine(Line& line) {
    const Token first = line.take();
    if (first.text == "line")
      readWords(line);
    else if (first.text == "memory")
      readMemory(line);
    else if (first.text == "held" || first.text == "texture")
      readHeld(line, first.text == "held" ? Cache::Data : Cache::Texture);
    else if (first.text == "thread")
      readThread(line);
    else if (first.text == "ask" || first.text == "allowed" || first.text == "forbidden")
      readStatement(line, first.text == "ask"       ? Statement::Says::Nothing
                          : first.text == "allowed" ? Statement::Says::Allowed
                                                    : Statement::Says::Forbidden);
    else
      line.reject(first, fmt::format("'{}' begins no line", first.text),
                  "line, memory, held, texture, thread, ask, allowed, forbidden");
  }

  /// line x y: words of one line.
  void readWords(Line& line) {
    const auto number = static_cast<unsigned>(lines_++);
    do {
      const Token name = line.name("a word's name");
      const unsigned word = wordOf(line, name);
      if (lineOf_[word])
        line.reject(name, fmt::format("'{}' has a line already", name.text), "each word in one line");
      lineOf_[word] = number;
    } while (!line.ended());
  }
  /// memory x=1 y=2
  void readMemory(Line& line) {
    do {
      const unsigned word = wordOf(line, line.name("a word's name"));
      line.expect("=");
      test_.program.memory[word] = line.number();
    } while (!line.ended());
  }
  /// held sm0: x
  void readHeld(Line& line, Cache cache) {
    const unsigned sm = smOf(line);
    do
      held_.push_back({sm, wordOf(line, line.name("a word of the line")), cache}); // its line is known once all is read
    while (!line.ended());
  }
  /// thread sm0: STEP; STEP
  void readThread(Line& line) {
    Thread thread{smOf(line), {}};
    if (test_.program.threads.size() == kMostThreads)
      line.reject(line.token(), "more threads than a test may have", fmt::format("at most {}", kMostThreads));
    loads_.emplace_back();
    while (!line.ended()) {
      if (thread.steps.size() == kMostSteps)
        line.reject(line.token(), "more steps than a thread may have", fmt::format("at most {}", kMostSteps));
      thread.steps.push_back(readStep(line));
      if (!line.ended())
        line.expect(";");
    }
    test_.program.threads.push_back(std::move(thread));
  }

  LitmusStep readStep(Line& line) {
    const Token name = line.take();
    if (name.text == "MEMBAR.GL")
      return {Kind::Membar};
    if (name.text == "BAR.SYNC")
      return {Kind::Barrier};
    LitmusStep step{kindOf(line, name)};
    if (gives(step.kind)) {
      const Token target = line.name("a register");
      if (std::ranges::any_of(loads_,
                              [&](const auto& names) { return std::ranges::find(names, target.text) != names.end(); }))
        line.reject(target, fmt::format("'{}' is written twice", target.text), "a register for each load");
      loads_.back().emplace_back(target.text);
      line.expect(",");
    }
    line.expect("[");
    step.address = wordOf(line, line.name("a word's name"));
    line.expect("]");
    if (step.kind == Kind::Store || hasOperation(step.kind)) {
      line.expect(",");
      step.value = line.number();
    }
    if (hasOperation(step.kind)) {
      step.operation = operationOf(line, step.kind, name);
      if (takesSwap(step.operation.op)) {
        line.expect(",");
        step.swap = line.number();
      }
    }
    return step;
  }

  static bool hasOperation(Kind kind) {
    return kind == Kind::Reduce || kind == Kind::Atomic || kind == Kind::ReduceSurface;
  }
  static Kind kindOf(Line& line, const Token& name) {
    constexpr std::pair<std::string_view, Kind> kKinds[] = {
        {"LD", Kind::Load}, {"LD.CG", Kind::LoadGlobal}, {"TEX", Kind::LoadTexture}, {"ST", Kind::Store}};
    for (const auto& [text, kind] : kKinds)
      if (name.text == text)
        return kind;
    const std::string_view mnemonic = name.text.substr(0, name.text.find('.'));
    if (mnemonic == "RED")
      return Kind::Reduce;
    if (mnemonic == "ATOM")
      return Kind::Atomic;
    if (mnemonic == "SURED")
      return Kind::ReduceSurface;
    line.reject(name, fmt::format("'{}' is no step", name.text.empty() ? "end of line" : name.text),
                "LD, LD.CG, TEX, ST, RED.op, ATOM.op, SURED.op, MEMBAR.GL, BAR.SYNC");
    return Kind::Load;
  }
  /// RED-1 and SURED-2 as far as words of 32 bits go; ATOM's as ATOMS-1, with EXCH and CAS.
  static Operation operationOf(Line& line, Kind kind, const Token& name) {
    const std::size_t dot = name.text.find('.');
    const auto found = dot == std::string_view::npos ? std::nullopt : findOperation(name.text.substr(dot + 1));
    const bool isWord = found && !found->plain && (found->type == Type::U32 || found->type == Type::S32);
    const bool isReduction = isWord && found->op < Op::Exch;
    if (isReduction || (isWord && kind == Kind::Atomic && (found->op == Op::Exch || found->op == Op::Cas)))
      return *found;
    line.reject(name, fmt::format("'{}' is no operation on a word here", name.text),
                kind == Kind::Atomic ? "ADD, MIN, MAX, INC, DEC, AND, OR, XOR, EXCH, CAS; .U32 or .S32"
                                     : "ADD, MIN, MAX, INC, DEC, AND, OR, XOR; .U32 or .S32",
                kind == Kind::ReduceSurface ? "SURED-2"
                : kind == Kind::Reduce      ? "RED-1"
                                            : "ATOMS-1");
    return {};
  }

  /// ask R1=1 [x]=0
  void readStatement(Line& line, Statement::Says says) {
    Said said{says, {}};
    do {
      const bool isWord = line.skip("[");
      const Token name = line.name("a register, or a word in brackets");
      if (isWord)
        line.expect("]");
      line.expect("=");
      said.values.push_back({isWord, name, line.number()});
    } while (!line.ended());
    said_.emplace_back(number_, std::move(said));
  }
  void finish(const Said& said, std::size_t line) {
    Statement statement;
    statement.says = said.says;
    statement.line = line;
    for (const Value& value : said.values) {
      const auto& names = value.isWord ? test_.words : test_.registers;
      const auto found = std::ranges::find(names, value.name.text);
      if (found == names.end())
        return reject(wrong_, value.name,
                      fmt::format("there is no {} '{}'", value.isWord ? "word" : "register", value.name.text),
                      "one that a thread names");
      const auto number = static_cast<std::size_t>(found - names.begin());
      statement.words.emplace_back(number + (value.isWord ? test_.registers.size() : 0), value.value);
      statement.text += fmt::format("{}{}={}", statement.text.empty() ? "" : " ",
                                    value.isWord ? fmt::format("[{}]", *found) : *found, value.value);
    }
    test_.statements.push_back(std::move(statement));
  }

  unsigned wordOf(Line& line, const Token& name) {
    const auto found = std::ranges::find(test_.words, name.text);
    const auto number = static_cast<unsigned>(found - test_.words.begin());
    if (found != test_.words.end())
      return number;
    if (number == kMostWords)
      line.reject(name, "more words than a test may have", fmt::format("at most {}", kMostWords));
    test_.words.emplace_back(name.text);
    test_.program.memory.push_back(0);
    lineOf_.emplace_back();
    return number;
  }
  static unsigned smOf(Line& line) {
    const Token name = line.take();
    unsigned sm = 0;
    const std::string_view digits = name.text.substr(std::min<std::size_t>(2, name.text.size()));
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), sm);
    if (!name.text.starts_with("sm") || digits.empty() || error != std::errc() ||
        end != digits.data() + digits.size() || sm >= kMostThreads)
      line.reject(name, fmt::format("'{}' is no SM", name.text.empty() ? "end of line" : name.text),
                  fmt::format("sm0..sm{}", kMostThreads - 1));
    line.expect(":");
    return sm;
  }

  /// Words without a line have one each.
  void finishLines() {
    for (const auto& line : lineOf_)
      test_.program.lines.push_back(line ? *line : static_cast<unsigned>(lines_++));
    for (const Held& held : held_)
      test_.program.held.push_back({held.sm, test_.program.lines[held.line], held.cache});
  }
  void countBarriers(const Token& whole) {
    std::map<unsigned, std::ptrdiff_t> counts;
    for (const Thread& thread : test_.program.threads) {
      const auto count = std::ranges::count(thread.steps, Kind::Barrier, &LitmusStep::kind);
      if (counts.try_emplace(thread.sm, count).first->second != count)
        reject(wrong_, whole,
               fmt::format("threads of sm{} come to unlike counts of barriers: some would wait forever", thread.sm),
               "BAR.SYNC as often in each thread of an SM", "BAR-2");
    }
  }
  void placeRegisters() {
    for (const auto& names : loads_)
      test_.registers.insert(test_.registers.end(), names.begin(), names.end());
  }

  Test test_;
  std::vector<std::optional<unsigned>> lineOf_; ///< by word
  std::vector<Held> held_;                      ///< `line` is a word of it
  std::vector<std::vector<std::string>> loads_; ///< registers, by thread
  std::vector<std::pair<std::size_t, Said>> said_;
  std::size_t lines_ = 0, number_ = 0;
  Wrong wrong_;
};

} // namespace

bool Statement::fits(const Outcome& outcome) const {
  return std::ranges::all_of(words, [&](const auto& word) { return outcome[word.first] == word.second; });
}

spec::Result<Test> readTest(std::string_view text) {
  if (text.size() > kMostText)
    return Rejection{"file", "longer than a litmus test may be", fmt::format("at most {} bytes", kMostText)};
  return Reader().read(text);
}

std::string textOf(const Test& test, const Outcome& outcome) {
  std::string text;
  for (std::size_t i = 0; i < outcome.size(); ++i) {
    const bool isRegister = i < test.registers.size();
    text += fmt::format("{}{}={}", i ? " " : "",
                        isRegister ? test.registers[i] : fmt::format("[{}]", test.words[i - test.registers.size()]),
                        outcome[i]);
  }
  return text;
}

} // namespace warplaw::linearize::litmus
