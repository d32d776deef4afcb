/* Bring your own executor: what an implementation of warp-level instructions hands to `warplaw check`. Plain C99, and
   C++; nothing is allocated, freed or called back across the border. Rules are those of spec/rules.cpp.

   A shared object exports one function, warplaw_executor_open, which returns a table: who it is, for what it claims to
   be right, and a function for each family of instructions that it implements. Each is given a batch: an array of
   `count` structures, one warp-wide instruction each (of `ptx` one thread's), which have nothing to do with each other.
   A structure holds what goes in first, then what comes out, then what later versions of this file tell besides; arrays
   are of 32 lanes, lane i at index i.

   What comes out holds a canary before the call, or, of a register that is also a source, that source's values. Of
   lanes that are off (bit i of exec is 0) it must stay as it was, unless the domain says {"frame": false} (MACH-1,
   MACH-5). What goes in must not be changed.

   Structures only grow: later versions of this file append fields, never move any. So the table says how large the
   executor's structures are, and that is the stride of a batch; a host that knows more fills less, and asks nothing
   that only a later field would say. */
#ifndef WARPLAW_EXECUTOR_H
#define WARPLAW_EXECUTOR_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WARPLAW_EXECUTOR_ABI 1u
#define WARPLAW_LANES 32

/* Which source's register a destination is. An instruction reads all its operands, of all lanes, before it writes any
   destination (MACH-2), so the right answer never hangs on these fields: who calculates from the arrays need not look.

   An adapter of a simulator that keeps registers in a file, and runs its own instruction there, does. `result_is` says
   which member's register the result goes to: give both operands one register number. `predicate_is` says the same of
   predicates. All other registers and predicates are different ones. The destination holds before the call what that
   source holds: `result` is a copy of the member's array, `predicate` of its bits.

   Where the result has 64 bits (of ATOMS) it is a pair, and so are `operand` and `swap`, the whole pair; `address` is
   the pair's low register, and the high one holds anything. */
enum {
  WARPLAW_IS_ITS_OWN,
  WARPLAW_IS_VALUE, /* the member `value` of the structure, and so on */
  WARPLAW_IS_LANE,
  WARPLAW_IS_RANGE,
  WARPLAW_IS_MEMBERMASK,
  WARPLAW_IS_A,
  WARPLAW_IS_B,
  WARPLAW_IS_C,
  WARPLAW_IS_ADDRESS,
  WARPLAW_IS_OPERAND,
  WARPLAW_IS_SWAP,
  WARPLAW_IS_VOTES, /* `predicate` is `votes`, which is not negated */
  WARPLAW_IS_GUARD  /* the instruction's guard: all lanes that have not exited are active, and those execute for which
                       it holds, not negated; `predicate` is `exec` */
};

/* SHFL.mode Pu, Rd, Ra, Sb, Sc (SHFL-1..8) */
enum { WARPLAW_SHFL_IDX, WARPLAW_SHFL_UP, WARPLAW_SHFL_DOWN, WARPLAW_SHFL_BFLY };
typedef struct warplaw_shfl {
  uint32_t mode;                    /* WARPLAW_SHFL_.. */
  uint32_t exec;                    /* bit i: lane i executes */
  uint32_t same_register;           /* 1: Rd is Ra, and result holds Ra's values before (MACH-2); 0: another register */
  uint32_t value[WARPLAW_LANES];    /* Ra, of all lanes, executing or not */
  uint32_t lane[WARPLAW_LANES];     /* Sb, all 32 bits of it; the lane or distance is in bits 4:0 */
  uint32_t range[WARPLAW_LANES];    /* Sc: clamp in bits 4:0, segment mask in bits 12:8; other bits mean nothing */
  uint32_t inactive[WARPLAW_LANES]; /* what lane i may give where the lane that it reads is off: nobody knows (SHFL-7).
                                       Read by executors whose domain says {"inactive": "given"} */
  uint32_t result[WARPLAW_LANES];   /* out: Rd */
  uint32_t predicate;               /* out: Pu, a bit a lane: was the lane that is read in range? (SHFL-8) */
  uint32_t result_is;               /* Rd: WARPLAW_IS_VALUE (then same_register is 1), _LANE, _RANGE, or its own */
  uint32_t predicate_is;            /* Pu: WARPLAW_IS_GUARD, or its own */
} warplaw_shfl;

