// Rejection: why an input was not accepted, as a value that names its rule and place; never an exception.
#pragma once
#include <boost/system/result.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace warplaw::spec {

struct Rejection {
  std::string rule;     ///< stable rule name ("ATOMS-8"), or "syntax" / "case-format" / "file" where no rule applies
  std::string message;  ///< one line: what is wrong
  std::string accepted; ///< what would be accepted here; may be empty
  std::size_t position = 0; ///< byte offset into the text that was read
  bool operator==(const Rejection&) const = default;
};

/// A value or the reason why there is none.
template <class T> using Result = boost::system::result<T, Rejection>;

/// Found by boost::system::result when value() is called on a rejection: a programming error, not an input error.
[[noreturn]] void throw_exception_from_error(const Rejection& rejection, const boost::source_location& where);

/// "ATOMS-8: message (accepted: ...)" followed by the text and a caret under the position.
std::string describe(const Rejection& rejection, std::string_view text);

} // namespace warplaw::spec
