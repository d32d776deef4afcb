// The checker of histories as a library: this is all to include (docs/linearizability.md, "As a library").
#pragma once
#include "linearize/check.h"
#include "linearize/history_binary.h"
#include "linearize/history_file.h"
#include "linearize/reason.h"
#include "linearize/replay.h"
#include "linearize/svg.h"
