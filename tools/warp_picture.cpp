#include "tools/warp_picture.h"
#include "fuzz/lane_table.h"
#include "fuzz/oracle.h"
#include "fuzz/placement.h"
#include "fuzz/program.h"
#include "spec/row.h"
#include "tools/html.h"
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <functional>
#include <set>

namespace warplaw::tools {
namespace {

constexpr unsigned kApart = 28, kBefore = 110, kAfter = 210, kRadius = 10;
/// Lines of values, and how wide a letter of them is.
constexpr unsigned kLine = 13, kLetter = 6;
/// With more lanes than this, only values are drawn that need no more room than so many letters.
constexpr unsigned kFewLanes = 16, kShortValue = 6;
/// Lines of words above and below a picture in a file of its own.
constexpr unsigned kWords = 24;
/// The path of the order runs above the numbers of turns, which stand above the lanes; its arcs are half as high as
/// their control points.
constexpr unsigned kNumbers = kBefore - kRadius - 3, kOrder = kNumbers - 11, kHighestArc = 85;

/// What arrows refer to.
constexpr std::string_view kHead =
    R"(<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">)"
    R"(<path d="M0,0L8,4L0,8z" fill="currentColor"/></marker></defs>)";

/// A line of values, one below each lane.
struct Values {
  std::string title;
  std::array<std::string, spec::kLanes> text;
  std::uint32_t differs = 0; ///< lanes

  std::size_t widest() const { return std::ranges::max_element(text, {}, &std::string::size)->size(); }
};

/// Which lane's operand this one reads, by the table's column.
struct Read {
  unsigned lane = 0;
  bool plain = true; ///< in range, from a lane that executes
};
std::optional<Read> readOf(const std::string& text, unsigned self) {
  Read read{self, text == "own"};
  if (text == "own" || text == "out of range")
    return read;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read.lane);
  if (error != std::errc() || read.lane >= spec::kLanes)
    return std::nullopt;
  read.plain = end == text.data() + text.size();
  return read;
}

class Picture {
public:
  Picture(fuzz::Oracle& oracle, const spec::Case& c, const fuzz::Outcome& expected, const fuzz::Outcome& got)
      : c_(c), plan_(oracle.of(c.instruction.mnemonic()).planOf(c.instruction.form, c.choices)),
        exec_(fuzz::execLanesPlainly(c, plan_)), inputs_(fuzz::inputColumns(plan_, c.warp)),
        explanation_(oracle.of(c.instruction.mnemonic()).explain(c)),
        differences_(fuzz::compare(c, plan_, expected, got)), any_(fuzz::anyInStep(oracle, c).after), got_(got) {
    for (const fuzz::Difference& d : differences_) {
      if (isOfLane(d))
        differing_ |= 1u << d.lane;
      else if (d.kind == fuzz::Kind::Memory)
        differing_ |= lanesAt(d.index);
    }
    const std::uint32_t matter = exec_ | differing_ | explanation_.lanesRead;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (matter >> lane & 1 || (matter == 0 && lane == 0))
        lanes_.push_back(lane);
    for (const fuzz::LaneColumn& column : inputs_)
      inputLines_.push_back({column.title, column.text});
    outputLines(expected);
    layOut();
  }

  bool saysMoreThanValues() const { return !explanation_.columns.empty() || !differences_.empty(); }

  std::string text() const { return begun(0) + drawn() + elsewhere() + "</svg>\n"; }

  std::string file() const {
    const std::string differs = differences_.empty()
                                    ? ""
                                    : fmt::format(R"(<text class="label differs" x="4" y="{}">{}</text>)",
                                                  bottom() + kWords - 8, html(fuzz::describe(differences_.front())));
    return begun(kWords) +
           fmt::format(R"(<style>{} .warp {{ color: var(--text); }} .paper {{ fill: var(--paper); }}</style>)",
                       pictureStyle()) +
           std::string(kHead) +
           fmt::format(R"(<rect class="paper" x="0" y="{}" width="100%" height="100%"/>)", top() - int(kWords)) +
           fmt::format(R"(<text class="label" x="4" y="{}">{}</text>)", top() - 6, title()) + drawn() + differs +
           "</svg>\n";
  }

private:
  std::string title() const { return html(spec::print(c_.instruction)); }

  /// Where what stands above the lanes begins, but for the values.
  int topOfLanes() const {
    return static_cast<int>(turns().size() < 2 ? kBefore - kRadius - 4 : kOrder - kHighestArc / 2 - 4);
  }
  int top() const { return topOfLanes() - static_cast<int>(kLine * inputLines_.size()); }
  unsigned bottom() const { return kAfter + kRadius + 6 + kLine * static_cast<unsigned>(outputLines_.size()) + kLine; }
  unsigned width() const { return left_ + apart_ * static_cast<unsigned>(lanes_.size()); }

