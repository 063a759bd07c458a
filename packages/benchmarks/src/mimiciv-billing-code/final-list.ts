import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import { CONCLUDED_EARLIER } from "@medhelm/core/reading/commitments/phrases";
import { sentences } from "@medhelm/core/reading/text/sentences";
import { takesBack } from "@medhelm/core/reading/corrections/taken-back";

interface Place {
  readonly from: number;
  readonly to: number;
}

const NOUN = "(?:answers?|codes?|lists?|coding|assignments?|code set|output|result)";
/** "the final codes are", "Revised list:", "## Final Codes" */
const FINAL = lazyPattern(
  `(?<!\\p{L})(?:final|corrected|revised|updated|definitive|amended)\\s(?:[\\p{L}\\d-]+\\s){0,4}?${NOUN}(?:\\s?\\([^()\\n]{0,40}\\))?(?:\\s[\\p{L}\\d-]+){0,4}?\\s?(?:is|are|[:：–—-]|$)`,
  "iu",
);
/** "So the ICD-10 codes are", "In summary, codes:" */
const ANNOUNCES = lazyPattern(`(?<!\\p{L})${NOUN}(?:\\s[\\p{L}\\d-]+){0,5}?\\s?(?:is|are|[:：]|$)`, "iu");
/** "Final:", "Answer:", and the prompt's own heading. */
const HEADED = lazyPattern(
  String.raw`^[^\p{L}]*(?:final\s?(?=[:：])|(?:final\s)?answer|predicted icd-?\s?10(?:-\p{L}+)? codes?|icd-?\s?10(?:-\p{L}+)? codes? assigned)\s?[:：]`,
  "iu",
);
const AGAIN = /(?<!\p{L})(?:corrected|revised|updated|amended)(?!\p{L})/iu;
/** A heading of a part of the list. */
const PART =
  /(?<!\p{L})(?:procedures?|pcs|secondary|other|additional|external|diagnos[ei]s|cm|principal|primary)(?!\p{L})/giu;

/** Returns the words that announce the final list, from which on the codes count; undefined without one. `places`: the codes, in order. */
export function finalList(text: string, places: readonly Place[]): Place | undefined {
  let p = 0;
  const announced = sentences({ text }).flatMap((sentence, i, all): (Place & { readonly words: string })[] => {
    while ((places[p]?.from ?? text.length) < sentence.from) p++;
    const next = places[p]?.from;
    if (next === undefined) return [];
    const words = text.slice(sentence.from, Math.min(sentence.to, next));
    if (NOT_FINAL.test(words)) return [];
    const isSaid = FINAL.test(words) || (CONCLUDED_EARLIER.test(words) && ANNOUNCES.test(words)) || HEADED.test(words);
    // the codes are in the sentence, or the next one begins the list
    const isNear = next < sentence.to || next < (all[i + 3]?.to ?? text.length);
    return isSaid && isNear ? [{ from: sentence.from, to: sentence.from + words.length, words }] : [];
  });
  let last = announced.at(-1);
  for (const one of announced.toReversed().slice(1)) {
    if (last === undefined || AGAIN.test(last.words) || takesBack(text.slice(one.to, last.from))) break;
    if (partOf(one.words) === partOf(last.words)) break;
    last = { ...one, to: last.to };
  }
  return last;
}

const partOf = (words: string): string => (words.toLowerCase().match(PART) ?? []).join(" ");
const NOT_FINAL = /(?<!\p{L})(?:not|before|until|prior to)\s(?:\p{L}+\s){0,2}(?:final|revised|corrected)/iu;
