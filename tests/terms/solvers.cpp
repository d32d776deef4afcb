// Both solvers, fed with text: Z3 in this process, cvc5 as a program.
#include "solvers.h"
#include "symbolic/terms/smt.h"
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <unistd.h>
#include <z3.h>

namespace warplaw::symbolic {
namespace {

std::string askZ3(const std::string& text, unsigned milliseconds) {
  const std::unique_ptr<_Z3_config, void (*)(Z3_config)> config(Z3_mk_config(), Z3_del_config);
  Z3_set_param_value(config.get(), "timeout", std::to_string(milliseconds).c_str());
  const std::unique_ptr<_Z3_context, void (*)(Z3_context)> context(Z3_mk_context(config.get()), Z3_del_context);
  return Z3_eval_smtlib2_string(context.get(), text.c_str());
}

std::string askCvc5(const std::string& text, unsigned milliseconds) {
  const std::string path = ::testing::TempDir() + "terms-" + std::to_string(getpid()) + ".smt2";
  std::ofstream(path) << text;
  const bool isOfBits = text.find(kFloatLogic) == text.npos && text.find("(set-logic ALL)") == text.npos;
  const std::string eager = isOfBits ? "--bitblast=eager " : "";
  const std::string halves = text.find(kHalf) == text.npos ? "" : "--fp-exp ";
  const std::string command =
      "cvc5 --lang=smt2 " + eager + halves + "--tlimit-per=" + std::to_string(milliseconds) + " '" + path + "' 2>&1";
  std::string answer;
  if (FILE* pipe = popen(command.c_str(), "r")) {
    char part[4096];
    while (const std::size_t size = std::fread(part, 1, sizeof part, pipe))
      answer.append(part, size);
    pclose(pipe);
  }
  std::remove(path.c_str());
  return answer;
}

} // namespace

std::string ask(Solver solver, const std::string& text, unsigned milliseconds) {
  return solver == Solver::Z3 ? askZ3(text, milliseconds) : askCvc5(text, milliseconds);
}

} // namespace warplaw::symbolic