  unsigned middleOf(unsigned lane) const {
    const auto at = static_cast<unsigned>(std::ranges::find(lanes_, lane) - lanes_.begin());
    return left_ + apart_ / 2 + apart_ * at;
  }

  bool isDrawn(unsigned lane) const { return std::ranges::find(lanes_, lane) != lanes_.end(); }

  using Text = std::function<std::string(const fuzz::Outcome&, unsigned lane)>;
  /// What the instruction leaves in its registers and its predicate.
  void outputLines(const fuzz::Outcome& expected) {
    for (const std::uint32_t reg : std::set(std::begin(plan_.destination), std::end(plan_.destination)))
      if (reg != spec::kZeroRegister)
        outputLine(
            fmt::format("R{}", reg), fuzz::Kind::Register, reg, expected,
            [reg](const fuzz::Outcome& o, unsigned lane) { return fmt::format("{:#x}", o.warp.registers[reg][lane]); });
    if (const std::uint32_t p = plan_.destinationPredicate; p != spec::kTruePredicate)
      outputLine(fmt::format("P{}", p), fuzz::Kind::Predicate, p, expected, [p](const fuzz::Outcome& o, unsigned lane) {
        return fmt::format("{}", o.warp.predicates[p] >> lane & 1);
      });
  }
  /// One line where all is as expected, and otherwise what was expected, then what was got.
  void outputLine(const std::string& name, fuzz::Kind kind, std::uint32_t index, const fuzz::Outcome& expected,
                  const Text& text) {
    std::uint32_t differs = 0;
    for (const fuzz::Difference& d : differences_)
      if (d.kind == kind && d.index == index)
        differs |= 1u << d.lane;
    const auto add = [&](std::string title, const fuzz::Outcome& of, std::uint32_t marked) {
      Values& line = outputLines_.emplace_back();
      line.title = std::move(title);
      line.differs = marked;
      for (std::uint8_t lane = 0; lane < spec::kLanes; ++lane) {
        const bool isOther = differs >> lane & 1;
        std::string value = executes(lane) || isOther ? text(of, lane) : "";
        line.text[lane] =
            executes(lane) && !isOther ? any_.text({kind, index, lane}, std::move(value)) : std::move(value);
      }
    };
    if (!differs)
      return add(name, got_, 0);
    add(name + " expected", expected, 0);
    add(name + " got", got_, differs);
  }

  /// How far lanes are apart: as their values need, as far as there is room for these.
  void layOut() {
    const std::size_t longest = lanes_.size() > kFewLanes ? kShortValue : 64;
    std::size_t widest = 0, title = 6;
    for (std::vector<Values>* lines : {&inputLines_, &outputLines_}) {
      std::erase_if(*lines, [&](const Values& line) { return line.widest() > longest || line.widest() == 0; });
      for (const Values& line : *lines) {
        widest = std::max(widest, line.widest());
        title = std::max(title, line.title.size());
      }
    }
    apart_ = std::max(kApart, kLetter * static_cast<unsigned>(widest) + 8);
    left_ = kLetter * static_cast<unsigned>(title) + 12;
  }

  std::string line(const Values& values, int y) const {
    std::string text = fmt::format(R"(<text class="label" x="4" y="{}">{}</text>)", y, html(values.title));
    for (const unsigned lane : lanes_)
      if (!values.text[lane].empty())
        text += fmt::format(R"(<text class="value{}" x="{}" y="{}">{}</text>)",
                            values.differs >> lane & 1 ? " differs" : "", middleOf(lane), y, html(values.text[lane]));
    return text;
  }
  std::string values() const {
    std::string text;
    int y = top() + 8;
    for (const Values& values : inputLines_) {
      text += line(values, y);
      y += kLine;
    }
    y = kAfter + kRadius + kLine;
    for (const Values& values : outputLines_) {
      text += line(values, y);
      y += kLine;
    }
    return text;
  }

  /// room: for words above and below
  std::string begun(int room) const {
    return fmt::format(
        R"(<svg class="warp" xmlns="http://www.w3.org/2000/svg" width="{1}" height="{2}" viewBox="0 {0} {1} {2}" role="img" aria-label="{3}">)",
        top() - room, wholeWidth(room), static_cast<int>(bottom()) - top() + 2 * room, title());
  }

