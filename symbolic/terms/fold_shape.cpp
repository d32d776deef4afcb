// Folding rules: shl, lshr, ashr, concat, extract, zext, sext. Shifts by constants are extracts and concatenations;
// concatenations lean to the right; a concatenation with 0 on top is a zero-extension.
#include "symbolic/terms/fold_words.h"
#include <algorithm>

namespace warplaw::symbolic::fold {
namespace {

// ---- shifts

Term shiftByConstant(Terms& terms, const Parts& p) {
  const Term x = p.a();
  if (!p.b().isConstant())
    return {};
  const Bits amount = p.b().value();
  const unsigned width = p.width;
  if (amount == 0)
    return x;
  if (amount >= width)
    return p.op == Ashr ? x.bit(width - 1).sext(width) : constantLike(x, 0);
  const auto n = static_cast<unsigned>(amount);
  if (p.op == Shl)
    return x.extract(width - 1 - n, 0).concat(terms.constant(n, 0));
  const Term kept = x.extract(width - 1, n);
  return p.op == Lshr ? kept.zext(width) : kept.sext(width);
}

/// 0 stays 0 whatever the amount; ashr leaves all ones as they are.
Term shiftOfConstant(Terms&, const Parts& p) {
  return isZero(p.a()) || (p.op == Ashr && isOnes(p.a())) ? p.a() : Term();
}
void constantShifted(Instances& i) {
  i.emit({i.zero(), i.x()});
  if (i.op == Ashr)
    i.emit({i.ones(), i.x()});
}

// ---- concat

/// Are these neighbours of one term, or two constants: does their concatenation fold?
bool join(Term high, Term low) {
  if (high.isConstant() && low.isConstant())
    return true;
  return is(high, Extract) && is(low, Extract) && high.arg(0).same(low.arg(0)) && lowOf(high) == highOf(low) + 1;
}

/// What a concatenation of two neighbours is, if that is simpler than the two.
Term joined(Term high, Term low) {
  if (join(high, low)) {
    if (high.isConstant())
      return high.concat(low);
    return high.arg(0).extract(highOf(high), lowOf(low));
  }
  if (high.op() != low.op())
    return {};
  if (is(high, Not) && join(high.arg(0), low.arg(0)))
    return ~high.arg(0).concat(low.arg(0));
  if (is(high, And) || is(high, Or) || is(high, Xor))
    for (const unsigned i : {0u, 1u})
      if (join(high.arg(0), low.arg(i)) && join(high.arg(1), low.arg(1 - i)))
        return make(high.op(), high.arg(0).concat(low.arg(i)), high.arg(1).concat(low.arg(1 - i)));
  if (is(high, Ite) && high.arg(0).same(low.arg(0)))
    return high.arg(0).ite(high.arg(1).concat(low.arg(1)), high.arg(2).concat(low.arg(2)));
  return {};
}

Term concatJoins(Terms&, const Parts& p) {
  if (const Term all = joined(p.a(), p.b()))
    return all;
  if (!is(p.b(), Concat))
    return {};
  const Term upper = joined(p.a(), p.b().arg(0));
  return upper ? upper.concat(p.b().arg(1)) : Term();
}
void neighbours(Instances& i) {
  const unsigned width = i.width;
  const auto emit = [&](Term high, Term low) {
    i.emitWide(width, {high, low});
    i.emitWide(width + 3, {high, low.concat(i.var("r", 3))});
  };
  i.cuts([&](unsigned cut) {
    const auto high = [&](Term t) { return t.extract(width - 1, cut); };
    const auto low = [&](Term t) { return t.extract(cut - 1, 0); };
    const Term x = i.x(), y = i.y();
    emit(high(x), low(x));
    emit(~high(x), ~low(x));
    emit(i.c().ite(i.var("h", width - cut), i.var("m", width - cut)), i.c().ite(i.var("l", cut), i.var("n", cut)));
    for (const Op op : {And, Or, Xor}) {
      emit(make(op, high(x), high(y)), make(op, low(x), low(y)));
      emit(make(op, high(x), high(y)), make(op, low(y), low(x)));
      i.some(width, [&](Term k) {
        const auto ks = splitAt(k, cut);
        emit(make(op, high(x), ks->first), make(op, low(x), ks->second));
        emit(make(op, high(x), ks->first), make(op, ks->second, low(x)));
      });
    }
    i.extracts([&](unsigned both, unsigned bottom) {
      const unsigned top = bottom + both - 1;
      if (cut <= bottom || top < cut)
        return;
      const Term upper = x.extract(top, cut), lower = x.extract(cut - 1, bottom);
      i.emitWide(both, {upper, lower});
      i.emitWide(both + 3, {upper, lower.concat(i.var("r", 3))});
    });
    i.some(width, [&](Term k) {
      const auto ks = splitAt(k, cut);
      i.emitWide(width + 3, {ks->first, ks->second.concat(i.var("r", 3))});
    });
  });
}

Term concatLeansRight(Terms&, const Parts& p) {
  return is(p.a(), Concat) ? p.a().arg(0).concat(p.a().arg(1).concat(p.b())) : Term();
}

Term concatZeroOnTop(Terms&, const Parts& p) {
  if (isZero(p.a()))
    return p.b().zext(p.width);
  if (is(p.a(), Zext) && p.a().arg(0).width() < p.a().width())
    return p.a().arg(0).concat(p.b()).zext(p.width);
  return {};
}

/// A constant over a zero-extension: the zeros belong to the constant.
Term concatConstantZext(Terms& terms, const Parts& p) {
  const auto simple = [](Term t) { return is(t, Ite) && t.arg(1).isConstant() && t.arg(2).isConstant(); };
  const Term a = p.a(), b = p.b();
  if (a.isConstant() && is(b, Zext) && b.arg(0).width() < b.width())
    return a.concat(terms.constant(b.width() - b.arg(0).width(), 0)).concat(b.arg(0));
  if (a.isConstant() && simple(b))
    return b.arg(0).ite(a.concat(b.arg(1)), a.concat(b.arg(2)));
  if (simple(a) && b.isConstant())
    return a.arg(0).ite(a.arg(1).concat(b), a.arg(2).concat(b));
  return {};
}
void constantsOnTop(Instances& i) {
  i.cuts([&](unsigned cut) {
    i.each(i.width - cut,
           [&](Term k) { i.cuts(cut, [&](unsigned l) { i.emitWide(i.width, {k, i.var("l", l).zext(cut)}); }); });
    i.pairs(i.width - cut, cut, [&](Term k, Term l) {
      const auto other = [](Term t) { return constantLike(t, ~t.value()); };
      i.emitWide(i.width, {k, i.c().ite(l, other(l))});
      i.emitWide(i.width, {i.c().ite(k, other(k)), l});
    });
  });
}

// ---- extract

Term extractAgain(Terms& terms, const Parts& p) {
  const Term a = p.a();
  const auto low = static_cast<unsigned>(p.value), high = low + p.width - 1;
  if (p.width == a.width())
    return a;
  if (is(a, Extract))
    return a.arg(0).extract(high + lowOf(a), low + lowOf(a));
  if (is(a, Concat)) {
    const unsigned seam = a.arg(1).width();
    if (high < seam)
      return a.arg(1).extract(high, low);
    if (low >= seam)
      return a.arg(0).extract(high - seam, low - seam);
    return a.arg(0).extract(high - seam, 0).concat(a.arg(1).extract(seam - 1, low));
  }
  if (!is(a, Zext) && !is(a, Sext))
    return {};
  const Term x = a.arg(0);
  const unsigned inner = x.width();
  if (high < inner)
    return x.extract(high, low);
  if (is(a, Zext))
    return low >= inner ? terms.constant(p.width, 0) : x.extract(inner - 1, low).zext(p.width);
  return x.extract(inner - 1, std::min(low, inner - 1)).sext(p.width);
}
void layered(Instances& i) {
  const Term wider = i.var("wider", i.width + 4);
  i.extracts([&](unsigned width, unsigned low) {
    i.emitWide(width, {wider.extract(i.width + 2, 3)}, low);
    i.cuts([&](unsigned cut) {
      i.emitWide(width, {i.var("h", i.width - cut).concat(i.var("l", cut))}, low);
      i.emitWide(width, {i.var("l", cut).zext(i.width)}, low);
      i.emitWide(width, {i.var("l", cut).sext(i.width)}, low);
    });
  });
  i.emitWide(i.width, {i.x()}, 0);
}

bool falls(Term t) { return t.isConstant() || is(t, Concat) || is(t, Zext) || is(t, Sext); }

/// Bits of bitwise operations and choices: where a single bit is asked, or an operand falls apart by it.
Term extractThrough(Terms& terms, const Parts& p) {
  const Term a = p.a();
  const auto low = static_cast<unsigned>(p.value), high = low + p.width - 1;
  const auto taken = [&](Term t) { return t.extract(high, low); };
  const bool bit = p.width == 1;
  switch (a.op()) {
  case Not:
    return bit || falls(a.arg(0)) ? ~taken(a.arg(0)) : Term();
  case And:
  case Or:
  case Xor:
    return bit || falls(a.arg(0)) || falls(a.arg(1)) ? make(a.op(), taken(a.arg(0)), taken(a.arg(1))) : Term();
  case Ite: {
    const bool decides = a.arg(1).isConstant() || a.arg(2).isConstant() || (falls(a.arg(1)) && falls(a.arg(2)));
    return bit || decides ? a.arg(0).ite(taken(a.arg(1)), taken(a.arg(2))) : Term();
  }
  case Neg:
    return low == 0 && falls(a.arg(0)) ? taken(a.arg(0)).negated() : Term();
  case Add:
  case Sub:
  case Mul:
    return low == 0 && (falls(a.arg(0)) || falls(a.arg(1))) ? make(a.op(), taken(a.arg(0)), taken(a.arg(1))) : Term();
  default:
    return {};
  }
}
void operations(Instances& i) {
  const Term x = i.x(), y = i.y();
  i.extracts([&](unsigned width, unsigned low) {
    const auto emit = [&](Term t) { i.emitWide(width, {t}, low, width == 1); };
    for (const Term t : {~x, x & y, x | y, x ^ y, i.c().ite(x, y)})
      emit(t);
    i.few(i.width, [&](Term k) {
      for (const Op op : {And, Or, Xor})
        i.emitWide(width, {make(op, x, k)}, low);
      i.emitWide(width, {i.c().ite(x, k)}, low);
      i.emitWide(width, {i.c().ite(k, x)}, low);
      for (const Op op : {Add, Sub, Mul}) {
        i.emitWide(width, {make(op, x, k)}, low, low == 0);
        i.emitWide(width, {make(op, k, x)}, low, low == 0);
      }
    });
    i.cuts([&](unsigned cut) {
      if (cut != 1 && cut != i.width / 2 && cut != i.width - 1) // where the seam is does not matter to this rule
        return;
      const Term wide[] = {i.var("h", i.width - cut).concat(i.var("l", cut)), i.var("l", cut).zext(i.width),
                           i.var("l", cut).sext(i.width)};
      for (const Term w : wide) {
        for (const Term t : {~w, w & x, x | w, w ^ x, i.c().ite(w, wide[0])})
          i.emitWide(width, {t}, low);
        for (const Term t : {w.negated(), w + x, x - w, w * x})
          i.emitWide(width, {t}, low, low == 0);
      }
    });
  });
}

// ---- zext, sext

Term widenNothing(Terms&, const Parts& p) { return p.a().width() == p.width ? p.a() : Term(); }

Term widenAgain(Terms&, const Parts& p) {
  const Term a = p.a();
  if (is(a, Zext) && (p.op == Zext || a.arg(0).width() < a.width()))
    return a.arg(0).zext(p.width);
  if (p.op == Sext && is(a, Sext))
    return a.arg(0).sext(p.width);
  if (p.op == Sext && is(a, Concat))
    return a.arg(0).sext(p.width - a.arg(1).width()).concat(a.arg(1));
  return {};
}
void widened(Instances& i) {
  i.widthsFrom(i.width, [&](unsigned middle) {
    i.widthsFrom(middle, [&](unsigned wide) {
      i.emitWide(wide, {i.x().zext(middle)}, 0, i.op == Zext || i.width < middle);
      if (i.op == Sext)
        i.emitWide(wide, {i.x().sext(middle)});
    });
  });
  if (i.op == Zext)
    return;
  i.cuts([&](unsigned cut) {
    i.widthsFrom(i.width,
                 [&](unsigned wide) { i.emitWide(wide, {i.var("h", i.width - cut).concat(i.var("l", cut))}); });
  });
}

Term widenChoice(Terms& terms, const Parts& p) {
  const Term a = p.a();
  if (!is(a, Ite) || !a.arg(1).isConstant() || !a.arg(2).isConstant())
    return {};
  const auto wide = [&](Term t) { return terms.make(p.op, p.width, std::array{t}); };
  return a.arg(0).ite(wide(a.arg(1)), wide(a.arg(2)));
}
void choicesWidened(Instances& i) {
  i.pairs(i.width,
          [&](Term k, Term l) { i.widthsFrom(i.width, [&](unsigned wide) { i.emitWide(wide, {i.c().ite(k, l)}); }); });
}
void toSameWidth(Instances& i) { i.emitWide(i.width, {i.x()}); }

const Rule kRules[] = {
    {"shl.constant", Shl, shiftByConstant, [](Instances& i) { i.each(i.width, [&](Term k) { i.emit({i.x(), k}); }); }},
    {"lshr.constant", Lshr, shiftByConstant,
     [](Instances& i) { i.each(i.width, [&](Term k) { i.emit({i.x(), k}); }); }},
    {"ashr.constant", Ashr, shiftByConstant,
     [](Instances& i) { i.each(i.width, [&](Term k) { i.emit({i.x(), k}); }); }},
    {"lshr.of_constant", Lshr, shiftOfConstant, constantShifted},

    {"concat.leans_right", Concat, concatLeansRight,
     [](Instances& i) {
       i.cuts([&](unsigned cut) {
         i.emitWide(i.width + 3, {i.var("h", i.width - cut).concat(i.var("l", cut)), i.var("r", 3)});
       });
     }},
    {"concat.zero_on_top", Concat, concatZeroOnTop,
     [](Instances& i) {
       i.cuts([&](unsigned cut) {
         i.emitWide(i.width, {i.terms.constant(cut, 0), i.var("l", i.width - cut)});
         i.cuts(cut, [&](unsigned m) { i.emitWide(i.width, {i.var("m", m).zext(cut), i.var("l", i.width - cut)}); });
       });
     }},
    {"concat.join", Concat, concatJoins, neighbours},
    {"concat.constant_on_top", Concat, concatConstantZext, constantsOnTop},

    {"extract.layers", Extract, extractAgain, layered},
    {"extract.through", Extract, extractThrough, operations},

    {"zext.nothing", Zext, widenNothing, toSameWidth},
    {"sext.nothing", Sext, widenNothing, toSameWidth},
    {"zext.again", Zext, widenAgain, widened},
    {"zext.choice", Zext, widenChoice, choicesWidened},
    {"sext.choice", Sext, widenChoice, choicesWidened},
};

} // namespace

std::span<const Rule> shapeRules() { return kRules; }

} // namespace warplaw::symbolic::fold