/* VOTE.mode Rd, Pu, Pp (VOTE-1..3) */
enum { WARPLAW_VOTE_ALL, WARPLAW_VOTE_ANY, WARPLAW_VOTE_EQ };
typedef struct warplaw_vote {
  uint32_t mode;                  /* WARPLAW_VOTE_.. */
  uint32_t exec;                  /* bit i: lane i executes */
  uint32_t votes;                 /* Pp, a bit a lane, negation applied; of lanes that are off, too */
  uint32_t ballot[WARPLAW_LANES]; /* out: Rd, the lanes that execute and vote yes */
  uint32_t predicate;             /* out: Pu, a bit a lane: the quantifier */
  uint32_t predicate_is;          /* Pu: WARPLAW_IS_VOTES, _GUARD, or its own */
} warplaw_vote;

/* ATOMS.op.size Rd, [address], operand, swap (ATOMS-1..10). A lane's access is `size` bytes of memory at its address,
   little-endian. Lanes take effect one after the other, in an order of the executor's choice (ATOMS-5). */
enum {
  WARPLAW_ATOMS_ADD,
  WARPLAW_ATOMS_MIN,
  WARPLAW_ATOMS_MAX,
  WARPLAW_ATOMS_INC,
  WARPLAW_ATOMS_DEC,
  WARPLAW_ATOMS_AND,
  WARPLAW_ATOMS_OR,
  WARPLAW_ATOMS_XOR,
  WARPLAW_ATOMS_EXCH,
  WARPLAW_ATOMS_CAS,
  WARPLAW_ATOMS_CAST,
  WARPLAW_ATOMS_CAST_SPIN
};
enum { WARPLAW_U32, WARPLAW_S32, WARPLAW_U64 };
enum {
  WARPLAW_NO_ERROR,
  WARPLAW_ADDRESS_OUT_OF_RANGE,
  WARPLAW_MISALIGNED_ADDRESS,
  WARPLAW_INVALID_ADDRESS_SPACE = 4 /* of RED alone: an address in a window */
};
#define WARPLAW_ATOMS_MEMORY 512
typedef struct warplaw_atoms {
  uint32_t op, size;                /* WARPLAW_ATOMS_.., WARPLAW_U32.. */
  uint32_t exec;                    /* bit i: lane i executes */
  uint32_t allocated;               /* bytes of memory that there are, at most WARPLAW_ATOMS_MEMORY */
  uint32_t address[WARPLAW_LANES];  /* of the least significant byte */
  uint64_t operand[WARPLAW_LANES];  /* Rb; of CAS and CAST what memory is compared with. Of 32-bit sizes the low word */
  uint64_t swap[WARPLAW_LANES];     /* Rc: what CAS and CAST store; 0 elsewhere */
  uint64_t returned[WARPLAW_LANES]; /* out: Rd, the old value, or CAST's flag in bits 31:0 (ATOMS-9). Of 32-bit sizes
                                       bits 31:0 */
  uint32_t order_is_known;          /* out: 0 before. 1: `order` is the order that was taken. 0: it is unknown, and any
                                       outcome is right that some order gives */
  uint8_t order[WARPLAW_LANES];     /* out: all 32 lanes; order[k] takes effect as number k, those that are off never */
  uint8_t error[WARPLAW_LANES];     /* in: 0. out: why a lane made no access (ATOMS-4, MACH-8) */
  uint8_t memory[WARPLAW_ATOMS_MEMORY]; /* in and out; beyond `allocated` it is 0 and stays so */
  uint64_t result_is; /* Rd, which `returned` holds: WARPLAW_IS_ADDRESS, _OPERAND, _SWAP (of CAS and CAST), or its own;
                         of 64 bits since the structure ended in padding */
} warplaw_atoms;

