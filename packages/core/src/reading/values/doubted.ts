import { lazyPattern } from "../../text/lazy-pattern.ts";
import type { Statement } from "./statement.ts";

/** "Hmm, I lost a week", "I forgot the factor", "139 - 98 is 41": the reply finds a fault of its own. */
const DOUBT = lazyPattern(
  String.raw`(?<!\p{L})(?:h+m+(?=[,.…:])|oh,|ah,|i (?:lost|forgot|missed|overlooked|dropped|miscounted|miscalculated|misread|skipped|double-counted)(?!\p{L})|(?:that|this|which|it)(?:'s|\s(?:is|was|would be))\s(?:far\s|clearly\s|still\s)?too\s(?:low|high|little|much|small|large|big|fast|slow)(?=\s*[.,;:!–—]))`,
  "iu",
);
/** A value that is stated again behind the fault. */
const AGAIN =
  /(?:[:,;.–—-]\s?|(?<!\p{L})(?:so|it|that|this|be|really|then)\s)(?:so\s|then\s|thus\s)?(?:it|that|this|he|she)(?:\sis|\swas|\sshould be|\sgives|\smakes|'s)\s(?:at\s|really\s|in fact\s|about\s)?["'(]*$|(?:^|[.\n]\s?)(?:so|thus|therefore|hence),?\s["'(]*$/iu;

/** Leaves out the values before a fault that the reply finds, if it states one again: "I get 30w5d. Hmm, I lost a week: it is 31w5d." */
export function withoutDoubted<T>(text: string, kept: readonly Statement<T>[]): readonly Statement<T>[] {
  const doubt = [...DOUBT.matchAll(text)].at(-1)?.index;
  if (doubt === undefined) return kept;
  const again = kept.some(
    ({ from, value }) => from > doubt && value !== undefined && AGAIN.test(text.slice(Math.max(0, from - 60), from)),
  );
  return again ? kept.filter(({ from }) => from > doubt) : kept;
}
