// The world of watched words: a third world of spec/'s structures (spec/world.h). What code computes from a cell is
// told to a watcher; where code asks whether a condition holds, the watcher answers. So what spec accepts can be read
// off the very code that accepts it, for all values at once (proofs/statements/accepted.h).
#pragma once
#include "spec/fields.h"
#include <cassert>
#include <fmt/format.h>

namespace warplaw::spec {

/// Who watches. A number that is no constant is known to it by a handle.
class Watcher {
public:
  using Handle = std::uint32_t;
  enum class Operation : std::uint8_t { Add, Subtract, Multiply, Divide, Remainder, And, Or, ShiftLeft, ShiftRight };
  enum class Comparison : std::uint8_t { Equal, Less }; ///< of numbers without a sign

  virtual ~Watcher() = default;
  virtual Handle constant(unsigned bits, std::uint64_t value) = 0;
  virtual Handle resized(Handle number, unsigned bits) = 0; ///< cut, or zeros above
  /// Modulo 2^bits; a shift by the width or more gives 0. Both have that width.
  virtual Handle apply(Operation operation, Handle a, Handle b) = 0;
  virtual Handle compare(Comparison comparison, Handle a, Handle b) = 0; ///< of width 1
  virtual bool holds(Handle condition) = 0;                              ///< a condition has width 1
};

template <class T> class Watched;
template <class T> inline constexpr bool kIsWatched = false;
template <class T> inline constexpr bool kIsWatched<Watched<T>> = true;

namespace detail {
template <class T> struct PlainOf {
  using Type = T;
};
template <class T> struct PlainOf<Watched<T>> {
  using Type = T;
};
/// The number behind a cell: an enumeration's, 0 or 1 of a bool.
template <class T> struct NumberOf {
  using Type = T;
};
template <class T>
  requires std::is_enum_v<T>
struct NumberOf<T> {
  using Type = std::underlying_type_t<T>;
};
template <class T> using Number = typename NumberOf<typename PlainOf<T>::Type>::Type;

/// What C++ computes with. No number here is negative (asserted of constants; whatever could make one is not offered),
/// so that a sign changes nothing.
template <class A, class B> using Common = std::make_unsigned_t<decltype(Number<A>{} + Number<B>{})>;

template <class A, class B>
concept AreWatched =
    (kIsWatched<A> || kIsWatched<B>) && IsCell<typename PlainOf<A>::Type> && IsCell<typename PlainOf<B>::Type>;
} // namespace detail

/// A number of T's storage: a constant, or what a watcher knows.
template <class T> class Watched {
public:
  static constexpr unsigned kBits = kBitsOf<T>;

  Watched() = default;
  Watched(T constant) : constant_(static_cast<std::uint64_t>(constant)) {
    if constexpr (std::is_signed_v<T>)
      assert(constant >= 0);
  }
  Watched(Watcher& watcher, Watcher::Handle handle) : watcher_(&watcher), handle_(handle) {}
  /// As C++ converts numbers: cut, or zeros above.
  template <class Other>
    requires(!std::same_as<Other, T>)
  explicit Watched(const Watched<Other>& other) : Watched(static_cast<T>(other.constant())) {
    if (other.watcher())
      *this = Watched(*other.watcher(), other.watcher()->resized(other.handle(), kBits));
  }

  Watcher* watcher() const { return watcher_; } ///< null of a constant
  Watcher::Handle handle() const { return handle_; }
  std::uint64_t constant() const { return constant_; } ///< 0 of what is none

  /// The answer to a condition; which value of an enumeration it is, asked one after the other.
  operator T() const
    requires(std::same_as<T, bool> || std::is_enum_v<T>)
  {
    if (!watcher_)
      return static_cast<T>(constant_);
    if constexpr (std::same_as<T, bool>) {
      return watcher_->holds(handle_);
    } else {
      std::uint64_t value = 0;
      while (value < onesIn(kBits) &&
             !watcher_->holds(watcher_->compare(Watcher::Comparison::Equal, handle_, watcher_->constant(kBits, value))))
        ++value;
      return static_cast<T>(value);
    }
  }
  /// For a number that is neither a bool nor an enumeration: is it other than 0?
  explicit operator bool() const
    requires(!std::same_as<T, bool> && !std::is_enum_v<T>)
  {
    return !!*this;
  }

private:
  static constexpr std::uint64_t onesIn(unsigned bits) { return ~std::uint64_t{0} >> (64 - bits); }
  Watcher* watcher_ = nullptr;
  Watcher::Handle handle_ = 0;
  std::uint64_t constant_ = 0;
};

namespace detail {

template <class To, class From> Watched<To> widened(const From& from) {
  if constexpr (std::same_as<From, Watched<To>>) {
    return from;
  } else if constexpr (kIsWatched<From>) {
    return Watched<To>(from);
  } else {
    if constexpr (std::is_signed_v<From>)
      assert(from >= 0);
    return Watched<To>(static_cast<To>(from));
  }
}

template <class T> Watcher::Handle handleIn(Watcher& watcher, const Watched<T>& number) {
  return number.watcher() ? number.handle() : watcher.constant(Watched<T>::kBits, number.constant());
}

/// Both sides told to whoever watches one of them; `plain` where nobody does.
template <class To, class C, class Plain, class Told>
Watched<To> combined(const Watched<C>& a, const Watched<C>& b, Plain plain, Told told) {
  Watcher* const watcher = a.watcher() ? a.watcher() : b.watcher();
  if (!watcher)
    return Watched<To>(static_cast<To>(plain(static_cast<C>(a.constant()), static_cast<C>(b.constant()))));
  return Watched<To>(*watcher, told(*watcher, handleIn(*watcher, a), handleIn(*watcher, b)));
}

template <class A, class B, class Plain>
auto operated(Watcher::Operation operation, const A& a, const B& b, Plain plain) {
  using C = Common<A, B>;
  return combined<C>(widened<C>(a), widened<C>(b), plain,
                     [operation](Watcher& watcher, auto x, auto y) { return watcher.apply(operation, x, y); });
}
template <class A, class B, class Plain>
Watched<bool> compared(Watcher::Comparison comparison, const A& a, const B& b, Plain plain) {
  using C = Common<A, B>;
  return combined<bool>(widened<C>(a), widened<C>(b), plain,
                        [comparison](Watcher& watcher, auto x, auto y) { return watcher.compare(comparison, x, y); });
}

} // namespace detail

// clang-format off
template <class A, class B> requires detail::AreWatched<A, B>
auto operator+(const A& a, const B& b) { return detail::operated(Watcher::Operation::Add, a, b, [](auto x, auto y) { return x + y; }); }
template <class A, class B> requires detail::AreWatched<A, B>
auto operator*(const A& a, const B& b) { return detail::operated(Watcher::Operation::Multiply, a, b, [](auto x, auto y) { return x * y; }); }
template <class A, class B> requires detail::AreWatched<A, B>
auto operator/(const A& a, const B& b) { return detail::operated(Watcher::Operation::Divide, a, b, [](auto x, auto y) { return x / y; }); }
template <class A, class B> requires detail::AreWatched<A, B>
auto operator%(const A& a, const B& b) { return detail::operated(Watcher::Operation::Remainder, a, b, [](auto x, auto y) { return x % y; }); }
template <class A, class B> requires detail::AreWatched<A, B>
auto operator&(const A& a, const B& b) { return detail::operated(Watcher::Operation::And, a, b, [](auto x, auto y) { return x & y; }); }
template <class A, class B> requires detail::AreWatched<A, B>
auto operator|(const A& a, const B& b) { return detail::operated(Watcher::Operation::Or, a, b, [](auto x, auto y) { return x | y; }); }
template <class A, class B> requires detail::AreWatched<A, B>
auto operator>>(const A& a, const B& b) { return detail::operated(Watcher::Operation::ShiftRight, a, b, [](auto x, auto y) { return x >> y; }); }
/// `a` is unsigned, of 32 or 64 bits, and has the result's type: only such numbers may wrap.
template <class A, class B> requires(detail::AreWatched<A, B> && std::same_as<detail::Number<A>, detail::Common<A, B>>)
auto operator-(const A& a, const B& b) { return detail::operated(Watcher::Operation::Subtract, a, b, [](auto x, auto y) { return x - y; }); }
template <class A, class B> requires(detail::AreWatched<A, B> && std::same_as<detail::Number<A>, detail::Common<A, B>>)
auto operator<<(const A& a, const B& b) { return detail::operated(Watcher::Operation::ShiftLeft, a, b, [](auto x, auto y) { return x << y; }); }

template <class A, class B> requires detail::AreWatched<A, B>
Watched<bool> operator==(const A& a, const B& b) { return detail::compared(Watcher::Comparison::Equal, a, b, [](auto x, auto y) { return x == y; }); }
template <class A, class B> requires detail::AreWatched<A, B>
Watched<bool> operator<(const A& a, const B& b) { return detail::compared(Watcher::Comparison::Less, a, b, [](auto x, auto y) { return x < y; }); }
template <class T> requires kIsWatched<T>
Watched<bool> operator!(const T& a) { return a == detail::Number<T>{}; }
template <class A, class B> requires detail::AreWatched<A, B>
Watched<bool> operator!=(const A& a, const B& b) { return !(a == b); }
template <class A, class B> requires detail::AreWatched<A, B>
Watched<bool> operator>(const A& a, const B& b) { return b < a; }
template <class A, class B> requires detail::AreWatched<A, B>
Watched<bool> operator<=(const A& a, const B& b) { return !(b < a); }
template <class A, class B> requires detail::AreWatched<A, B>
Watched<bool> operator>=(const A& a, const B& b) { return !(a < b); }
// clang-format on

/// A condition of both sides, asked once: unlike C++'s own it looks at both.
template <class A, class B>
  requires detail::AreWatched<A, B>
Watched<bool> operator&&(const A& a, const B& b) {
  return Watched<bool>((!!detail::widened<detail::Number<A>>(a) & !!detail::widened<detail::Number<B>>(b)) != 0);
}
template <class A, class B>
  requires detail::AreWatched<A, B>
Watched<bool> operator||(const A& a, const B& b) {
  return Watched<bool>((!!detail::widened<detail::Number<A>>(a) | !!detail::widened<detail::Number<B>>(b)) != 0);
}

/// A cell's number, in either world.
template <IsCell T> constexpr std::uint64_t numberOf(T cell) { return static_cast<std::uint64_t>(cell); }
template <class T> Watched<std::uint64_t> numberOf(const Watched<T>& cell) {
  return detail::widened<std::uint64_t>(cell);
}

/// The world itself.
struct AsWatched {
  template <class T> using Cell = Watched<T>;
  template <class T, std::size_t N> using Array = std::array<T, N>;
  template <class T> static Watched<T> initial(T value) { return value; }
  static std::array<Watched<std::uint8_t>, kLanes> laneNumbers() {
    std::array<Watched<std::uint8_t>, kLanes> lanes;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      lanes[lane] = static_cast<std::uint8_t>(lane);
    return lanes;
  }
  template <class T> static std::array<Watched<T>, kLanes> everywhere(T value) {
    std::array<Watched<T>, kLanes> lanes;
    lanes.fill(value);
    return lanes;
  }
};

/// The structure whose cells are these, in the order of eachCell.
template <class S> InWorld<S, AsWatched> watched(Watcher& watcher, std::span<const Watcher::Handle> cells) {
  InWorld<S, AsWatched> structure;
  const S layout{};
  std::size_t next = 0;
  eachCell([&](const CellPlace&, const auto&,
               auto& cell) { cell = std::remove_reference_t<decltype(cell)>(watcher, cells[next++]); },
           layout, structure);
  assert(next == cells.size());
  return structure;
}

} // namespace warplaw::spec

/// What messages say of a number that is watched: nobody reads them.
template <class T> struct fmt::formatter<warplaw::spec::Watched<T>> {
  constexpr auto parse(fmt::format_parse_context& context) {
    auto at = context.begin();
    while (at != context.end() && *at != '}')
      ++at;
    return at;
  }
  template <class Context> auto format(const warplaw::spec::Watched<T>&, Context& context) const {
    auto out = context.out();
    *out++ = '?'; // format_to would be compiled for this alone
    return out;
  }
};