/* VADD VSUB VABSDIFF VMIN VMAX VAVRG VSET VSHL VSHR .dtype.atype.btype{.SAT}{.second} Rd, Ra, Rb, Rc (VID-1..7) */
enum {
  WARPLAW_VIDEO_ADD,
  WARPLAW_VIDEO_SUB,
  WARPLAW_VIDEO_ABSDIFF,
  WARPLAW_VIDEO_MIN,
  WARPLAW_VIDEO_MAX,
  WARPLAW_VIDEO_AVRG,
  WARPLAW_VIDEO_SET,
  WARPLAW_VIDEO_SHL,
  WARPLAW_VIDEO_SHR
};
enum { WARPLAW_EQ, WARPLAW_NE, WARPLAW_LT, WARPLAW_LE, WARPLAW_GT, WARPLAW_GE };
enum { WARPLAW_SECOND_NONE, WARPLAW_SECOND_ADD, WARPLAW_SECOND_MIN, WARPLAW_SECOND_MAX };
enum {
  WARPLAW_PART_WORD,
  WARPLAW_PART_B0,
  WARPLAW_PART_B1,
  WARPLAW_PART_B2,
  WARPLAW_PART_B3,
  WARPLAW_PART_H0,
  WARPLAW_PART_H1
};
typedef struct warplaw_video {
  uint32_t op;                           /* WARPLAW_VIDEO_.. */
  uint32_t d_signed, a_signed, b_signed; /* 1: S32, 0: U32 */
  uint32_t saturates;                    /* 1: .SAT */
  uint32_t wraps;                        /* of VSHL and VSHR, 1: .WRAP, 0: .CLAMP */
  uint32_t condition;                    /* of VSET: WARPLAW_EQ.. */
  uint32_t second;                       /* WARPLAW_SECOND_..; none where d_part is a part */
  uint32_t d_part, a_part, b_part;       /* WARPLAW_PART_..; of a part of d, the rest comes from c (merge) */
  uint32_t exec;                         /* bit i: lane i executes */
  uint32_t a[WARPLAW_LANES], b[WARPLAW_LANES], c[WARPLAW_LANES]; /* Ra, Rb, Rc; c is 0 where it is not read */
  uint32_t result[WARPLAW_LANES];                                /* out: Rd */
  uint32_t result_is; /* Rd: WARPLAW_IS_A, _B, _C (where it is read), or its own */
} warplaw_video;

/* VMAD.dtype.atype.btype{.PO}{.SAT}{.SHR7|.SHR15} Rd, {-}Ra, {-}Rb, {-}Rc (VID-8) */
enum { WARPLAW_VMAD_NO_SHIFT, WARPLAW_VMAD_SHR7, WARPLAW_VMAD_SHR15 };
typedef struct warplaw_vmad {
  uint32_t a_signed, b_signed;                                   /* 1: S32, 0: U32 */
  uint32_t a_part, b_part;                                       /* WARPLAW_PART_.. */
  uint32_t negates_product, negates_c, plus_one;                 /* 0 or 1, at most one of them 1 */
  uint32_t saturates;                                            /* 1: .SAT */
  uint32_t shift;                                                /* WARPLAW_VMAD_.. */
  uint32_t exec;                                                 /* bit i: lane i executes */
  uint32_t a[WARPLAW_LANES], b[WARPLAW_LANES], c[WARPLAW_LANES]; /* Ra, Rb, Rc */
  uint32_t result[WARPLAW_LANES];                                /* out: Rd */
  uint32_t result_is;                                            /* Rd: WARPLAW_IS_A, _B, _C, or its own */
} warplaw_vmad;

/* VADD2 .. VSET2, VADD4 .. VSET4 .dtype.atype.btype{.SAT|.ADD} Rd.mask, Ra.lanes, Rb.lanes, Rc (VID-9..11). A "lane" of
   a selector is a half or a byte of a word, number 0 being the lowest. */
