// The members that most instructions have: see member.h.
#include "spec/member.h"

namespace warplaw::spec {

#define WARPLAW_DEFINE(function, Kind, Member, InWatched) template const Kind& function<Member, InWatched>();
WARPLAW_COMMON_MEMBERS(WARPLAW_DEFINE)
#undef WARPLAW_DEFINE

} // namespace warplaw::spec
