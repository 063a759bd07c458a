import { lazyPattern } from "../../text/lazy-pattern.ts";
import { oneOf } from "../text/pattern.ts";

const ASK = oneOf("asks?|is|are|was|were|says?|given|reads?|wants?");
const REVIEW = oneOf("analy[sz]e|consider|go through|look at|evaluate");
const RESTATED = lazyPattern(
  `^${oneOf(
    "you (?:asked|want|are asking)",
    `the (?:question|options|choices|task|instruction|prompt) ${ASK}`,
    String.raw`(?:answer )?(?:options|choices|question|instructions?)\s*:|(?:选项|问题|题目)[:：]`,
    "(?:the )?(?:possible|available|given) (?:options|choices|answers)",
    "which of (?:the|these)|choose (?:one|from|between|the)|select (?:one|from|the)|i (?:have|need) to choose",
    "(?:please )?(?:answer|respond|reply) (?:with|using|by) (?:only )?(?:the|a|one|a single)",
    `(?:let's|let me) ${REVIEW}`,
  )}`,
  "iu",
);

/** Whether a sentence repeats the question, the options or the instruction. */
export const isRestated = (sentence: string): boolean => RESTATED.test(sentence);
