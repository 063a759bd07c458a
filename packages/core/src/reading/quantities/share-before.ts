import { lazyPattern } from "../../text/lazy-pattern.ts";
import { recallOf } from "../../text/recall.ts";
import type { AskedFor } from "./asked-for.ts";
import { REFERENCE_BEFORE } from "./compared-values.ts";
import { namedIn } from "./named-in.ts";
import { namesNothingAsked } from "./names-nothing-asked.ts";

/** How well the words before a place name the quantity of the question, if only a link is between them. */
export function shareBefore(head: string, before: string, asked: AskedFor): number {
  if (TO_FIND.test(head)) return 0;
  const near = linkedShare(before, asked);
  return near > 0 || NEW_CLAUSE.test(before) || isExpected(head) ? near : linkedShare(head, asked);
}

/** A quantity to find is not yet found: "To find the clearance, ..." */
const TO_FIND = lazyPattern(
  String.raw`^[^\p{L}]*(?:first,? )?(?:to|in order to|we|let's|i) (?:\p{L}+ ){0,2}(?:find|calculate|compute|determine|estimate|get)(?!\p{L})`,
  "iu",
);
const LINK = lazyPattern(
  String.raw`(?:(?<!\p{L})(?:is|was|are|be|of|to|at|on|as|equals?|equaling|gives|giving|yields|yielding|makes|becomes|(?:rises|drops|falls|goes up|comes down) to|ist|es|est|é|è|sería|beträgt|vaut)(?:\s(?:de|di)(?=\s[\d*~≈]|\s?$))?(?:\s(?:therefore|thus|then|now|also|only|just|still|simply|clearly))?|[:=≈→⇒|~–—-]|为|是|は)\s*(?:["'([*]|~|≈|=|(?:approximately|approx\.?|about|around|roughly|nearly|almost|estimated at|calculated as|calculated to be|the|a|an|now|in fact|circa|ca\.?|unos|aproximadamente|environ|etwa|équivaut à|therefore)(?![\p{L}])|\s)*$`,
  "iu",
);

/** "37.7 mmHg, expected for age 70: " */
const isExpected = (head: string): boolean =>
  /[,;(]\s?(?:\p{L}+\s)?(?:expected|predicted|normal|reference|limit|threshold)(?!\p{L})[^,;]*$/iu.test(head);

/** Another quantity follows: ", a chloride of", "and the patient is". */
const NEW_CLAUSE = lazyPattern(
  String.raw`(?:[,;|]|(?<!\p{L})(?:and|while|but|with|using|given|based on|assuming|because|since|although|und|y|et))\s+(?!(?:is|was|equals?|comes|gives|to|about|approximately|=)(?!\p{L}))(?:\p{L}|\d)`,
  "iu",
);

/** "The anion gap, with a sodium of 139" */
const OTHER_OF = lazyPattern(
  String.raw`(?:[,;(]|(?<!\p{L})(?:with|and|using|given|at|for|after|before|since|from))\s?(?:(?:with|an?|the|her|his)\s){0,2}((?:[\p{L}\d-]+\s){1,4})(?:of|=|:)\s?$`,
  "iu",
);

const linkedShare = recallOf((label, asked: AskedFor): number => {
  const { share, end } = namedIn(label, asked);
  if (share === 0 || isReference(label.slice(0, end), asked)) return 0;
  const tail = label.slice(end);
  if (/^[\s)"'\]*]*(?:(?:score|index|level|concentration|criteria|points?)\s*)*$/iu.test(tail)) return share;
  const [, other = ""] = OTHER_OF.exec(tail) ?? [];
  if (namesNothingAsked(other, asked)) return 0;
  return LINK.test(tail) && !REFERENCE_BEFORE.test(tail) ? share : 0;
});

/** The quantity of others, or before it was corrected: "the normal anion gap", "measured osmolality". */
const REFERENCE_NAME = lazyPattern(
  String.raw`(?<!\p{L})(normal|expected|target|goal|reference|limit|cut-?off|threshold|typical|average|healthy|measured|reported|observed|documented|maximum|maximal|maximum possible|highest possible|minimum|baseline|previous|prior|delta|uncorrected|unadjusted|raw)\s(?:[\p{L}\d-]+\s){0,3}[\p{L}\d-]+$`,
  "iu",
);
const isReference = (name: string, { words, anchors }: AskedFor): boolean => {
  const [, adjective = ""] = REFERENCE_NAME.exec(name) ?? [];
  return adjective !== "" && !anchors.has("due") && !words.includes(adjective.toLowerCase());
};
