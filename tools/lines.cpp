#include "tools/lines.h"
#include "spec/byte_order_mark.h"
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

namespace warplaw::tools {

spec::Result<void> openText(std::ifstream& file, const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    return spec::Rejection{"file", "is a folder", "a file"};
  file.open(path == "-" ? "/dev/stdin" : path, std::ios::binary);
  if (!file)
    return spec::Rejection{"file", fmt::format("cannot be read: {}", std::strerror(errno)), ""};
  return {};
}

spec::Rejection tooLong(std::string_view what, std::size_t limit) {
  return {"file", fmt::format("{} larger than {} bytes", what, limit), ""};
}

spec::Rejection brokenOff() { return {"file", "cannot be read to its end", ""}; }

spec::Result<void> eachLine(const std::string& path, std::size_t limit,
                            const std::function<bool(const std::string& line)>& line) {
  std::ifstream file;
  if (auto open = openText(file, path); !open)
    return open.error();
  std::string text;
  char block[1 << 12];
  for (bool isFirst = true;;) {
    file.getline(block, sizeof block);
    const bool isCut = file.fail() && !file.eof() && !file.bad(); // the line goes on, or there is none more
    const auto got = static_cast<std::size_t>(file.gcount());
    text.append(block, file.eof() || isCut ? got : got - std::min<std::size_t>(got, 1));
    if (file.bad())
      return brokenOff();
    if (text.size() > limit)
      return tooLong("has a line that is", limit);
    if (isCut) {
      file.clear();
      continue;
    }
    if (file.eof() && text.empty() && !isFirst)
      return {};
    if (isFirst)
      text = spec::withoutByteOrderMark(std::move(text));
    if (!line(text) || file.eof())
      return {};
    isFirst = false;
    text.clear();
  }
}

std::vector<std::string_view> wordsOf(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = text.find_first_not_of(" \t\r", at)) != text.npos;) {
    words.push_back(text.substr(at, text.find_first_of(" \t\r", at) - at));
    at += words.back().size();
  }
  return words;
}

} // namespace warplaw::tools
