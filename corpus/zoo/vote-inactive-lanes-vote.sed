# VOTE: lanes that are off vote (VOTE-2)
# concrete/instructions/vote_vector.h: vote
s/ballot = exec & operands->predicate;/ballot = operands->predicate;/
