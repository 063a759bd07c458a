/** The words behind a name that stops before its predicate: "sentence 2 is", "Option B is", "the score of 5 and". Text that was cut off says nothing. */
export const UNFINISHED_AFTER =
  /^["')\]*\x60]{0,4},?\s(?:(?:is|was|are|were|has|had|have|does|did|can|could|should|would|will|may|might|must|seems|looks|appears|contains?|says|states|which|that)(?:\s(?:the|an?|also|not|very|most|likely|clearly))?)\s*$/iu;
