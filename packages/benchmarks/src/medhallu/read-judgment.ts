import { strip } from "@medhelm/core/metrics/python-text";

/** A reply that is only "1", "1.", "(1)" or "'1'". */
const BARE = /^[(['"]*([01])[)\]'".:]*$/;
/** "Answer: 1" or "my judgment is 0", not followed by a digit, "." and a digit, or "or 1". */
const STATED =
  /\b(?:answer|judge?ment|label|verdict)(?:\s+is\b|\s*[:=])\s*['"(]*([01])(?![0-9]|\.[0-9]|['")]*\s*(?:or|and|\/)\s*['"(]*[01])/gi;
/** "1 (hallucinated)", "0 - the answer is supported" */
const LEADING = /^['"(]*([01])['")]*(?:[.:,]?\s+|\s*[-–—(])\D/;
const HALLUCINATED = /\bhallucinat(?:ed|ion)\b/i;
const FACTUAL = /\bfactual\b/i;
const NEGATED = /\b(?:not|non|isn['’]t|no)[\s-]*(?:an?\s+)?(?:hallucinat|factual)|\bnonfactual\b/i;
/** A reply that is one of the two words, with at most "the answer is" before it. */
const WORD =
  /^(?:the\s+(?:provided\s+)?answer\s+(?:is\s+)?|it\s+is\s+)?(?:(?:not|non)[\s-]*)?(?:factual|nonfactual|hallucinated)[.!]?$/i;

/**
 * Reads the judgment of a reply: "0" for factual, "1" for hallucinated. Undefined if it states neither or both (profile
 * `corrected`; docs/scoring.md, "MedHallu").
 */
export function readJudgment(reply: string): "0" | "1" | undefined {
  const text = strip(reply.replace(/\\boxed\{\s*([^{}]*)\}/g, "$1").replace(/[*_`$]+/g, ""));
  const bare = digit(BARE.exec(text)) ?? digit([...text.matchAll(STATED)].at(-1));
  if (bare !== undefined) return bare;
  if (WORD.test(text)) return inWords(text);
  const leading = onlyDigit(text, digit(LEADING.exec(text)));
  const words = inWords(text);
  return words === undefined || words === leading ? leading : undefined;
}

const digit = (match: RegExpExecArray | RegExpMatchArray | null | undefined): "0" | "1" | undefined => {
  if (match?.[1] === "0") return "0";
  return match?.[1] === "1" ? "1" : undefined;
};

/** Returns the digit, unless the reply also has the other one. */
const onlyDigit = (text: string, chosen: "0" | "1" | undefined) =>
  (text.match(/(?<![\d.])[01](?![\d.]*\d)/g) ?? []).every((one) => one === chosen) ? chosen : undefined;

/** Returns the digit of the word. Undefined if the reply has neither word, or both. */
function inWords(text: string): "0" | "1" | undefined {
  const [hallucinated, factual] = [HALLUCINATED.test(text), FACTUAL.test(text) || /\bnonfactual\b/i.test(text)];
  if (hallucinated === factual) return undefined;
  return hallucinated === NEGATED.test(text) ? "0" : "1";
}
