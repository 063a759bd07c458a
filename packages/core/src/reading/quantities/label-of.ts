import { lazyPattern } from "../../text/lazy-pattern.ts";

/** The clause that ends with a value; undefined if it is a statement or arithmetic before a mark. */
export function labelOf(before: string): string | undefined {
  const link = LABEL_LINK.exec(before)?.[0] ?? "";
  const clause = before.slice(0, before.length - link.length);
  if (REMARKED.test(clause)) return undefined;
  const start = [...clause.matchAll(LABEL_START)].at(-1);
  const label = start === undefined ? clause : clause.slice(start.index + start[0].length);
  if (PRONOUN_END.test(label)) return undefined;
  if (link.includes(":") && VERB.test(label) && !/diagnosis$/iu.test(label)) return undefined;
  if (
    link.includes("=") &&
    /[×*÷/+√^]|\s[-x]\s|(?<!\p{L})(?:times|plus|minus|divided|multiplied)(?!\p{L})/iu.test(label)
  )
    return undefined;
  return label;
}

/** "Result (adjusted weight)": the brackets say how it was found. */
const REMARKED = lazyPattern(
  String.raw`(?:^|[.,;:]\s?)[^\p{L}]*(?:the\s)?(?:\p{L}+\s)?(?:results?|answer|value|estimate|total|outcome)\s?\([^()]*\)$`,
  "iu",
);

/** The mark between a label and its value. */
const LABEL_LINK = /\s?[:=≈|~]+\s?(?:[≈~=]\s?)*["'([*]*\s?$/u;
const LABEL_START =
  /[;,([—|→⇒=≈]|->|\s[–-]\s|:\s|(?<!\p{L})(?:and|but|so|thus|therefore|hence|because|since|while|whereas|where|which|that|then|und|y|et)\s/giu;
const VERB = lazyPattern(
  String.raw`(?<!\p{L})(?:is|are|was|were|has|have|had|does|can|will|meets?|takes?)(?!\p{L})`,
  "iu",
);
/** "with the ideal weight it is" */
const PRONOUN_END = lazyPattern(
  String.raw`(?<!\p{L})(?:it|this|that|which|i|we)\s(?:is|was|equals|gives|comes to|get|have|obtain)\s(?:\p{L}+\s)?$`,
  "iu",
);
