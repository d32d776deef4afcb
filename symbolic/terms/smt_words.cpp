// The words of SMT-LIB that queries are written in.
#include "symbolic/terms/smt_words.h"
#include "symbolic/terms/float_format.h"
#include <cassert>
#include <charconv>

namespace warplaw::symbolic {

std::string_view operatorOf(const Node& node) {
  const bool truth = node.args[0]->width == 1; // then every operand is a Bool
  switch (node.op) {
  case Op::Not:
    return truth ? "not" : "bvnot";
  case Op::And:
    return truth ? "and" : "bvand";
  case Op::Or:
    return truth ? "or" : "bvor";
  case Op::Xor:
    return truth ? "xor" : "bvxor";
  case Op::Add:
    return truth ? "xor" : "bvadd";
  case Op::Sub:
    return truth ? "xor" : "bvsub";
  case Op::Mul:
    return truth ? "and" : "bvmul";
  case Op::Neg:
    return "bvneg";
  case Op::Shl:
    return "bvshl";
  case Op::Lshr:
    return "bvlshr";
  case Op::Ashr:
    return "bvashr";
  case Op::Eq:
    return "=";
  case Op::Ult:
    return "bvult";
  case Op::Ule:
    return "bvule";
  case Op::Slt:
    return "bvslt";
  case Op::Sle:
    return "bvsle";
  case Op::Ite:
    return "ite";
  case Op::Concat:
    return "concat";
  default:
    break;
  }
  assert(false && "printed in a way of its own");
  return {};
}

void writeNumber(std::string& out, std::uint64_t number) {
  char digits[20];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void writeConstant(std::string& out, unsigned width, Bits value) {
  const bool hex = width % 4 == 0;
  out += hex ? "#x" : "#b";
  const unsigned step = hex ? 4 : 1;
  for (unsigned low = width; low != 0; low -= step)
    out += "0123456789abcdef"[static_cast<unsigned>(value >> (low - step)) & (hex ? 15 : 1)];
}

void writeSort(std::string& out, unsigned width) {
  if (width == 1) {
    out += "Bool";
    return;
  }
  out += "(_ BitVec ";
  writeNumber(out, width);
  out += ')';
}

void writeFormat(std::string& out, unsigned width) {
  const FloatFormat format = floatFormat(width);
  writeNumber(out, format.exponent());
  out += ' ';
  writeNumber(out, format.fraction + 1);
}

void writeName(std::string& out, std::string_view name) {
  out += '|';
  out += name;
  out += '|';
}

} // namespace warplaw::symbolic
