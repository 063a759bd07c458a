import { takesBack } from "../corrections/taken-back.ts";
import { isOfOthers } from "./other-options.ts";
import { LIST_AHEAD, OTHERS_AHEAD } from "../commitments/phrases.ts";
import { type Step, stepAt } from "../reading.ts";
import { type ReplyText, slice, spanOf } from "../text/reply-text.ts";
import type { Choice } from "../commitments/choice.ts";

const RIGHT =
  /^[ "'([*:.,|–—→-]*(?:(?:this|it|that)\s+(?:is|option is)\s+)?(?:the\s+)?(?:(?:correct|right|true|yes|best|richtig|correcto|correcta|सही|صحيح)(?!\p{L})|(?:<-+|←) ?(?:the )?(?:correct |right )?answer|✓|✔|✅|☑|正确|正しい|最适合)/iu;
const WRONG =
  /^[ "'([*:.,|–—→-]*(?:(?:this|it|that)\s+(?:is|option is)\s+)?(?:(?:incorrect|wrong|false|no|not (?:correct|right|true|the|indicated|appropriate)|falsch|incorrecto|incorrecta|गलत|خطأ)(?!\p{L})|✗|✘|❌|☒|✖|×|不正确|错误|誤り)/iu;
/** One of several that are right is the best: "Correct", "Correct", "Best answer". */
const BEST = /^[ "'([*:.,|–—→-]*(?:(?:this|it|that)\s+is\s+)?(?:the\s+)?(?:single\s+)?best(?!\p{L})/iu;
const RIGHT_MARK = /[✓✔✅☑👍][ \t]*$/u;
const WRONG_MARK = /[✗✘❌☒✖👎][ \t]*$/u;
/** A verdict that ends the line: "A. Aspirin - too weak → incorrect" */
const WRONG_END =
  /(?:→|=>|->|\s[–—-]|:|\()\s?(?:incorrect|wrong|false|no|out|excluded|ruled out|eliminated|not (?:correct|right)|falsch|incorrecto|faux|✗|❌)\)?[.!]?\s*$|[✗✘❌☒✖👎]\ufe0f?\s*$/iu;
const RIGHT_END =
  /(?:→|=>|->|\s[–—-]|:|\()\s?(?:correct|right|true|yes|best|(?:the )?(?:correct |best )?answer|richtig|correcto|✓|✅)\)?[.!]?\s*$|[✓✔✅☑👍]\ufe0f?\s*$/iu;
const lineFrom = (text: string, at: number): string => text.slice(at, at + 400).split("\n", 1)[0] ?? "";
/** A verdict is at most this many characters from its label. */
const NEAR = 60;

/**
 * Leaves out the options that a reply repeats or discusses as a list. It keeps the one that alone is marked as right, and an answer before
 * a list of the other options.
 */
export function withoutLists<T>(text: ReplyText, made: readonly Choice<T>[], steps: Step[]): Choice<T>[] {
  const others = made.filter((one) => isOfOthers(text.text, one));
  if (others.length > 0)
    steps.push({ step: "left out a denial", at: others.map(({ from, to }) => spanOf(text, from, to)) });
  return withoutList(
    text,
    made.filter((one) => !others.includes(one)),
    steps,
  );
}

function withoutList<T>(text: ReplyText, made: readonly Choice<T>[], steps: Step[]): Choice<T>[] {
  // "B. C. D." has no text to label
  const starts = new Set(made.map(({ from }) => from));
  const labels = made.filter(
    ({ label, strength }) => label !== undefined && strength === "leads" && !starts.has(label),
  );
  const dropped = new Set(isAnsweredLast(labels) ? labels.slice(0, -1) : toDrop(text.text, labels));
  if (dropped.size > 0)
    steps.push({ step: "left out a question", at: [...dropped].map(({ from, to }) => spanOf(text, from, to)) });
  return made.filter((one) => !dropped.has(one));
}

/** "A. ... B. ... Final answer: B. Aspirin" */
const isAnsweredLast = <T>(labels: readonly Choice<T>[]): boolean =>
  labels.length > 1 && labels.findIndex(({ announced }) => announced !== undefined) === labels.length - 1;

function toDrop<T>(text: string, labels: readonly Choice<T>[]): readonly Choice<T>[] {
  const [first, second] = labels;
  if (first === undefined) return [];
  // "Option C: incorrect.\nOption D: correct."
  if (second === undefined) return isAnnounced(text, first) && !isMarked(text, first, RIGHT, RIGHT_MARK) ? [first] : [];
  // "B. Wait, no. A. I hope this helps!" is a correction and no list
  if (isOne(new Set(labels.slice(1))) && takesBack(text.slice(first.to, second.from))) return [];
  const open = new Set(labels.filter((one) => !isMarked(text, one, WRONG, WRONG_MARK)));
  const right = new Set([...open].filter((one) => isMarked(text, one, RIGHT, RIGHT_MARK)));
  const best = new Set([...right].filter((one) => isMarked(text, one, BEST)));
  for (const kept of [right, best, open]) if (isOne(kept)) return labels.filter((one) => !kept.has(one));
  const list = ascending(labels);
  const behind = labels.slice(list);
  if (list > 1 && isOne(new Set(behind))) return labels.slice(0, list);
  const others = labels.filter((one) => one !== first);
  const isRepeated = others.some(({ values }) => values.some((value) => first.values.includes(value)));
  const isAnswer = !isRepeated && (list < labels.length || OTHERS_AHEAD.test(text.slice(first.to, second.from)));
  return isAnswer && !isAnnounced(text, first) ? others : labels;
}

const isOne = <T>(list: ReadonlySet<Choice<T>>): boolean =>
  new Set([...list].flatMap(({ values }) => values)).size === 1;

/** The number of labels from the first on that are in the order of the options. */
function ascending<T>(labels: readonly Choice<T>[]): number {
  const end = labels.findIndex(({ values }, i) => i > 0 && String(labels[i - 1]?.values[0]) >= String(values[0]));
  return end === -1 ? labels.length : end;
}

const isMarked = <T>(text: string, { from, label = 0 }: Choice<T>, words: RegExp, mark?: RegExp): boolean =>
  words.test(text.slice(label, label + NEAR)) ||
  (words === WRONG ? WRONG_END : RIGHT_END).test(lineFrom(text, label)) ||
  mark?.test(text.slice(Math.max(0, from - 4), from)) === true;

/** A label with its text: "C: too slow", after a full stop or at the start of a line. */
const ITEM = /(?<=^|\n\s?|[.!?:]\s)["'(]{0,2}([A-J])["']?[:.)]\)?\s\p{L}/gu;

/** Leaves out a walk through the options that stops within its sentence. */
export function withoutCutOffWalk(text: ReplyText, steps: Step[]): ReplyText {
  if (/[.!?。)\]"'*]\s*$/u.test(text.text) || text.text.length > 20_000) return text;
  const items = [...text.text.matchAll(ITEM)];
  const [first] = items;
  const last = items.at(-1);
  const isWalk = items.length > 2 && items.every(({ 1: letter = "" }, i) => letter > (items[i - 1]?.[1] ?? ""));
  if (first === undefined || last === undefined || !isWalk || text.text.slice(first.index).includes("\n")) return text;
  steps.push(stepAt("left out a question", text, first.index));
  return slice(text, 0, first.index);
}

/** Whether the line before it says that the options follow. */
function isAnnounced<T>(text: string, { from, label = 0 }: Choice<T>): boolean {
  if (/^\s*$/.test(text.slice(label, label + NEAR).split("\n", 1)[0] ?? "")) return false;
  const before = text.slice(Math.max(0, from - 3 * NEAR), from);
  const lines = before.slice(0, before.lastIndexOf("\n") + 1).trimEnd();
  return LIST_AHEAD.test(lines.slice(lines.lastIndexOf("\n") + 1));
}
