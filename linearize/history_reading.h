// What the streaming parser of Boost.JSON tells of a history, value by value as it stands in the text: what may stand
// where, and the first thing that is wrong. For history_file.cpp alone.
#pragma once
#include "linearize/components.h"
#include "linearize/history_file.h"
#include <boost/json/error.hpp>

namespace warplaw::linearize {

enum class Place : std::uint8_t {
  Scalar,
  Root,
  Memory,
  KnownList,
  Known,
  Words,
  Instructions,
  Instruction,
  Lanes,
  Lane,
  Completed,
  Pair,
  Name,
  Barriers,
  Barrier,
  Arrival,
};

struct Member {
  std::string_view name;
  Place holds = Place::Scalar;
};
/// An object with these members, or an array of these elements.
struct Shape {
  const char* what;
  std::span<const Member> members;
  Place element = Place::Scalar;
  bool isObject() const { return !members.empty(); }
};
const Shape& shapeOf(Place place);

struct Scalar {
  enum Kind : std::uint8_t { Absent, Null, Positive, Negative, Text, Other } kind = Absent;
  std::uint64_t bits = 0; ///< Positive, Negative (two's complement)
  std::string_view text;
};

enum LaneMember { kLaneNumber, kAddress, kOperand, kSwap, kReturned, kBank };

/// A lane as it stands there: how wide its numbers are is told by the operation, which may come later.
struct RawLane {
  struct Number {
    std::uint64_t bits = 0;
    Scalar::Kind kind = Scalar::Absent;
  };
  std::uint16_t seen = 0; ///< a bit each LaneMember
  Number numbers[6];      ///< by LaneMember
};

/// What is being read; keeps the first thing that is wrong.
class Reading {
public:
  void begin(History& history) {
    history_ = &history;
    rejection_.reset();
    depth_ = skipped_ = 0;
    completed_.clear();
    anyWarp_ = anyThread_ = false;
    text_.clear(); // of a text that was cut off
  }
  const std::optional<spec::Rejection>& rejection() const { return rejection_; }

  // of the parser
  static constexpr std::size_t max_object_size = ~std::size_t{0}, max_array_size = max_object_size,
                               max_key_size = max_object_size, max_string_size = max_object_size;
  using Error = boost::system::error_code;
  bool on_document_begin(Error&) { return true; }
  bool on_document_end(Error&) { return true; }
  bool on_object_begin(Error&) { return open(true); }
  bool on_object_end(std::size_t, Error&) { return close(); }
  bool on_array_begin(Error&) { return open(false); }
  bool on_array_end(std::size_t, Error&) { return close(); }
  bool on_key_part(std::string_view part, std::size_t, Error&) { return keep(part); }
  bool on_key(std::string_view part, std::size_t, Error&) {
    key(whole(part));
    text_.clear();
    return true;
  }
  bool on_string_part(std::string_view part, std::size_t, Error&) { return keep(part); }
  bool on_string(std::string_view part, std::size_t, Error&) {
    take({Scalar::Text, 0, whole(part)});
    text_.clear();
    return true;
  }
  bool on_number_part(std::string_view, Error&) { return true; }
  bool on_int64(std::int64_t value, std::string_view, Error&) {
    if (depth_ > 0 && top().place == Place::Lane && skipped_ == 0 && !rejection_) { // what most of a file is
      lanes_.back().numbers[top().member] = {static_cast<std::uint64_t>(value),
                                             value < 0 ? Scalar::Negative : Scalar::Positive};
      return true;
    }
    return take({value < 0 ? Scalar::Negative : Scalar::Positive, static_cast<std::uint64_t>(value), {}});
  }
  bool on_uint64(std::uint64_t value, std::string_view, Error&) { return take({Scalar::Positive, value, {}}); }
  bool on_double(double, std::string_view, Error&) { return take({Scalar::Other, 0, {}}); }
  bool on_bool(bool, Error&) { return take({Scalar::Other, 0, {}}); }
  bool on_null(Error&) { return take({Scalar::Null, 0, {}}); }
  bool on_comment_part(std::string_view, Error&) { return true; }
  bool on_comment(std::string_view, Error&) { return true; }

private:
  struct Frame {
    Place place = Place::Scalar;
    std::uint8_t member = 0; ///< of an object: the key that was read last
    std::uint16_t seen = 0;  ///< a bit each member
    std::uint32_t count = 0; ///< of an array: elements so far
  };