typedef struct warplaw_vsimd {
  uint32_t op;                           /* WARPLAW_VIDEO_ADD .. WARPLAW_VIDEO_SET */
  uint32_t four_lanes;                   /* 1: four bytes; 0: two halves */
  uint32_t d_signed, a_signed, b_signed; /* 1: S32, 0: U32 */
  uint32_t saturates;                    /* 1: .SAT */
  uint32_t condition;                    /* of VSET: WARPLAW_EQ.. */
  uint32_t adds;                         /* 1: .ADD, the sum of the lanes in mask and c */
  uint32_t mask;                         /* bit i: lane i of the result is written (or summed); others come from c */
  uint32_t a_lanes, b_lanes;             /* bits 4i..4i+3: which lane of {b, a} stands in lane i of the operand; with N
                                            lanes 0..N-1 are a's, N..2N-1 are b's */
  uint32_t exec;                         /* bit i: lane i of the warp executes */
  uint32_t a[WARPLAW_LANES], b[WARPLAW_LANES], c[WARPLAW_LANES]; /* Ra, Rb, Rc */
  uint32_t result[WARPLAW_LANES];                                /* out: Rd */
  uint32_t result_is;                                            /* Rd: WARPLAW_IS_A, _B, _C, or its own */
} warplaw_vsimd;

/* RED.op.size [address], operand (RED-1..7). A lane's access is `size` bytes of generic memory at its address,
   little-endian; nothing is returned. Memory is data: regions, sorted by address and apart, whose bytes stand in
   `memory`, region after region. Lanes take effect one after the other, in an order of the executor's choice (RED-6) */
enum {
  WARPLAW_RED_ADD,
  WARPLAW_RED_MIN,
  WARPLAW_RED_MAX,
  WARPLAW_RED_INC,
  WARPLAW_RED_DEC,
  WARPLAW_RED_AND,
  WARPLAW_RED_OR,
  WARPLAW_RED_XOR
};
enum {
  WARPLAW_RED_U32,
  WARPLAW_RED_S32,
  WARPLAW_RED_U64,
  WARPLAW_RED_S64,
  WARPLAW_RED_F32,
  WARPLAW_RED_F16X2,
  WARPLAW_RED_F64
};
#define WARPLAW_REGIONS 8
#define WARPLAW_RED_MEMORY 512
typedef struct warplaw_red {
  uint32_t op, size;                           /* WARPLAW_RED_.. */
  uint32_t exec;                               /* bit i: lane i executes */
  uint32_t regions;                            /* how many regions there are; of the others base and bytes are 0 */
  uint64_t base[WARPLAW_REGIONS];              /* address of a region's first byte, below 2^40 */
  uint32_t bytes[WARPLAW_REGIONS];             /* of a region; together at most WARPLAW_RED_MEMORY */
  uint32_t shared_window, shared_window_bytes; /* first address of the Shared window and its size: no access there */
  uint32_t local_window, local_window_bytes;   /* the same of the Local window (RED-4) */
  uint64_t address[WARPLAW_LANES];             /* of the least significant byte, below 2^40; offset and .E are dealt
                                                  with (RED-2) */
  uint64_t operand[WARPLAW_LANES];             /* Rb; of 32-bit sizes the low word */
  uint32_t order_is_known;                     /* out: 0 before. 1: `order` is the order that was taken, and
                                                  `order_high` that of high halves of F16x2. 0: they are unknown, and
                                                  any outcome is right that some order gives */
  uint8_t order[WARPLAW_LANES];                /* out: all 32 lanes; order[k] takes effect as number k */
  uint8_t order_high[WARPLAW_LANES];           /* out: the same, filled for every size */
  uint8_t error[WARPLAW_LANES];                /* in: 0. out: why a lane made no access (RED-3..5); of several reasons
                                                  any (MACH-8) */
  uint8_t memory[WARPLAW_RED_MEMORY];          /* in and out; beyond the regions' bytes it is 0 and stays so */
} warplaw_red;

/* CUDA's __shfl, __shfl_up, __shfl_down, __shfl_xor of 32-bit words (CSHFL-1..5), of a warp whose lanes pass the same
   width. A case is shown as the SHFL that it lowers to. */
