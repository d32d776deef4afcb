// Block linear: GOBs of 512 bytes, blocks of up to 32 by 32 of them, slabs of blocks, layers of slabs (SURED-8).
#include "symbolic/encodings/block_linear.h"
#include "spec/texture_header.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {

constexpr unsigned kGobBytesLog = 9, kGobRowsLog = 3, kGobColumnsLog = 6;

/// value >> bits, by a constant.
Term above(Term value, unsigned bits) { return value.extract(value.width() - 1, bits).zext(value.width()); }

Term one(Term like) { return like.terms().constant(like.width(), 1); }

/// The lowest bits of value, `log` of them.
Term below(Term value, Term log) { return value & (one(log).shl(log) - Bits(1)); }

/// value / 2^log, rounded up.
Term unitsOf(Term value, Term log) { return (value + (one(log).shl(log) - Bits(1))).lshr(log); }

/// How far the rules' loop halves a block of `unit << log` rows or slices: on to 0, or until it has fewer than twice as
/// many as the surface. That is the greatest log, up to the given one, which is 0 or has fewer.
Term shrunk(Term log, Bits unit, Term count) {
  Terms& terms = log.terms();
  const Term twice = count + count;
  Term result = terms.constant(64, 0);
  for (unsigned candidate = 1; candidate <= spec::kMostBlockLog; ++candidate) {
    const Term stays = ~log.ult(Bits(candidate)) & terms.constant(64, unit << candidate).ult(twice);
    result = stays.ite(terms.constant(64, candidate), result);
  }
  return result;
}

} // namespace

BlockLinearShape blockLinearShape(Term widthBytes, Term height, Term depth, Term blockHeight, Term blockDepth) {
  BlockLinearShape shape;
  shape.heightLog = shrunk(blockHeight, Bits(1) << kGobRowsLog, height);
  shape.depthLog = shrunk(blockDepth, 1, depth);
  shape.columns = above(widthBytes + Bits((1u << kGobColumnsLog) - 1), kGobColumnsLog);
  shape.block = widthBytes.terms().constant(64, 1u << kGobBytesLog).shl(shape.heightLog + shape.depthLog);
  shape.rowOfBlocks = shape.columns * shape.block;
  shape.rows = unitsOf(height, shape.heightLog + Bits(kGobRowsLog));
  shape.slab = shape.rows * shape.rowOfBlocks;
  return shape;
}

Term blockLinearLayerBytes(const BlockLinearShape& shape, Term depth) {
  return unitsOf(depth, shape.depthLog) * shape.slab;
}

Term gobOffset(Term x, Term y) {
  return x.bit(5).concat(y.extract(2, 1)).concat(x.bit(4)).concat(y.bit(0)).concat(x.extract(3, 0)).zext(64);
}

BlockLinearOffset blockLinearOffset(const BlockLinearShape& shape, Term x, Term y, Term z, Term layer) {
  Terms& terms = x.terms();
  const Term gobRow = above(y, kGobRowsLog), gobBytesLog = terms.constant(64, kGobBytesLog);
  BlockLinearOffset place;
  place.slabs = z.lshr(shape.depthLog) * shape.slab;
  place.slices = below(z, shape.depthLog).shl(gobBytesLog + shape.heightLog);
  place.rows = gobRow.lshr(shape.heightLog) * shape.rowOfBlocks;
  place.gobs = below(gobRow, shape.heightLog).shl(gobBytesLog);
  place.columns = above(x, kGobColumnsLog) * shape.block;
  place.gob = gobOffset(x, y);
  place.layers = layer * shape.slab;
  place.offset = place.slabs + place.slices + place.rows + place.gobs + place.columns + place.gob + place.layers;
  return place;
}

} // namespace warplaw::symbolic