  /// With room for the words above and below.
  unsigned wholeWidth(int room) const {
    std::size_t words = elsewhereText().size();
    if (room > 0)
      words = std::max(spec::print(c_.instruction).size(),
                       differences_.empty() ? 0 : fuzz::describe(differences_.front()).size());
    return std::max(width(), kLetter * static_cast<unsigned>(words) + 12);
  }

  std::string drawn() const {
    std::string text =
        fmt::format(R"(<text class="label" x="4" y="{}">before</text><text class="label" x="4" y="{}">after</text>)",
                    kBefore + 4, kAfter + 4);
    text += arrows() + order() + values();
    for (const unsigned lane : lanes_)
      text += circle(lane, kBefore, "", beforeText(lane)) +
              circle(lane, kAfter, differing_ >> lane & 1 ? " differs" : "", afterText(lane));
    return text;
  }

  bool executes(unsigned lane) const { return exec_ >> lane & 1; }

  static bool isOfLane(const fuzz::Difference& d) { return d.kind != fuzz::Kind::Memory && d.kind != fuzz::Kind::Cell; }

  /// Executing lanes whose access, of at most 8 bytes, may have changed the word at that address.
  std::uint32_t lanesAt(std::uint32_t word) const {
    std::uint32_t lanes = 0;
    for (const fuzz::LaneColumn& column : explanation_.columns)
      for (unsigned lane = 0; column.title == "address" && lane < spec::kLanes; ++lane) {
        const std::uint64_t address = std::strtoull(column.text[lane].c_str(), nullptr, 16);
        if (executes(lane) && word + 4 > address && word < address + 8)
          lanes |= 1u << lane;
      }
    return lanes;
  }

  /// What no lane shows: places outside the warp that differ.
  std::string elsewhereText() const {
    std::string text;
    for (const fuzz::Difference& d : differences_)
      if (!isOfLane(d))
        text += (text.empty() ? "" : "; ") + fuzz::describe(d);
    return text;
  }
  std::string elsewhere() const {
    const std::string text = elsewhereText();
    return text.empty()
               ? ""
               : fmt::format(R"(<text class="label differs" x="4" y="{}">{}</text>)", bottom() - 4, html(text));
  }

  std::string circle(unsigned lane, unsigned y, std::string_view more, const std::string& words) const {
    return fmt::format(
        R"(<g><title>{}</title><circle class="{}{}" cx="{}" cy="{}" r="{}"/><text x="{}" y="{}">{}</text></g>)",
        html(words), executes(lane) ? "on" : "off", more, middleOf(lane), y, kRadius, middleOf(lane), y + 4, lane);
  }

  std::string beforeText(unsigned lane) const {
    std::string text = fmt::format("lane {}{}", lane, executes(lane) ? "" : ", off");
    for (const fuzz::LaneColumn& column : inputs_)
      text += fmt::format("; {} = {}", column.title, column.text[lane]);
    if (executes(lane))
      for (const fuzz::LaneColumn& column : explanation_.columns)
        if (!column.text[lane].empty())
          text += fmt::format("; {}: {}", column.title, column.text[lane]);
    return text;
  }

  std::string afterText(unsigned lane) const {
    std::string text = fmt::format("lane {}{}", lane, executes(lane) ? "" : ", off");
    if (executes(lane))
      for (const std::uint32_t reg : std::set(std::begin(plan_.destination), std::end(plan_.destination)))
        if (reg != spec::kZeroRegister)
          text += fmt::format("; R{} = {}", reg,
                              any_.text({fuzz::Kind::Register, reg, static_cast<std::uint8_t>(lane)},
                                        fmt::format("{:#x}", got_.warp.registers[reg][lane])));
    if (const std::uint32_t predicate = plan_.destinationPredicate; executes(lane) && predicate != spec::kTruePredicate)
      text += fmt::format("; P{} = {}", predicate,
                          any_.text({fuzz::Kind::Predicate, predicate, static_cast<std::uint8_t>(lane)},
                                    fmt::format("{}", got_.warp.predicates[predicate] >> lane & 1)));
    for (const fuzz::Difference& d : differences_)
      if (d.lane == lane && isOfLane(d))
        text += "; " + fuzz::describe(d);
    return text;
  }

  /// From the lane that is read.
  std::string arrows() const {
    const auto column = std::ranges::find(explanation_.columns, "reads lane", &fuzz::LaneColumn::title);
    std::string text;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (!executes(lane))
        continue;
      const auto read =
          column == explanation_.columns.end() ? std::optional(Read{lane, true}) : readOf(column->text[lane], lane);
      if (read && isDrawn(read->lane))
        text += fmt::format(R"svg(<path class="reads{}" marker-end="url(#head)" d="M{},{}L{},{}"/>)svg",
                            read->plain ? "" : " apart", middleOf(read->lane), kBefore + kRadius, middleOf(lane),
                            kAfter - kRadius - 1);
    }
    return text;
  }

