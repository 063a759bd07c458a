import { lazyPattern } from "../../text/lazy-pattern.ts";
import { isWeaker, type Strength } from "./commitment.ts";
import { isCorrectedBefore, isRevisedBefore } from "../corrections/corrections.ts";
import { isBySource, isOfSource, isShared } from "../left-out/opinions.ts";
import type { Group, Place } from "./places.ts";
import {
  ALSO_BEFORE,
  BUT_IT_IS_BEFORE,
  BUT_MAYBE_BEFORE,
  CHOSEN_BEFORE,
  CONCLUDED_BEFORE,
  CONCLUDED_EARLIER,
  CONTRAST,
  DECIDES_BEFORE,
  DOUBTED,
  EMPTY_BEFORE,
  EXAM_BEFORE,
  FINAL,
  FORM_BEFORE,
  GIVEN_BEFORE,
  INVERTED_BEFORE,
  IS_BEFORE,
  LEAVES_BEFORE,
  MAKES_BEFORE,
  MARKED_BEFORE,
  POINTED_BEFORE,
  PRAISED_BEFORE,
  SO_BEFORE,
  STATED_BEFORE,
  STATED_EARLIER,
  SUPPOSED_BEFORE,
  TICKED_BEFORE,
} from "./phrases.ts";
import {
  ALSO_AFTER,
  BOTH_AFTER,
  DENIES_AFTER,
  EMPTY_AFTER,
  EXAM_AFTER,
  EXPLAINS_AFTER,
  INVERTED_AFTER,
  LEADS_AFTER,
  MAKES_AFTER,
  MAY_ALSO_AFTER,
  PRAISED_AFTER,
  RIGHT_AFTER,
  RIGHT_MARK_AFTER,
  SEEMS_AFTER,
  SUBJECT_AFTER,
  TOO_AFTER,
  TRUE_AFTER,
  USUALLY_AFTER,
} from "./phrases-after.ts";
import { UNFINISHED_AFTER } from "../left-out/unfinished.ts";
import type { Choice } from "./choice.ts";
import { type Described, hasCode, isExcepted, isOpen, isLeft, isException, isKept, isWanted } from "./described.ts";

interface Rule {
  readonly strength: Strength;
  readonly holds: <T>(place: Described<T>) => boolean;
}

/** "B on the exam, though I believe A" */
const isOfExam = <T>({ before, after }: Place<T>): boolean => EXAM_BEFORE.test(before) || EXAM_AFTER.test(after);

/** "A fits too", "so does B", "B is also possible" */
const isAlso = <T>({ before, between, after }: Place<T>): boolean =>
  ALSO_BEFORE.test(before) ||
  BUT_MAYBE_BEFORE.test(between) ||
  SO_BEFORE.test(before) ||
  ALSO_AFTER.test(after) ||
  TOO_AFTER.test(after);

/** "A fits too", "B could also be right", but not "but it might be B" */
const isAddition = <T>({ before, after }: Place<T>): boolean =>
  MAY_ALSO_AFTER.test(after) ||
  SO_BEFORE.test(before) ||
  ALSO_AFTER.test(after) ||
  TOO_AFTER.test(after) ||
  (ALSO_BEFORE.test(before) && ADDS.test(before));
const ADDS = /(?<!\p{L})(?:also|too|equally|as well|another|other|second)(?!\p{L})/iu;

/** "Answer choice A explains the pain": it describes the option. */
const isSubject = <T>({ isMany, before, after }: Place<T>): boolean =>
  isMany && NOUN_BEFORE.test(before) && SUBJECT_AFTER.test(after) && !RIGHT_AFTER.test(after);
