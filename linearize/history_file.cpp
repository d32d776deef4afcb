// Boost.JSON's streaming parser, told what a history is by history_reading.h. Numbers are JSON integers (negative ones:
// two's complement) or "0x.." strings.
#include "linearize/history_file.h"
#include "linearize/check.h"
#include "linearize/history_reading.h"
#include <boost/json/basic_parser_impl.hpp>
#include <fmt/format.h>

namespace warplaw::linearize {

namespace json = boost::json;
using spec::Rejection;

struct HistoryReader::Parser {
  json::basic_parser<Reading> parser{json::parse_options()};
};

HistoryReader::HistoryReader() : parser_(std::make_unique<Parser>()) {}
HistoryReader::~HistoryReader() = default;

spec::Result<void> HistoryReader::read(std::string_view line, History& history) {
  clear(history);
  isCutOff_ = false;
  if (line.size() > kMaxLine)
    return Rejection{"history", "the line is too long", fmt::format("at most {} bytes", kMaxLine)};
  json::basic_parser<Reading>& parser = parser_->parser;
  boost::system::error_code error;
  parser.reset();
  parser.handler().begin(history);
  const std::size_t read = parser.write_some(false, line.data(), line.size(), error);
  isCutOff_ = error == json::error::incomplete;
  if (!error && line.find_first_not_of(" \t\r\n", read) != std::string_view::npos)
    error = json::error::extra_data;
  if (error)
    return Rejection{"syntax", fmt::format("no JSON: {}", error.message()), "one JSON object a line", read};
  if (parser.handler().rejection())
    return *parser.handler().rejection();
  auto valid = validate(history);
  if (valid)
    return valid;
  Rejection rejection = valid.error();
  rejection.position = 0; // an index, which says nothing of the text
  return rejection;
}

} // namespace warplaw::linearize
