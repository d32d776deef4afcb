// One atomic for all lanes of a location
// The leader adds what all of them would have added, and hands each its ticket.
// theorems: idiom_aggregate_tickets idiom_aggregate_redux_tickets idiom_aggregate_order

__device__ unsigned ticket(unsigned* counter, unsigned here, unsigned total, unsigned before) {
  const int leader = __ffs(here) - 1;
  unsigned old;
  if (threadIdx.x == leader)
    old = atomicAdd(counter, total);
  return __shfl_sync(here, old, leader) + before;
}

// Where each adds 1 every lane has the ticket that it would have had by an atomic of its own, in the order of lanes,
// and the counter has grown by their number.
// warplaw: entry=increment block=32 counter=u32[1]:any out=u32[32]
// warplaw: ensures counter[0] == old counter[0] + 32
// warplaw: ensures all(k, 0, 31, out[k] == old counter[0] + k)
__global__ void increment(unsigned* counter, unsigned* out) {
  out[threadIdx.x] = ticket(counter, 0xffffffff, 32, __popc((1u << threadIdx.x % 32) - 1));
}

// So also in a branch, with the mask of a ballot, whichever lane leads.
// warplaw: entry=increment_if block=32 p=u32[32]:any counter=u32[1]:any out=u32[32]
// warplaw: ensures counter[0] == old counter[0] + count(t, 0, 31, p[t] != 0)
// warplaw: ensures all(k, 0, 31, p[k] != 0 ==> out[k] == old counter[0] + count(t, 0, 31, t < k && p[t] != 0))
__global__ void increment_if(const unsigned* p, unsigned* counter, unsigned* out) {
  const unsigned here = __ballot_sync(0xffffffff, p[threadIdx.x] != 0);
  if (p[threadIdx.x])
    out[threadIdx.x] = ticket(counter, here, __popc(here), __popc(here & ((1u << threadIdx.x % 32) - 1)));
}

// Where they add different numbers the total is their sum.
// warplaw: entry=add block=32 in=u32[32]:any counter=u32[1]:any
// warplaw: ensures counter[0] == old counter[0] + sum(t, 0, 31, in[t])
__global__ void add(const unsigned* in, unsigned* counter) {
  const unsigned total = __reduce_add_sync(0xffffffff, in[threadIdx.x]);
  if (threadIdx.x == 0)
    atomicAdd(counter, total);
}

// Tickets of different numbers need a scan: what the leader got, and what the lanes before add.
// warplaw: entry=add_with_scan block=32 in=u32[32]:any counter=u32[1]:any out=u32[32]
// warplaw: ensures counter[0] == old counter[0] + sum(t, 0, 31, in[t])
// warplaw: ensures out[0] == old counter[0] && all(k, 1, 31, out[k] == old counter[0] + sum(t, 0, k - 1, in[t]))
__global__ void add_with_scan(const unsigned* in, unsigned* counter, unsigned* out) {
  unsigned sum = in[threadIdx.x];
  for (unsigned by = 1; by < 32; by *= 2) {
    const unsigned y = __shfl_up_sync(0xffffffff, sum, by);
    if (threadIdx.x >= by)
      sum += y;
  }
  const unsigned total = __shfl_sync(0xffffffff, sum, 31);
  out[threadIdx.x] = ticket(counter, 0xffffffff, total, sum - in[threadIdx.x]);
}

// The number of lanes before is no ticket where lanes add different numbers.
// expect: REFUTED ensures
// warplaw: entry=count_for_sum block=32 in=u32[32]:any counter=u32[1]:any out=u32[32]
// warplaw: ensures out[1] == old counter[0] + in[0]
__global__ void count_for_sum(const unsigned* in, unsigned* counter, unsigned* out) {
  const unsigned total = __reduce_add_sync(0xffffffff, in[threadIdx.x]);
  out[threadIdx.x] = ticket(counter, 0xffffffff, total, threadIdx.x);
}

// A reduction gives no tickets: every lane gets the total less its own number.
// expect: REFUTED ensures
// warplaw: entry=reduction_for_scan block=32 in=u32[32]:any counter=u32[1]:any out=u32[32]
// warplaw: ensures out[1] == old counter[0] + in[0]
__global__ void reduction_for_scan(const unsigned* in, unsigned* counter, unsigned* out) {
  const unsigned total = __reduce_add_sync(0xffffffff, in[threadIdx.x]);
  out[threadIdx.x] = ticket(counter, 0xffffffff, total, total - in[threadIdx.x]);
}

// The tickets are those of the order of lanes, and of no other order: lane 1 is never first.
// expect: REFUTED ensures
// warplaw: entry=other_order block=2 in=u32[2]:any counter=u32[1]:any out=u32[2]
// warplaw: ensures out[1] == old counter[0] && out[0] == old counter[0] + in[1] || out[0] == old counter[0] && out[1] == old counter[0] + in[1]
__global__ void other_order(const unsigned* in, unsigned* counter, unsigned* out) {
  const unsigned other = __shfl_xor_sync(3, in[threadIdx.x], 1);
  out[threadIdx.x] = ticket(counter, 3, in[threadIdx.x] + other, threadIdx.x == 0 ? 0 : other);
}

// A lane that counts itself among those before it has the next one's ticket.
// expect: REFUTED ensures
// warplaw: entry=counts_itself block=4 p=u32[4]:any counter=u32[1]:any out=u32[4]
// warplaw: ensures all(k, 0, 3, p[k] != 0 ==> out[k] == old counter[0] + count(t, 0, 3, t < k && p[t] != 0))
__global__ void counts_itself(const unsigned* p, unsigned* counter, unsigned* out) {
  const unsigned here = __ballot_sync(0xf, p[threadIdx.x] != 0);
  if (p[threadIdx.x])
    out[threadIdx.x] = ticket(counter, here, __popc(here), __popc(here & ((2u << threadIdx.x % 32) - 1)));
}

// If there are two leaders, one in each half, no rule says which comes first.
// expect: REFUTED depends-on-order
// warplaw: entry=two_leaders block=4 counter=u32[1]:any out=u32[4]
__global__ void two_leaders(unsigned* counter, unsigned* out) {
  const unsigned half = threadIdx.x / 2;
  unsigned old;
  if (threadIdx.x == 2 * half)
    old = atomicAdd(counter, 2); // here
  out[threadIdx.x] = __shfl_sync(0xf, old, 2 * half) + threadIdx.x % 2;
}
