// The block-linear layout of a surface's first level as a pure map: from bytes, rows, slices and layers to the distance
// from the surface's first byte (SURED-8). It knows no header, handle or clamp, so that laws can speak of it alone.
// Every term is of 64 bits.
#pragma once
#include "symbolic/terms/term.h"

namespace warplaw::symbolic {

/// How a surface is cut into blocks.
struct BlockLinearShape {
  Term heightLog, depthLog; ///< of GOBs in a block, after shrinking: 0..5
  Term columns;             ///< blocks beside each other: ceil(widthBytes / 64)
  Term block;               ///< bytes of a block
  Term rowOfBlocks;         ///< bytes of a row of blocks: a product
  Term rows;                ///< rows of blocks in a slab
  Term slab;                ///< bytes of all blocks that reach over the same slices: a product
};
/// widthBytes, height and depth: at least 1; depth: 1 of an array. blockHeight, blockDepth: the header's, at most 5.
BlockLinearShape blockLinearShape(Term widthBytes, Term height, Term depth, Term blockHeight, Term blockDepth);

/// Bytes that a layer takes.
Term blockLinearLayerBytes(const BlockLinearShape& shape, Term depth);

/// Where byte x of row y stands in its GOB of 64 bytes by 8 rows.
Term gobOffset(Term x, Term y);

/// The summands of an offset, each of 0 where its coordinate is.
struct BlockLinearOffset {
  Term slabs;   ///< before z's: a product
  Term slices;  ///< of the block before z
  Term rows;    ///< of blocks above y: a product
  Term gobs;    ///< of the block above y
  Term columns; ///< of blocks left of x: a product
  Term gob;     ///< gobOffset
  Term layers;  ///< before `layer`: a product with a slab, which is what a layer of an array takes
  Term offset;  ///< their sum
};
/// The offset of byte x of row y in slice z of layer `layer`. layer is 0 unless the surface is an array; then z is 0.
BlockLinearOffset blockLinearOffset(const BlockLinearShape& shape, Term x, Term y, Term z, Term layer);

} // namespace warplaw::symbolic