enum { WARPLAW_CUDA_SHFL, WARPLAW_CUDA_SHFL_UP, WARPLAW_CUDA_SHFL_DOWN, WARPLAW_CUDA_SHFL_XOR };
typedef struct warplaw_cuda_shfl {
  uint32_t function;                /* WARPLAW_CUDA_SHFL.. */
  uint32_t exec;                    /* bit i: lane i calls it */
  uint32_t width;                   /* 1, 2, 4, 8, 16 or 32 */
  uint32_t var[WARPLAW_LANES];      /* what is shuffled, of all lanes, calling or not */
  uint32_t x[WARPLAW_LANES];        /* srcLane, delta or laneMask, all 32 bits of it; bits 4:0 count (CSHFL-5) */
  uint32_t inactive[WARPLAW_LANES]; /* what lane i may give where the lane that it reads does not call (SHFL-7). Read by
                                       executors whose domain says {"inactive": "given"} */
  uint32_t result[WARPLAW_LANES];   /* out: what the call gives */
} warplaw_cuda_shfl;

/* CUDA's __all, __any, __ballot of a warp (VOTE-1..3). A case is shown as VOTE.ALL, VOTE.ANY, and VOTE.EQ, whose Rd is
   the ballot as well. */
enum { WARPLAW_CUDA_ALL, WARPLAW_CUDA_ANY, WARPLAW_CUDA_BALLOT };
typedef struct warplaw_cuda_vote {
  uint32_t function;                 /* WARPLAW_CUDA_ALL.. */
  uint32_t exec;                     /* bit i: lane i calls it */
  uint32_t predicate[WARPLAW_LANES]; /* of all lanes, calling or not: what is not 0 is yes */
  uint32_t result[WARPLAW_LANES];    /* out: the ballot; of __all and __any 1 or 0 */
} warplaw_cuda_vote;

/* The .sync forms (SYNC-1). Lanes of `exec` that name the same membermask are a group, and its members those of the
   mask that have not exited. In each case of the default domain each executing lane is in its own mask, a group's
   members are exactly the lanes that name it, and no two masks meet. Groups have nothing to do with each other. What
   lanes hold that are off means nothing: neither their membermask nor what stands beside it. */

/* shfl.sync.mode.b32 d|p, a, b, c, membermask (SYNC-2): SHFL's rules with the members instead of the lanes that
   execute. */
typedef struct warplaw_shfl_sync {
  uint32_t mode;                      /* WARPLAW_SHFL_.. */
  uint32_t exec;                      /* bit i: lane i executes */
  uint32_t exited;                    /* bit i: lane i has exited; none of exec */
  uint32_t membermask[WARPLAW_LANES]; /* what lane i names */
  uint32_t value[WARPLAW_LANES];      /* a, of all lanes, executing or not */
  uint32_t lane[WARPLAW_LANES];       /* b, all 32 bits of it; the lane or distance is in bits 4:0 */
  uint32_t range[WARPLAW_LANES];      /* c: clamp in bits 4:0, segment mask in bits 12:8; other bits mean nothing */
  uint32_t inactive[WARPLAW_LANES];   /* what lane i may give where the lane that it reads is no member: nobody knows.
                                         Read by executors whose domain says {"inactive": "given"} */
  uint32_t result[WARPLAW_LANES];     /* out: d */
  uint32_t predicate;                 /* out: p, a bit a lane: was the lane that is read in range? */
  uint32_t result_is;                 /* d: WARPLAW_IS_VALUE, _LANE, _RANGE, _MEMBERMASK, or its own */
  uint32_t predicate_is;              /* p: WARPLAW_IS_GUARD, or its own */
} warplaw_shfl_sync;

/* vote.sync.{all,any,uni}.pred p, a, membermask and vote.sync.ballot.b32 d, a, membermask (SYNC-3): a predicate or a
   ballot comes out, never both; the other one stays. */
