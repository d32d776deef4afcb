# ISETP: U32 compares signed (ISETP-1)
# concrete/instructions/isetp_portable.cpp: isetp_portable
s/modifiers->isUnsigned ? 0x80000000 : 0;/0;/
