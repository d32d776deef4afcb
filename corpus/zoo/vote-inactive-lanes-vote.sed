# VOTE: lanes that are off vote (VOTE-2)
# concrete/instructions/vote_vector.h: vote_portable
s/ballot = exec & operands->predicate;/ballot = operands->predicate;/