enum { WARPLAW_VOTE_SYNC_ALL, WARPLAW_VOTE_SYNC_ANY, WARPLAW_VOTE_SYNC_UNI, WARPLAW_VOTE_SYNC_BALLOT };
typedef struct warplaw_vote_sync {
  uint32_t mode;                      /* WARPLAW_VOTE_SYNC_.. */
  uint32_t exec, exited;              /* as of shfl_sync */
  uint32_t votes;                     /* a, a bit a lane, negation applied; of lanes that are off, too */
  uint32_t membermask[WARPLAW_LANES]; /* what lane i names */
  uint32_t ballot[WARPLAW_LANES];     /* out, of BALLOT: d, the members that vote yes */
  uint32_t predicate;                 /* out, of the others: p, a bit a lane */
  uint32_t result_is;                 /* d of BALLOT: WARPLAW_IS_MEMBERMASK, or its own */
  uint32_t predicate_is;              /* p of the others: WARPLAW_IS_VOTES, _GUARD, or its own */
} warplaw_vote_sync;

/* match.any.sync d, a, membermask and match.all.sync d|p, a, membermask (SYNC-4): members whose a has the same bits. */
enum { WARPLAW_MATCH_ANY, WARPLAW_MATCH_ALL };
enum { WARPLAW_B32, WARPLAW_B64 };
typedef struct warplaw_match_sync {
  uint32_t mode, type;                /* WARPLAW_MATCH_.., WARPLAW_B32.. */
  uint32_t exec, exited;              /* as of shfl_sync */
  uint32_t membermask[WARPLAW_LANES]; /* what lane i names */
  uint32_t value[WARPLAW_LANES];      /* a, of 64 bits its low word */
  uint32_t high[WARPLAW_LANES];       /* its high word; of 32 bits 0 */
  uint32_t result[WARPLAW_LANES];     /* out: d */
  uint32_t predicate;                 /* out, of ALL: p, a bit a lane; of ANY it stays */
  uint32_t result_is;                 /* d: WARPLAW_IS_VALUE (of 32 bits), _MEMBERMASK, or its own */
  uint32_t predicate_is;              /* p of ALL: WARPLAW_IS_GUARD, or its own */
} warplaw_match_sync;

/* redux.sync.{add,min,max}.{u32,s32}, .{and,or,xor}.b32, .{min,max}{.abs}{.NaN}.f32 d, a, membermask (SYNC-5) */
enum {
  WARPLAW_REDUX_ADD,
  WARPLAW_REDUX_MIN,
  WARPLAW_REDUX_MAX,
  WARPLAW_REDUX_AND,
  WARPLAW_REDUX_OR,
  WARPLAW_REDUX_XOR
};
enum { WARPLAW_REDUX_U32, WARPLAW_REDUX_S32, WARPLAW_REDUX_B32, WARPLAW_REDUX_F32 };
typedef struct warplaw_redux_sync {
  uint32_t op, type;                  /* WARPLAW_REDUX_ADD.., WARPLAW_REDUX_U32.. */
  uint32_t absolute, nan;             /* 1: .abs, .NaN; of floats alone */
  uint32_t exec, exited;              /* as of shfl_sync */
  uint32_t membermask[WARPLAW_LANES]; /* what lane i names */
  uint32_t value[WARPLAW_LANES];      /* a */
  uint32_t result[WARPLAW_LANES];     /* out: d */
  uint32_t result_is;                 /* d: WARPLAW_IS_VALUE, _MEMBERMASK, or its own */
} warplaw_redux_sync;

/* activemask.b32 d (SYNC-6) */
typedef struct warplaw_activemask {
  uint32_t exec;                  /* bit i: lane i executes */
  uint32_t result[WARPLAW_LANES]; /* out: d */
} warplaw_activemask;

/* elect.sync d|p, membermask (SYNC-7). Which member leads is a function of the membermask, the same one always. No lane
   of a membermask has exited here. */
typedef struct warplaw_elect_sync {
  uint32_t exec, exited;              /* as of shfl_sync */
  uint32_t membermask[WARPLAW_LANES]; /* what lane i names */
  uint32_t result[WARPLAW_LANES];     /* out: d, the leader's number */
  uint32_t predicate;                 /* out: p, a bit a lane: does it lead? */
  uint32_t result_is;                 /* d: WARPLAW_IS_MEMBERMASK, or its own */
  uint32_t predicate_is;              /* p: WARPLAW_IS_GUARD, or its own */
} warplaw_elect_sync;

