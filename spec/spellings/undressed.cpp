// What disassemblers put around an instruction: see undressed.h.
#include "spec/spellings/undressed.h"
#include <algorithm>
#include <cctype>

namespace warplaw::spec {
namespace {

constexpr std::string_view kBlanks = " \t\r\n", kReuse = ".reuse";

bool isOfWord(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)); }

struct Kept {
  std::size_t place;
  char byte;
};

/// The length of `&wr=0x1`, `&rd=0x0` or `&req={0,2}`, the newest disassemblers' text of control words; 0 for any other
/// text.
std::size_t scoreboardIn(std::string_view text) {
  for (const std::string_view begins : {"&wr=", "&rd=", "&req="}) {
    if (!text.starts_with(begins))
      continue;
    std::size_t at = begins.size();
    if (at < text.size() && text[at] == '{')
      return std::min(text.find('}', at), text.size() - 1) + 1;
    while (at < text.size() && isOfWord(text[at]))
      ++at;
    return at;
  }
  return 0;
}

/// Bytes that have a meaning, in order; a comment is a blank.
std::vector<Kept> keptOf(std::string_view text) {
  std::vector<Kept> kept;
  const auto keep = [&](std::size_t place) { kept.push_back({place, text[place]}); };
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("//") || rest.starts_with('#')) { // up to the end of the line, whatever it says
      const std::size_t end = std::min(text.find('\n', at), text.size());
      for (; at < end; ++at)
        keep(at);
    } else if (rest.starts_with("/*")) {
      const std::size_t end = text.find("*/", at + 2);
      if (end == text.npos) { // no comment: its first byte is rejected
        keep(at++);
        continue;
      }
      kept.push_back({at, ' '});
      at = end + 2;
    } else if (rest.starts_with(kReuse) && (rest.size() == kReuse.size() || !isOfWord(rest[kReuse.size()]))) {
      at += kReuse.size();
    } else if (const std::size_t scoreboard = scoreboardIn(rest)) {
      at += scoreboard;
    } else {
      keep(at++);
    }
  }
  return kept;
}

/// `{` before and `}` behind the instruction; either may be alone: dual issue is two lines.
void dropBraces(std::vector<Kept>& kept) {
  const auto isBlank = [](const Kept& k) { return kBlanks.find(k.byte) != kBlanks.npos; };
  const auto first = std::ranges::find_if_not(kept, isBlank);
  if (first != kept.end() && first->byte == '{')
    kept.erase(kept.begin(), first + 1);
  int open = 0;
  for (const Kept& k : kept)
    open += k.byte == '{' ? 1 : k.byte == '}' ? -1 : 0;
  auto last = kept.end();
  while (last != kept.begin() && isBlank(*(last - 1)))
    --last;
  if (open < 0 && last != kept.begin() && (last - 1)->byte == '}')
    kept.erase(last - 1, kept.end());
}

} // namespace

Undressed::Undressed(std::string_view text) : whole_(text) {
  std::vector<Kept> kept = keptOf(text);
  dropBraces(kept);
  for (const Kept& k : kept) {
    text_ += k.byte;
    places_.push_back(k.place);
  }
}

std::size_t Undressed::placeOf(std::size_t position) const {
  return position < places_.size() ? places_[position] : whole_.size();
}

} // namespace warplaw::spec
