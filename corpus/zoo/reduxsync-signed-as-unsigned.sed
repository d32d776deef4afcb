# redux.sync: signed minimum and maximum compare unsigned (SYNC-5)
# concrete/instructions/reduxsync_vector.h: reduxsync
s/bias = (isFloat | isOf(spec::ReduxsyncType::S32)) &/bias = isFloat \&/
