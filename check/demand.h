// The demands of a domain on an answer, as terms over the structure that crosses the border: the assumptions and goals
// of a proof about a user's function. They come from the same domain as the cases; tests compare both case by case.
#pragma once
#include "symbolic/encodings/machine.h"
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace warplaw::check {
using symbolic::AsTerms;
using symbolic::Bits;
using symbolic::PerLane;
using symbolic::Term;
using symbolic::Terms;

/// 32-bit words of the structure that lie together: a member, or an array of 32 lanes.
struct Member {
  std::string name; ///< "value"
  std::size_t offset;
  std::vector<Term> words; ///< before the call: variables; constants where the form fixes them
};

/// What one output of a lane must be.
struct Demanded {
  std::string name; ///< "result[7]", "predicate[7]"
  std::size_t member, word;
  int bit;       ///< -1: the whole word
  Term matters;  ///< width 1: is it compared at all
  Term expected; ///< of the word's width, or of 1 bit
};

struct Demand {
  std::vector<Member> members; ///< in the order of the structure; its words are all that it holds
  Term isInDomain;             ///< width 1: these words are a case of the domain, and of the form
  PerLane<std::vector<Demanded>> lanes;
  std::vector<std::pair<Term, std::vector<Bits>>> fewValues; ///< words that have few values in the domain
  std::vector<std::pair<Term, unsigned>> lowBits; ///< words of which so many lowest bits, once known, make all simple
};

/// The same of one lane, whose number is unknown (include/warplaw/lane.h).
struct LaneDemand {
  std::vector<Member> members;
  Term isInDomain;                      ///< width 1: of what the lane knows, and of who executes
  std::function<Term(Term from)> reads; ///< what it receives from a lane (32 bits)
  Term matters, expected;               ///< of what it returns
  Demanded output;                      ///< name, member, word: the member that it writes
  std::vector<std::pair<Term, std::vector<Bits>>> fewValues;
};

namespace detail {
template <class Values> struct AroundTerms;
template <class... Part> struct AroundTerms<std::tuple<Part...>> {
  using Type = std::tuple<spec::InWorld<Part, AsTerms>...>;
};
} // namespace detail

/// A family's case as its encoding reads it: Sample (check/described_family.h) in the world of terms.
template <class Traits> struct SampleTerms {
  struct {
    spec::InWorld<typename Traits::Modifiers, AsTerms> modifiers;
    symbolic::OperandTerms operands;
    spec::InWorld<typename Traits::Choices, AsTerms> choices;
    typename detail::AroundTerms<decltype(Traits::Trial::around)>::Type around;
  } trial;
  Term sameRegister;          ///< SHFL's word for resultIs
  Term resultIs, predicateIs; ///< WARPLAW_IS_..
  PerLane<Term> before;
  Term predicateBefore;
};

/// Visits an Adapter's places: each is filled with variables, and noted. The first `form.size()` words are constants.
class MemberVariables {
public:
  MemberVariables(Terms& terms, std::span<const std::uint32_t> form, std::vector<Member>& members)
      : terms_(terms), form_(form), members_(members) {}

  void operator()(std::string_view name, std::size_t offset, Term& place) {
    place = word(offset, std::string(name));
    members_.push_back({std::string(name), offset, {place}});
  }
  void operator()(std::string_view name, std::size_t offset, PerLane<Term>& places) {
    Member member{std::string(name), offset, {}};
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      places[lane] = word(offset + 4 * lane, std::string(name) + '[' + std::to_string(lane) + ']');
      member.words.push_back(places[lane]);
    }
    members_.push_back(std::move(member));
  }
  /// A structure of words, each a member.
  template <class S> void operator()(std::string_view, std::size_t offset, S& structure) {
    symbolic::eachTerm(
        structure, [&](const spec::CellPlace& place, Term& cell) { (*this)(place.name, offset + place.offset, cell); });
  }

private:
  Term word(std::size_t offset, const std::string& name) {
    return offset / 4 < form_.size() ? terms_.constant(32, form_[offset / 4]) : terms_.variable(32, name);
  }
  Terms& terms_;
  std::span<const std::uint32_t> form_;
  std::vector<Member>& members_;
};

} // namespace warplaw::check
