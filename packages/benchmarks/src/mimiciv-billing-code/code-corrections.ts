import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import { oneOf, words } from "@medhelm/core/reading/text/pattern";
import { sentences } from "@medhelm/core/reading/text/sentences";
import { takesBack } from "@medhelm/core/reading/corrections/taken-back";
import type { CodePlace } from "./code-places.ts";

const { raw } = String;

/** Marks and a description in brackets directly after a code. */
const BEHIND = raw`^["')\]]*(?:\s?\([^()\n]{0,80}\))?`;
const OPEN = raw`["'([]*$`;
/** The words between two codes by which the second replaces the first. */
const REPLACED = lazyPattern(
  raw`${BEHIND}${oneOf(
    raw`[ ,;.:–—(-]*(?:no|nope|sorry|i meant?|or rather|rather|make that|scratch that|correction|oops|wait|actually)(?!\p{L})[^\p{L}\p{N}|\n]*(?:(?:it|that|this|make|should|be|is|was|better|more|precisely|specifically|no|sorry|actually|i|meant?)[\s,:]+)*`,
    raw`[^.;!?\n]{0,80}(?<!\p{L})(?:revised|corrected|changed|updated|upgraded|refined|modified|amended|replaced|superseded|switched|converted|adjusted|specified)\s(?:to|by|with|into|as)\s(?:the\s)?(?:\p{L}+\s)?`,
    raw`\s(?:should|must|needs to|has to)\s(?:instead\s)?(?:be|read|have been|become)\s(?:\p{L}+\s){0,3}`,
    raw`\s(?:becomes?|became|turns? into)\s`,
    raw`,\snow\s`,
    raw`[^.;!?\n]{0,40}(?<!\p{L})(?:later|subsequently|ultimately|finally)\s(?:\p{L}+\s)?(?:diagnosed|found|determined|confirmed|shown)\s(?:as|to be)\s(?:\p{L}+\s)?`,
  )}${OPEN}`,
  "iu",
);
const REPLACE = oneOf(
  "replac(?:e|ed|ing)|chang(?:e|ed|ing)|swap(?:ped|ping)?|updat(?:e|ed|ing)|revis(?:e|ed|ing)|correct(?:ed|ing)?",
  "upgrad(?:e|ed|ing)|switch(?:ed|ing)?|refin(?:e|ed|ing)|amend(?:ed|ing)?",
);
const REPLACES_BEFORE = lazyPattern(
  raw`(?<!\p{L})${REPLACE}\s(?:from\s|the\s|code\s|my\s|earlier\s|initial\s){0,3}${OPEN}`,
  "iu",
);
const REPLACES_AFTER = lazyPattern(
  raw`${BEHIND}\s(?:with|by|to|for|into)\s(?:the\s|code\s|more\s|specific\s){0,4}${OPEN}`,
  "iu",
);
/** "J45.909 -> J45.41": of one block. */
const ARROW = /^["')\]]*\s?(?:->|=>|→|⇒|➜)\s?["'([]*$/u;

/** "N80.9 is unspecified; better N80.129": of one block. */
const BETTER = lazyPattern(
  raw`${BEHIND}[^.!?\n]{0,60}[;,–—-]\s?(?:better|preferably|more (?:specific|accurate|precise)(?:ly)?)[:,]?\s${OPEN}`,
  "iu",
);

/** "... J18.9. Outpatients get no probable diagnoses, so R05.9 and R50.9 instead." */
const INSTEAD_AFTER =
  /^["')\]]*(?:\s?\([^()\n]{0,60}\))?(?:(?:\s?[,&]\s?|,?\s(?:and|with)\s)[A-Z]\d[\dA-Z.]{1,6}(?:\s?\([^()\n]{0,60}\))?){0,3}\s(?:(?:is|are|was|were|should be|will be)\s(?:\p{L}+\s)?)?instead(?!\s?of|\p{L})/u;
const HAS_WORDS = /\p{L}{4}/u;

/** The words of a correction add a code. */
const ADDS = lazyPattern(
  words(
    "also",
    "add(?:s|ed|ing|itionally)?",
    "missed|forgot|forgotten|overlooked",
    "in addition",
    "additional",
    "plus",
  ),
  "iu",
);
/** A correction is within this number of characters of the start of its sentence. */
const START = 30;

/** Returns the places that a later correction takes back. `all`: the places that name a code, in order. */
export function takenBack(text: string, all: readonly CodePlace[]): ReadonlySet<CodePlace> {
  const taken = new Set<CodePlace>();
  const take = (some: readonly CodePlace[]) => {
    for (const one of some) taken.add(one);
  };
  for (const [i, place] of all.entries()) {
    const before = all.slice(0, i);
    const last = before.at(-1);
    if (last === undefined) continue;
    if (place.why === "left out a denial") take(before.filter(({ code }) => code === place.code));
    if (place.why !== undefined) continue;
    const gap = text.slice(last.to, place.from);
    const ofLast = before.filter(({ code }) => code === last.code && code !== place.code);
    if (isReplaced(text, last, place, gap)) take(ofLast);
    else if (isCorrected(gap)) take(ofSentence(before, place, all.slice(i)));
  }
  return taken;
}

function isReplaced(text: string, last: CodePlace, place: CodePlace, gap: string): boolean {
  if (gap.length > 200) return false;
  if (REPLACED.test(gap) || (HAS_WORDS.test(gap) && INSTEAD_AFTER.test(text.slice(place.to, place.to + 120))))
    return true;
  if (ARROW.test(gap) || BETTER.test(gap)) return last.code.slice(0, 3) === place.code.slice(0, 3);
  return REPLACES_AFTER.test(gap) && REPLACES_BEFORE.test(text.slice(Math.max(0, last.from - 60), last.from));
}

/** Whether a sentence between two codes begins with a correction. */
const isCorrected = (gap: string): boolean =>
  !ADDS.test(gap) && sentences({ text: gap }).some(({ text, from }) => from > 0 && takesBack(text.slice(0, START)));

/** A correction of several codes replaces all before it; one code replaces that of its block, or else the last. */
function ofSentence(
  before: readonly CodePlace[],
  place: CodePlace,
  behind: readonly CodePlace[],
): readonly CodePlace[] {
  const listed = behind.filter(({ why, isExplanation }) => why === undefined && !isExplanation);
  const codes = new Set(listed.map(({ code }) => code));
  const earlier = new Set(before.flatMap(({ code, why }) => (why === undefined ? [code] : [])));
  if (codes.size > 1 || earlier.size < 2) return before;
  const alike = before.filter(({ code }) => code.slice(0, 3) === place.code.slice(0, 3));
  return alike.length > 0 ? alike : before.slice(-1);
}
