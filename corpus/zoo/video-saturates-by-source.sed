# VADD: SAT clamps to the range of the type of Ra, not of the destination (VID-6)
# concrete/instructions/video_portable.cpp: video_portable
s/clamped(exact, written.mask, isSigned) : exact/clamped(exact, written.mask, modifiers->aSigned != 0) : exact/
