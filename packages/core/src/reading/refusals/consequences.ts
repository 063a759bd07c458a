import { lazyPattern } from "../../text/lazy-pattern.ts";

const SPEAKS =
  "(?:say|t[e]ll|know|put|guess|turn|write|judge|speak|read|open|summari[sz]e|describe|comment|explain|identify|name|translate|rewrite|simplify|present|produce|offer|help|add|draft|answer|advise|interpret|see|work|make|provide|give you|be (?:sure|certain|of help)|do (?:that|this|so|it))";
/** ", so I can't put it into plain words", ", and I won't guess" */
const CONSEQUENCE = lazyPattern(
  String.raw`^[,;\s]*(?:(?:and|so|or|but|therefore|thus|hence|which means(?: that)?)[\s,]+)*(?:(?:i|we)(?:'m| am| are)?\s)?(?:also\s|therefore\s|simply\s|just\s)?(?:cannot|can't|can not|could not|couldn't|won't|will not|would not|wouldn't|unable to|not able to|in no position to)\s(?:really\s|simply\s|reliably\s|even\s)?${SPEAKS}(?!\p{L})`,
  "u",
);
const NOR = /^[,;\s]*(?:and\s)?nor (?:can|could|will|would|may|am|do) (?:i|we)(?!\p{L})/u;

/** Whether a clause behind a refusal only goes on to refuse: the rest of such a sentence is nothing of substance. */
export const goesOnRefusing = (clause: string): boolean => CONSEQUENCE.test(clause) || NOR.test(clause);