const NOUN_BEFORE = /^[^\p{L}]*(?:(?:and|but|while|whereas)\s)?answer(?: (?:choice|option))?\s["'(*]*$/iu;

const areBoth = (values: readonly unknown[], after: string): boolean => values.length > 1 && BOTH_AFTER.test(after);

const isDoubted = <T>({ before, after }: Place<T>, strength: Strength): boolean =>
  strength === "named" || DOUBTED.test(before) || SEEMS_AFTER.test(after);

/** The first rule that holds gives the strength. */
const RULES: readonly Rule[] = [
  { strength: "leads", holds: ({ group, after }) => group.mentions.length > 1 && BOTH_AFTER.test(after) },
  { strength: "named", holds: ({ before }) => isOfSource(before) },
  { strength: "named", holds: isOpen },
  { strength: "named", holds: ({ isMany, after }) => isMany && USUALLY_AFTER.test(after) },
  { strength: "final", holds: isOfExam },
  { strength: "stated", holds: isKept },
  { strength: "stated", holds: isLeft },
  { strength: "named", holds: isSubject },
  { strength: "named", holds: (place) => isStated(place) && DOUBTED.test(place.before) },
  { strength: "final", holds: (place) => isStated(place) && FINAL.test(place.before) },
  { strength: "stated", holds: isStated },
  { strength: "stated", holds: ({ before, rest }) => isShared(before, rest) },
  { strength: "stated", holds: ({ head }) => isRevisedBefore(head) },
  { strength: "stated", holds: ({ isDenied: isAfter, between }) => isAfter && CONTRAST.test(between) },
  { strength: "stated", holds: (place) => place.isDenied && isClauseEnd(place) && COLON_ONLY.test(place.between) },
  { strength: "stated", holds: (place) => isWanted(place) },
  { strength: "stated", holds: isException },
  { strength: "stated", holds: ({ before }) => DECIDES_BEFORE.test(before) },
  { strength: "stated", holds: (place) => LEAVES_BEFORE.test(place.before) && isClauseEnd(place) },
  { strength: "stated", holds: isExcepted },
  { strength: "named", holds: isAlso },
  { strength: "named", holds: ({ after }) => SEEMS_AFTER.test(after) },
  {
    strength: "stated",
    holds: ({ between, after }) => (EMPTY_AFTER.test(after) || LEADS_AFTER.test(after)) && isCorrectedBefore(between),
  },
  { strength: "stated", holds: (place) => isConcluded(place) },
  {
    strength: "stated",
    holds: (place) => isEnd(place) && isExplicit(place.group) && CONCLUDED_EARLIER.test(place.sentence.text),
  },
  {
    strength: "leads",
    holds: ({ isMany, before, after }) => isMany && (RIGHT_MARK_AFTER.test(after) || TICKED_BEFORE.test(before)),
  },
  { strength: "leads", holds: (place) => isLead(place) && (hasLeadForm(place) || isAnnounced(place)) },
  { strength: "named", holds: (place) => isLead(place) && isInterjection(place) },
  { strength: "named", holds: ({ before }) => POINTED_BEFORE.test(before) },
  { strength: "named", holds: ({ isBehindDenied, rest }) => isBehindDenied && EXPLAINS_AFTER.test(rest) },
  { strength: "named", holds: ({ before, group }) => hasCode(group) && IS_BEFORE.test(before) },
  {
    strength: "leads",
    holds: (place) => isClauseEnd(place) && place.before.length < 60 && COLON_BEFORE.test(place.before),
  },
  {
    strength: "named",
    holds: (place) =>
      (isEnd(place) || (place.isDenied && EMPTY_AFTER.test(place.rest))) && MARKED_BEFORE.test(place.before),
  },
  {
    strength: "named",
    holds: (place) =>
      (isEnd(place) || IN_BRACKETS_AFTER.test(place.after) || DENIES_AFTER.test(place.after)) &&
      isExplicit(place.group) &&
      /[\s(]$/.test(place.before) &&
      !GIVEN_BEFORE.test(place.before),
  },
];

/** Returns the commitment of a place; undefined if it only names a value. */
export function commitmentOf<T>(place: Described<T>): Choice<T> | undefined {
  const strength = RULES.find(({ holds }) => holds(place))?.strength;
  if (strength === undefined || UNFINISHED_AFTER.test(place.rest)) return undefined;
  const { group, before, after, rest } = place;
  const values = valuesOf(group);
  const announced = announcementOf(place, strength, values);
  const label = group.mentions.length === 1 ? group.mentions[0]?.label : undefined;
  return {
    values,
    strength,
    from: group.from,
    to: group.to,
    isAlso: isAlso(place) || areBoth(values, after),
    isAddition: isAddition(place),
    isContrast: BUT_IT_IS_BEFORE.test(place.between),
    isSupposed: SUPPOSED_BEFORE.test(before),
    isOpen: isOpen(place),
    isDoubted: isDoubted(place, strength),
    isMild: !isOfExam(place) && isUnsure(before, after, strength),
    isAsked: place.sentence.isQuestion,
    isEnd: label === undefined && EMPTY_AFTER.test(rest),
    isForm: (strength === "stated" && FORM_BEFORE.test(before)) || announced !== undefined,
    ...(announced === undefined ? {} : { announced }),
    isVerdict: isVerdict(before, rest),
    isBare: EMPTY_BEFORE.test(before) && EMPTY_AFTER.test(rest),
    isConclusion: CONCLUDED_BEFORE.test(before),
    isPraised: PRAISED_AFTER.test(after) || PRAISED_BEFORE.test(before),
    isSourced: isBySource(before),
    ...(label === undefined ? {} : { label }),
  };
}

/** None if one of them contradicts itself. */
const valuesOf = <T>({ mentions }: Group<T>): readonly T[] => {
  const values = mentions.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return values.length < mentions.length ? [] : [...new Set(values)];
};

/** Only one answer that leads its sentence, or alternatives without another word, are announced. */
const announcementOf = <T>(place: Place<T>, strength: Strength, values: readonly T[]): Place<T>["announced"] =>
  strength === "leads" &&
  isLead(place) &&
  !place.sentence.isQuestion &&
  (values.length === 1 || EMPTY_AFTER.test(place.rest))
    ? place.announced
    : undefined;

const isUnsure = (before: string, after: string, strength: Strength): boolean =>
  isMild(before, strength) || /^\s(?:would|might|could) be/iu.test(after);

const WOULD = lazyPattern(String.raw`(?<!\p{L})(?:(i|we)\s+would|i'd|(?<!(?:i|we)\s+)(would))(?!\p{L})`, "iu");
/** "It would be B" is mild; "I would do B" only points to it, and "I would choose B" yields to a firm choice. */
function isMild(before: string, strength: Strength): boolean {
  const would = WOULD.exec(before);
  return would !== null && (would[2] !== undefined || !isWeaker(strength, "stated"));
}

function isStated<T>({ before, after, group }: Place<T>): boolean {
  if (STATED_BEFORE.test(before) || CHOSEN_BEFORE.test(before) || RIGHT_AFTER.test(after)) return true;
  if (INVERTED_BEFORE.test(before) && INVERTED_AFTER.test(after)) return true;
  if (MAKES_BEFORE.test(before) && MAKES_AFTER.test(after)) return true;
  return group.mentions[0]?.isExplicit === true && STATED_EARLIER.test(before);
}

const isConcluded = <T>({ before, after, group }: Place<T>): boolean =>
  CONCLUDED_BEFORE.test(before) &&
  (EMPTY_AFTER.test(after) || LEADS_AFTER.test(after) || group.mentions[0]?.isExplicit === true);

const isLead = <T>({ isFirst, before }: Place<T>): boolean => isFirst && EMPTY_BEFORE.test(before);

/** "Answer: B which blocks the channel", "Answer: B Loop diuretic", but no subject of a sentence. */
const isAnnounced = <T>({ announced, after, group }: Place<T>): boolean =>
  announced !== undefined && group.mentions.length === 1 && hasCode(group) && DESCRIBED_AFTER.test(after);
const DESCRIBED_AFTER = /^["')\]*]*(?:\s?[,.:;(–—-]|\s(?:(?:which|that|who|where)\s|\p{Lu}\p{L}+))/u;

/** "Recovery was faster. Yes, it can be recommended." */
const isInterjection = <T>({ sentence, group, rest }: Place<T>): boolean =>
  group.mentions.length === 1 && TRUTH_FIRST.test(sentence.text) && /^["')\]*]*\s?[,.:;–—-]\s?\S/u.test(rest);
const TRUTH_FIRST = lazyPattern(
  String.raw`^[^\p{L}\p{N}]*(?:yes|no|maybe|ja|nein|vielleicht|oui|non|peut-être|s[íì]|sim|não|quizás?|talvez|forse|nee|да|нет|是的?|不是|否)(?!\p{L})`,
  "iu",
);

const hasLeadForm = <T>({ after, rest, sentence, group: { mentions } }: Place<T>): boolean =>
  EMPTY_AFTER.test(rest) ||
  after.trim() === "" ||
  (/^\s\(/.test(after) && !DESCRIBES_AFTER.test(after)) ||
  LEADS_AFTER.test(after) ||
  /^["')\]*]*\s?[✓✔✅☑👍]/u.test(after) ||
  (sentence.isFirst && mentions[0]?.label !== undefined) ||
  (sentence.isFirst && mentions[0]?.isExplicit === true && /^["')\]*]*\s*(?:[,.:;(、–—|-]|$)/.test(after));

/** "Calcium is elevated (so A is true)" */
const isVerdict = (before: string, rest: string): boolean =>
  (EMPTY_BEFORE.test(before) || SO_IN_BRACKETS.test(before)) && TRUE_AFTER.test(rest);
const SO_IN_BRACKETS =
  /[(,;]\s?(?:(?:so|thus|hence|therefore|meaning|which means)\s)?(?:that\s)?(?:(?:statement|option)\s)?$/iu;
/** "D (infarction) would show ST elevation" */
const DESCRIBES_AFTER =
  /^\s\([^()]{1,80}\)\s(?:would(?! be)|could(?! be)|might|may|can|typically|usually|often|generally|tends?|presents?|causes?|shows?|lacks?|requires?)(?!\p{L})/iu;

/** "The child has blood group B: option " */
const COLON_BEFORE = /:\s*(?:(?:option|choice|answer|letter)\s)?["'([*]*$/iu;
/** "Not B: A" */
const COLON_ONLY = /^["')\]*]*\s?:\s["'([*]*$/u;
/** It ends its clause: nothing follows, or a reason or a concession. */
const isClauseEnd = <T>({ after }: Place<T>): boolean => EMPTY_AFTER.test(after);

/** It is in brackets at the end of its clause. */
const IN_BRACKETS_AFTER = /^\s?\)\s*(?:[,;.:]|$)/;

const isEnd = <T>({ isOnly, rest }: Place<T>): boolean => isOnly && EMPTY_AFTER.test(rest);

const isExplicit = <T>({ mentions: [first] }: Group<T>): boolean =>
  first?.isExplicit === true && first.label === undefined;