  /// Lanes that execute, in the order of their turns; empty where there is no order to choose.
  std::vector<unsigned> turns() const {
    std::vector<unsigned> lanes;
    spec::rowOf(c_.instruction.mnemonic())
        .mapChoices(c_.choices, [&](const spec::CellPlace& place, std::uint64_t value) {
          if (place.about.isOrder && place.field == "order" && executes(static_cast<unsigned>(value)))
            lanes.push_back(static_cast<unsigned>(value));
          return value;
        });
    return lanes;
  }

  std::string order() const {
    const std::vector<unsigned> lanes = turns();
    std::string path, numbers;
    for (std::size_t turn = 0; turn < lanes.size(); ++turn) {
      const unsigned x = middleOf(lanes[turn]), y = kOrder;
      numbers += fmt::format(R"(<text class="turn" x="{}" y="{}">{}</text>)", x, kNumbers, turn); // as in the table
      if (turn == 0) {
        path = fmt::format("M{},{}", x, y);
        continue;
      }
      const unsigned before = middleOf(lanes[turn - 1]);
      const unsigned apart = x > before ? x - before : before - x;
      path += fmt::format("Q{},{} {},{}", (x + before) / 2, y - std::min(kHighestArc, 14 + apart / 5), x, y);
    }
    if (lanes.size() < 2)
      return "";
    return fmt::format(R"svg(<path class="order" marker-end="url(#head)" d="{}"/>)svg", path) + numbers;
  }

  const spec::Case& c_;
  spec::Plan plan_;
  std::uint32_t exec_, differing_ = 0;
  std::vector<unsigned> lanes_; ///< that are drawn: those that matter
  unsigned left_ = 60, apart_ = kApart;
  std::vector<fuzz::LaneColumn> inputs_;
  std::vector<Values> inputLines_, outputLines_;
  fuzz::Explanation explanation_;
  std::vector<fuzz::Difference> differences_;
  fuzz::MayBeAny any_; ///< of the outcome
  const fuzz::Outcome& got_;
};

} // namespace

std::string_view warpPictureHead() {
  static const std::string head = fmt::format(R"(<svg width="0" height="0" aria-hidden="true">{}</svg>)", kHead) + "\n";
  return head;
}

std::string_view warpPictureLegend() {
  return R"(<p class="soft">A picture has the lanes that matter, a circle each: <span class="key on">&#9679;</span> executes, <span class="key off">&#9675;</span> does not, )"
         R"(<span class="key differs">&#9679;</span> is otherwise than expected. An arrow leads from the lane that is read; it is dashed where that lane is out of range or off. )"
         R"(<span class="key turn">Numbers and their path</span>: the order in which lanes took their turns. What goes in stands above a lane, what came out below it, and all of it beside the pointer over its circle.</p>)"
         "\n";
}

std::string warpPicture(fuzz::Oracle& oracle, const spec::Case& c, const fuzz::Outcome& expected,
                        const fuzz::Outcome& got) {
  return Picture(oracle, c, expected, got).text();
}

std::string warpPictureFile(fuzz::Oracle& oracle, const spec::Case& c, const fuzz::Outcome& expected,
                            const fuzz::Outcome& got) {
  return Picture(oracle, c, expected, got).file();
}

std::string programPictures(fuzz::Oracle& oracle, const spec::ProgramCase& c) {
  std::string steps;
  const auto ran = fuzz::run(c, [&](const fuzz::Turn& turn, const spec::Case& step) -> spec::Result<fuzz::Outcome> {
    auto encoded = oracle.encode(step);
    const auto executed = fuzz::execute(step);
    steps += fmt::format("<li>{}<code>{}</code>", c.warps.size() > 1 ? fmt::format("warp {}: ", turn.warp) : "",
                         html(spec::print(step.instruction)));
    if (encoded && executed) {
      const Picture picture(oracle, step, *encoded, *executed);
      if (picture.saysMoreThanValues())
        steps += wide(picture.text());
    }
    steps += "</li>\n";
    return encoded;
  });
  return fmt::format("<ol class=\"steps\">\n{}</ol>\n", steps) +
         (ran ? "" : fmt::format("<p class=\"failed\">{}</p>\n", html(ran.error().message)));
}

} // namespace warplaw::tools
