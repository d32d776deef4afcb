// A form or the choices of some instruction, by value. Which structure it holds, only that instruction's rooms know:
// nothing that includes this is built anew when an instruction's fields change.
#pragma once
#include "spec/mnemonic.h"
#include <any>
#include <cassert>
#include <utility>

namespace warplaw::spec {

/// Tag tells forms and choices apart. A structure says whose it is: `static constexpr Mnemonic kMnemonic`.
template <class Tag> class Structure {
public:
  Structure() = default; ///< holds nothing
  template <class S>
    requires requires { S::kMnemonic; }
  Structure(const S& value) : value_(value), mnemonic_(S::kMnemonic), equal_(equal<S>), bytes_(bytes<S>) {}

  Mnemonic mnemonic() const { return mnemonic_; }
  bool isEmpty() const { return !value_.has_value(); }
  /// The structure, which must be an S.
  template <class S> const S& as() const {
    const S* found = std::any_cast<S>(&value_);
    assert(found && "a structure of another instruction");
    return *found;
  }
  template <class S> S& as() { return const_cast<S&>(std::as_const(*this).template as<S>()); }

  /// Where the structure lies, whichever it is (spec/layout.h).
  const void* data() const { return bytes_(value_); }
  void* data() { return const_cast<void*>(std::as_const(*this).data()); }

  bool operator==(const Structure& other) const {
    if (isEmpty() || other.isEmpty())
      return isEmpty() == other.isEmpty();
    return mnemonic_ == other.mnemonic_ && equal_(value_, other.value_);
  }

private:
  template <class S> static bool equal(const std::any& a, const std::any& b) {
    return *std::any_cast<S>(&a) == *std::any_cast<S>(&b);
  }
  template <class S> static const void* bytes(const std::any& value) { return std::any_cast<S>(&value); }
  std::any value_;
  Mnemonic mnemonic_{};
  bool (*equal_)(const std::any&, const std::any&) = nullptr;
  const void* (*bytes_)(const std::any&) = nullptr;
};

using Form = Structure<struct FormTag>;
using Choices = Structure<struct ChoicesTag>;

} // namespace warplaw::spec
