// Folding rules: not, and, or, xor. Operands of and, or, xor stand in a canonical order, a constant last.
#include "symbolic/fold.h"

namespace warplaw::symbolic::fold {
namespace {

void xWithItself(Instances& i) { i.emit({i.x(), i.x()}); }

const Rule kRules[] = {
    {"not.not", Op::Not, [](Terms&, const Parts& p) { return is(p.a(), Op::Not) ? p.a().arg(0) : Term(); },
     [](Instances& i) { i.emit({~i.x()}); }},
    {"and.same", Op::And, [](Terms&, const Parts& p) { return p.a().same(p.b()) ? p.a() : Term(); },
     xWithItself},
    {"or.same", Op::Or, [](Terms&, const Parts& p) { return p.a().same(p.b()) ? p.a() : Term(); },
     xWithItself},
};

} // namespace

std::span<const Rule> bitwiseRules() { return kRules; }

} // namespace warplaw::symbolic::fold
