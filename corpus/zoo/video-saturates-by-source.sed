# VADD: SAT clamps to the range of the type of Ra, not of the destination (VID-6)
# concrete/instructions/video.cpp: video
s/clamped(exact, written.mask, isSigned) : exact/clamped(exact, written.mask, modifiers->aSigned != 0) : exact/
