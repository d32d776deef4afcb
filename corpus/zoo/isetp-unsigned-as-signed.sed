# ISETP: U32 compares signed (ISETP-1)
# concrete/instructions/isetp.cpp: isetp
s/modifiers->isUnsigned ? 0x80000000 : 0;/0;/