  void reject(std::string message, std::string accepted = {}, const char* rule = "history") {
    if (!rejection_)
      rejection_ = spec::Rejection{rule, std::move(message), std::move(accepted), 0};
  }
  bool keep(std::string_view part) {
    text_.append(part);
    return true;
  }
  std::string_view whole(std::string_view part) {
    if (text_.empty())
      return part;
    text_.append(part);
    return text_;
  }
  Frame& top() { return frames_[depth_ - 1]; }
  Place expected() {
    if (depth_ == 0)
      return Place::Root;
    const Shape& shape = shapeOf(top().place);
    return shape.isObject() ? shape.members[top().member].holds : shape.element;
  }

  bool open(bool isObject);
  bool close();
  void key(std::string_view name) {
    if (skipped_ > 0 || rejection_)
      return;
    Frame& frame = top();
    const std::span<const Member> members = shapeOf(frame.place).members;
    std::size_t k = frame.seen == 0 ? 0 : frame.member + 1u; // most come in the order of the list
    if (k >= members.size() || members[k].name != name)
      k = find(members, name);
    if (k == members.size() || (frame.seen >> k & 1))
      return rejectKey(members, name);
    frame.seen |= static_cast<std::uint16_t>(1u << k);
    frame.member = static_cast<std::uint8_t>(k);
  }
  static std::size_t find(std::span<const Member> members, std::string_view name);
  void rejectKey(std::span<const Member> members, std::string_view name);
  bool take(const Scalar& value);
  void takeRoot(const Scalar& value);
  void takeKnown(const Scalar& value);
  void takeInstruction(const Scalar& value);
  void takeLane(const Scalar& value);
  void takeArrival(const Scalar& value);
  void addWord(std::uint64_t bits);
  void addBytes(std::string_view text);
  void closeKnown(std::uint16_t seen);
  void closeInstruction(std::uint16_t seen);
  void closeRoot(std::uint16_t seen);
  void addFence();
  std::uint8_t laneOf(const RawLane& lane);
  void addLane(const RawLane& lane, std::uint32_t instruction);
  std::uint64_t number(const Scalar& value, unsigned bytes, std::string_view what);
  std::uint64_t numberOf(const RawLane& lane, LaneMember member, unsigned bytes) {
    const RawLane::Number& number = lane.numbers[member];
    return number.kind == Scalar::Positive && number.bits <= onesOf(bytes) ? number.bits
                                                                           : oddNumber(lane, member, bytes);
  }
  std::uint64_t oddNumber(const RawLane& lane, LaneMember member, unsigned bytes);
  std::uint64_t small(const Scalar& value, std::uint64_t greatest, std::string_view what, const char* rule = "history");
  std::string_view text(const Scalar& value, std::string_view what);
  std::uint8_t oneOf(const Scalar& value, std::string_view what, std::initializer_list<std::string_view> names);
  std::vector<KnownBytes>& known();

  History* history_ = nullptr;
  std::optional<spec::Rejection> rejection_;
  Frame frames_[8];                  ///< no shape is deeper
  unsigned depth_ = 0, skipped_ = 0; ///< skipped: open values of which nothing is read
  std::string text_;                 ///< of a key or a text that comes in parts
  Instruction instruction_;
  bool isFence_ = false, isSubtraction_ = false, isThread_ = false;
  bool anyWarp_ = false, anyThread_ = false; ///< so far
  std::vector<RawLane> lanes_;
  std::uint64_t name_[2] = {};
  std::vector<std::pair<std::uint64_t, std::uint64_t>> completed_; ///< two names a pair
};

} // namespace warplaw::linearize
