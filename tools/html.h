// Text of HTML pages, written so that it is well-formed XML, too.
#pragma once
#include <string>
#include <string_view>

namespace warplaw::tools {

/// Escaped for text and for attributes in double quotes; what is no printable ASCII is `?`, but for line ends.
std::string html(std::string_view text);
/// A name as an element's id: "theorem-shfl.portable".
std::string idOf(std::string_view kind, std::string_view name);

/// A part of a page that the search shows or hides whole; an empty id: none. `title`, `body`: HTML.
std::string article(const std::string& id, const std::string& title, const std::string& body);
/// A part that the page's contents lead to; where it is empty, what `none` says.
std::string section(std::string_view id, std::string_view title, const std::string& body, std::string_view none);
/// The first line of a page (pageOf): what came of all of it, in colour.
std::string sumLine(bool isGood, const std::string& text);
/// A paragraph of what is said beside, and of what went wrong.
std::string soft(std::string_view text);
std::string failed(std::string_view text);
/// Text as it stands, which may be wider than the page; nothing of nothing.
std::string pre(const std::string& text);
/// An element that may be wider than the page.
std::string wide(const std::string& element);

/// The colours and signs of pictures of warps (CSS): of a page, and of a picture in a file of its own.
std::string_view pictureStyle();

/// A whole document without anything from outside: style and script stand in it, and it may load nothing else. The
/// script adds a search over all <article>s, `?q=WORDS` of the address included; everything is there without it. `sum`
/// stands above all else; empty: there is none.
std::string pageOf(std::string_view title, std::string_view sum, std::string_view body);

} // namespace warplaw::tools
