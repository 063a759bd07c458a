import { announcedSentences } from "./announcements.ts";
import { isByCase, isByCondition } from "./by-case.ts";
import type { Commitments, LeftOut } from "./commitment.ts";
import type { Mention } from "./mention.ts";
import { quotedOpinions } from "../left-out/opinions.ts";
import { type Group, groupsOf, type Place, placesOf } from "./places.ts";
import type { Choice } from "./choice.ts";
import type { Described } from "./described.ts";
import { commitmentOf } from "./strength.ts";
import { whyNone } from "./why-none.ts";

/**
 * Finds all places of a text that commit to one of the values that `all` mentions name; these are in order and do not overlap.
 * `isException`: the question asks for the exception, so that "all except C" is an answer.
 */
export function findCommitments<T>(
  text: string,
  all: readonly Mention<T>[],
  isException = false,
): Commitments<Choice<T>> {
  const quotes = text.includes('"') ? quotedOpinions(text) : [];
  const isQuoted = ({ from }: Mention<T>): boolean => quotes.some(([start, end]) => start <= from && from < end);
  const mentions = withoutMiddle(all).filter((mention) => !isQuoted(mention));
  const made: Choice<T>[] = [];
  const leftOut: LeftOut[] = withoutMiddle(all)
    .filter(isQuoted)
    .map(({ from, to }) => ({ why: "left out an opinion", from, to }));
  const isMany = new Set(mentions.map(({ value }) => value)).size > 1;
  let next = 0;
  let from = 0;
  let last: Place<T> | undefined;
  let wasDenied = false;
  for (const sentence of announcedSentences(text, isWithin(mentions), () => next > from)) {
    from = next;
    while ((mentions[next]?.from ?? text.length) < sentence.to) next++;
    const groups: Group<T>[] = groupsOf(text, mentions.slice(from, next));
    let isDenied = false;
    for (const place of placesOf(text, sentence, groups, { isException, isMany, announced: sentence.announced })) {
      const { group } = place;
      const described: Described<T> = { ...place, isDenied, isBehindDenied: wasDenied };
      const why: LeftOut["why"] | undefined = whyNone(described);
      const commitment = why === undefined ? commitmentOf(described) : undefined;
      if (why !== undefined) leftOut.push({ why, from: group.from, to: group.to });
      else if (commitment !== undefined) made.push(commitment);
      if (last !== undefined && isOfCases(last, place, why) && !isExplanation(made, last))
        made.push(byCase(last, place));
      if (why === undefined) last = place;
      isDenied = why === "left out a denial";
      wasDenied = isDenied;
    }
  }
  return withoutReports({ made, leftOut }, all);
}

/** "My colleague would say B. The textbook says D.": the reply only reports. */
function withoutReports<T>(found: Commitments<Choice<T>>, all: readonly Mention<T>[]): Commitments<Choice<T>> {
  const { made, leftOut } = found;
  const opinions = leftOut.filter(({ why }) => why === "left out an opinion");
  if (opinions.length === 0 || !made.every(({ isSourced }) => isSourced)) return found;
  const others = new Set(
    all.filter(({ from }) => opinions.some((one) => one.from <= from && from < one.to)).map(({ value }) => value),
  );
  if (made.some(({ values }) => values.some((value) => others.has(value)))) return found;
  const reported = made.map(({ from, to }): LeftOut => ({ why: "left out an opinion", from, to }));
  return { made: [], leftOut: [...leftOut, ...reported] };
}

/** Whether two neighbours answer two cases. `why`: the step that leaves the second out. */
const isOfCases = <T>(last: Place<T>, place: Place<T>, why: LeftOut["why"] | undefined): boolean =>
  why === undefined ? isByCase(last, place) : why === "left out a condition" && isByCondition(last, place);

/** "Maybe: yes for men, no for women": another answer leads the sentence of the pair. */
const isExplanation = <T>(made: readonly Choice<T>[], { sentence, group }: Place<T>): boolean =>
  made.some(
    ({ from, to, values, strength }) =>
      from >= sentence.from && to <= group.from && strength === "leads" && values[0] !== group.mentions[0]?.value,
  );

/** Both answers of a pair, as alternatives. */
const byCase = <T>({ group: one }: Place<T>, { group: other }: Place<T>): Choice<T> => ({
  values: [...one.mentions, ...other.mentions].flatMap(({ value }) => (value === undefined ? [] : [value])),
  strength: "stated",
  from: other.from,
  to: other.to,
  isAlso: true,
  isAddition: false,
  isContrast: false,
  isSupposed: false,
  isOpen: false,
  isDoubted: false,
  isMild: false,
  isAsked: false,
  isEnd: false,
  isForm: false,
  isVerdict: false,
  isBare: false,
  isConclusion: false,
  isPraised: false,
  isSourced: false,
});

/** A reply in a loop may repeat its answer more often. The repetitions in the middle add nothing. */
const MOST = 1000;
const withoutMiddle = <T>(all: readonly T[]): readonly T[] =>
  all.length > 2 * MOST ? [...all.slice(0, MOST), ...all.slice(-MOST)] : all;

/** Whether a place is inside of a mention; the places are asked in order. */
function isWithin<T>(mentions: readonly Mention<T>[]): (at: number) => boolean {
  let i = 0;
  return (at) => {
    while (i < mentions.length && (mentions[i]?.to ?? 0) <= at) i++;
    const mention = mentions[i];
    return mention !== undefined && mention.from <= at && at < mention.to - 1;
  };
}