/* PTX's operations of one thread (PTX-20..33; `warplaw list ptx`): a case is one operation of one thread, of no warp. A
   batch is of one operation. Nothing is asked that no rule says: division by 0, what is approximate. */
typedef struct warplaw_ptx {
  char opcode[48];  /* "bfe.s32", "cvt.rzi.s32.f32"; modifiers stand in the order of the row; behind the text are zeros.
                       What PTX writes in one instruction with two results is two operations here: `carry.add.u32` is
                       the carry that add.cc.u32 leaves, `borrow.sub.u32` that of sub.cc. `setp.lt.and.s32` has a
                       third source, the predicate with which the comparison is combined; row, type and modes are the
                       comparison's */
  char row[24];     /* "bfe", "cvtRoundFloat": the row's name in `warplaw list ptx --json` */
  char type[8];     /* "s32": the row's T */
  uint32_t modes;   /* bits 7:0: which alternative of the row's first group of modifiers, 15:8 of its second, .. */
  uint32_t sources; /* how many, 1 to 4 */
  uint64_t source[4];    /* each with zeros above its type's width; a predicate is 0 or 1; 0 where there is none */
  uint64_t result;       /* out; bits above the result's width do not count */
  uint64_t declined;     /* out: 0 before. Not 0: the operation is not implemented, and `result` says nothing */
  uint64_t second;       /* out, setp alone: q of `p|q`, bit 0. `result` is p (PTX-25) */
  uint64_t gives_second; /* out: 0 before. Not 0: `second` is compared, too */
} warplaw_ptx;

/* The families in the table's order, by which a command is told them (warplaw/serve.h). What is new stands behind. */
#define WARPLAW_FAMILIES(X)                                                                                            \
  X(shfl)                                                                                                              \
  X(vote)                                                                                                              \
  X(atoms)                                                                                                             \
  X(video)                                                                                                             \
  X(vmad)                                                                                                              \
  X(vsimd)                                                                                                             \
  X(red)                                                                                                               \
  X(cuda_shfl)                                                                                                         \
  X(cuda_vote)                                                                                                         \
  X(shfl_sync)                                                                                                         \
  X(vote_sync)                                                                                                         \
  X(match_sync)                                                                                                        \
  X(redux_sync)                                                                                                        \
  X(activemask)                                                                                                        \
  X(elect_sync)                                                                                                        \
  X(ptx)
#define WARPLAW_MEMBERS(family)                                                                                        \
  void (*family)(warplaw_##family * batch, uint32_t count);                                                            \
  uint64_t family##_bytes;

typedef struct warplaw_executor {
  uint32_t abi;     /* WARPLAW_EXECUTOR_ABI */
  uint32_t bytes;   /* sizeof(warplaw_executor) as the executor was compiled */
  const char* name; /* of the executor, and its version, as the report shows them; 0: none */
  const char* version;
  const char* domain;  /* JSON text: for what the executor claims to be right (docs/check.md); 0: for everything */
  void (*reset)(void); /* called before each batch: everything is as after loading; 0: nothing to do */
  /* Of each family its function, `void (*shfl)(warplaw_shfl* batch, uint32_t count)`, 0 where it is not implemented,
     and the size of its structure as the executor was compiled, `uint64_t shfl_bytes` */
  WARPLAW_FAMILIES(WARPLAW_MEMBERS)
} warplaw_executor;

/* In the table's initialiser: what every table begins with, and a family with the function that implements it; in C++
   in the table's order. */
#define WARPLAW_TABLE .abi = WARPLAW_EXECUTOR_ABI, .bytes = sizeof(warplaw_executor)
#define WARPLAW_IMPLEMENTS(family, function) .family = function, .family##_bytes = sizeof(warplaw_##family)

/* The one exported function. host_abi: the host's WARPLAW_EXECUTOR_ABI. The table must stay where it is; 0: this host
   cannot be served. */
const warplaw_executor* warplaw_executor_open(uint32_t host_abi);

#ifdef __cplusplus
}
#endif
#endif
