import { lazyPattern } from "../../text/lazy-pattern.ts";
import { type Step, stepAt } from "../reading.ts";
import { oneOf } from "../text/pattern.ts";
import { replace, type ReplyText } from "../text/reply-text.ts";

/** "Example:", "Expected output:", "Format:" at the start of a line */
const LABEL = oneOf(
  "(?:for )?examples?|e\\.g\\.|sample|template|format",
  "(?:example|sample) (?:outputs?|answers?|responses?|repl(?:y|ies)|formats?)",
  "(?:expected|required|requested|desired|output|answer|response|reply) formats?",
  "(?:the )?(?:expected|required|requested|desired) (?:output|format|response) (?:is|would be|looks like)(?: (?:e\\.g\\.|for example|something like|a list such as|such as))?",
  "beispiel|ejemplo|exemple|exemplo|esempio|例",
);
const EXAMPLE = lazyPattern(
  String.raw`(?<=(?:^|\n)[ \t>*_#-]{0,8}(?:(?:final )?answer[*_]{0,2}:[*_]{0,2} )?)(?:(?:${LABEL})(?:\*\*|__)?[ \t]?[:：]|e\.g\.,?[ \t]|the expected output is a[^\n:.]{0,40}such as)[ \t]*[^\n]{1,160}?(?=\n|$|\.[ \t]+(?:mine|my|here|answer|the answer)(?!\p{L}))`,
  "iu",
);

/** Leaves out the example of the form, which some replies repeat: 'Example: ["A00.0"]'. */
export const withoutExamples = (text: ReplyText, steps: Step[]): ReplyText =>
  replace(text, EXAMPLE, ({ 0: all, index }) => {
    steps.push(stepAt("left out a question", text, index, index + all.length));
    return "";
  });
