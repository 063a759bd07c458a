import { type LazyPattern, lazyPattern } from "../../text/lazy-pattern.ts";
import { findCommitments } from "../commitments/commitments.ts";
import type { FieldNames } from "../wrappers/field-names.ts";
import type { Mention } from "../commitments/mention.ts";
import { decide } from "../commitments/decide.ts";
import { readAnswer } from "../read-answer.ts";
import { oneOf } from "../text/pattern.ts";
import { type Reading, type Step, stepAt } from "../reading.ts";
import { replace, type ReplyText } from "../text/reply-text.ts";
import { weighChoice } from "../commitments/weigh-choice.ts";

/** The labels of a question that has no options, such as a judgment of 0 or 1 or a rating. */
export interface LabelKind<T> extends Pick<FieldNames, "wordsFor"> {
  /** Keys of JSON and names of tags whose value is the label, as canonicalKey() writes them. */
  readonly answers: ReadonlySet<string>;
  /** Words of the task (pattern, word of the shared phrases): "rating" says here what "answer" says in phrases.ts. */
  readonly words: readonly (readonly [pattern: RegExp | LazyPattern, by: string])[];
  /** The places that name a label, in order; they do not overlap. `reply` is the original. */
  readonly mentions: (text: ReplyText, reply: string) => readonly Mention<T>[];
}

/** Reads the label to which a reply commits (docs/scoring.md, profile `corrected`). */
export const readLabel = <T>(reply: string, { answers, words, mentions, ...claiming }: LabelKind<T>): Reading<T> =>
  readAnswer(
    reply,
    answers,
    (text, before) => {
      const steps = [...before];
      const common = words.reduce((one, [pattern, by]) => replace(one, pattern, by), withoutLegend(text, steps));
      return decide(common, findCommitments(common.text, mentions(common, reply)), steps, weighChoice());
    },
    claiming,
  );

const MEANS = String.raw`["')]?\s?(?:=|→|[:–—-](?=\s\p{L})|(?<!\p{L})(?:means|stands for|denotes|indicates|if|for)(?!\p{L}))\s?(?:(?!\.\s)[^\d\n;,=]){2,80}`;
/** The meanings of the labels: "0 = factual, 1 = hallucinated". */
const LEGEND = lazyPattern(
  String.raw`[("'[]{0,2}[+-]?\d${MEANS}(?:(?:[,;/\n]|(?<!\p{L})(?:and|or|to|und|oder|bis|et|ou|à|y|o|e|hasta|até)(?!\p{L}))\s?(?:(?:label|rating|score|code|value)\s)?["'(]{0,2}[+-]?\d${MEANS}){1,5}[)\]]?`,
  "iu",
);

/** Leaves out the labels' meanings, which the reply repeats. */
function withoutLegend(text: ReplyText, steps: Step[]): ReplyText {
  return replace(text, LEGEND, ({ 0: legend, index }) => {
    const digits = legend.match(/[+-]?\d/g) ?? [];
    if (new Set(digits).size < digits.length) return undefined;
    steps.push(stepAt("left out a question", text, index, index + legend.length));
    return "\n";
  });
}

/** Where the numerals of lists stand: the first digits of lines that count 1, 2, ... */
export function listNumerals(text: string): ReadonlySet<number> {
  const found = [...text.matchAll(/^ ?(\d{1,3})[.):] /gm)].map((match) => ({
    value: Number(match[1]),
    at: match.index + match[0].search(/\d/),
  }));
  const isNext = (i: number) => found[i] !== undefined && found[i - 1]?.value === found[i].value - 1;
  return new Set(found.flatMap(({ at }, i) => (isNext(i) || isNext(i + 1) ? [at] : [])));
}

/** Words before a number that make it part of a name. The "no." of "Wait, no. 0" takes an answer back. */
const NAME_BEFORE = lazyPattern(
  String.raw`(?:^|[^\p{L}])${oneOf(
    "step|phase|type|table|figure|fig\\.|grade|class|stage|group|level|trial|study|point|reason|ref|reference|(?<!(?:wait|sorry|oh|hmm|actually)[,.…!]{0,3}\\s)no\\.|#|section",
    "part|item|number|question|case|day|week|month|year|version|score of|at least|at most|more than|less than|[<>≤≥±]",
    String.raw`\d (?:in|of|out of)|(?:count|errors|p|n|k)\s?[:=]`,
  )}\s?$`,
  "iu",
);
/** Words after a number that count or measure. */
const COUNTED_AFTER =
  /^(?:\s?%|[^\S\n](?!because|since|as |for |not |and |or |due|but|is |means|meaning|which|that|given|the |it |this |to [+-]?\d|on |at |than |then |with |would |seems |rather |here|now|overall |after |instead|although|though|if |in (?:this|my|the)|from (?:me|my))\p{Ll})/u;

/** Whether the number at text[from] is part of a name, or numbers the items of a list. */
export const isNumeral = (text: string, from: number, numerals: ReadonlySet<number>): boolean =>
  numerals.has(from) || NAME_BEFORE.test(text.slice(Math.max(0, from - 24), from));

/** Whether text[from] to text[to - 1] counts or measures something. One of several numbers does not: "either 0 or 1 in my view". */
export const isCount = (text: string, from: number, to: number): boolean =>
  COUNTED_AFTER.test(text.slice(to, to + 24)) && !JOINED_BEFORE.test(text.slice(Math.max(0, from - 12), from));

/** Whether the number at text[from] to text[to - 1] is alone in brackets. */
export const isInBrackets = (text: string, from: number, to: number): boolean =>
  /[([]\s?$/.test(text.slice(Math.max(0, from - 2), from)) && /^\s?[)\]]/.test(text.slice(to, to + 2));

const JOINED_BEFORE = /\d["')]?\s?(?:,|or|and|\/|to|[-–—])\s?(?:an?\s)?["'(]?$/iu;

/** Where text of the same line starts behind a label that begins its line: "1 The answer ..." */
export function textBehind(text: string, from: number, to: number): { label: number } | object {
  const isAtStart = /(?:^|\n)[\s"'([]*$/.test(text.slice(Math.max(0, from - 8), from));
  const gap = /^["')\]]*(?:\s?[-–—.:,;)=→|]\s(?=["'(]?\p{L})|\s(?=["'(]?\p{Lu}))/u.exec(text.slice(to, to + 8));
  return isAtStart && gap !== null ? { label: to + gap[0].length } : {};
}
