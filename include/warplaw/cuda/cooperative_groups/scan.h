// What CUDA sources include by this name; without the SDK it is all in one header.
#pragma once
#include "../../cuda_device.h"
