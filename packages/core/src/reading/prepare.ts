import { type Claim, claimsOf, withoutClaimMarks } from "./wrappers/claims.ts";
import { cutAtTurn } from "./turns/cut-at-turn.ts";
import { normalizeCharacters } from "./text/normalize-characters.ts";
import { type Step, stepAt } from "./reading.ts";
import { recall } from "../text/recall.ts";
import { replace, replyText, type ReplyText, slice, trim } from "./text/reply-text.ts";
import { type Sections, separateThinking } from "./thinking/separate-thinking.ts";
import type { FieldNames } from "./wrappers/field-names.ts";
import { unwrap } from "./wrappers/unwrap.ts";

/** The text that a reader reads: plain text without thinking, other turns and markup. */
export interface Prepared {
  readonly kind: "prepared";
  readonly text: ReplyText;
  /** Fields, tags and boxes that state the answer. If there are any, the text outside decides nothing. */
  readonly claims: readonly Claim[];
  /** The same with what follows the heading of another turn or question; present if there is one. */
  readonly whole?: Prepared;
  readonly steps: readonly Step[];
}

/** Nothing was answered. `last` says why. */
export interface Unanswered {
  readonly kind: "unanswered";
  readonly last: Step;
  readonly steps: readonly Step[];
}

/**
 * The steps that all readers of plain answers share, in this order: thinking is separated, the turn is cut, characters are normalized, markup
 * is removed. Readers of queries and verdicts take separateThinking() and cutAtTurn() alone, because their text must stay as it is.
 */
export function prepare(reply: string, names: FieldNames, sections?: Sections): Prepared | Unanswered {
  const { answers, isOther, wordsFor } = names;
  if (sections !== undefined || isOther !== undefined || wordsFor !== undefined)
    return prepareAnew(reply, names, sections);
  const known = plainly.get(answers) ?? recall((text) => prepareAnew(text, { answers }));
  plainly.set(answers, known);
  return known(reply);
}

/** By the names of fields. */
const plainly = new WeakMap<ReadonlySet<string>, (reply: string) => Prepared | Unanswered>();

function prepareAnew(reply: string, names: FieldNames, sections?: Sections): Prepared | Unanswered {
  const said = ownWords(reply, sections);
  if (said.kind === "unanswered") return said;
  const { text, whole, steps } = said;
  return {
    ...prepared(text, names, steps),
    ...(whole === undefined ? {} : { whole: prepared(whole, names, steps) }),
  };
}

/** The words of the reply's own turn, unchanged, without its thinking. */
export interface OwnWords {
  readonly kind: "said";
  readonly text: ReplyText;
  readonly whole?: ReplyText;
  readonly steps: readonly Step[];
}

/** Separates thinking and cuts at the turn. */
export function ownWords(reply: string, sections?: Sections): OwnWords | Unanswered {
  const separated = separateThinking(replyText(reply), sections);
  if (separated.text === undefined) {
    const last = separated.steps.at(-1) ?? stepAt("unfinished thinking", replyText(reply));
    return { kind: "unanswered", last, steps: separated.steps.slice(0, -1) };
  }
  const turn = cutAtTurn(withoutJsonEnd(separated.text, reply));
  return { ...turn, kind: "said", steps: [...separated.steps, ...turn.steps] };
}

/** The text behind the thinking in a text of JSON, without the escaped lines before it and the end of the object. */
function withoutJsonEnd(text: ReplyText, reply: string): ReplyText {
  if (text.text.length === reply.length || !text.text.startsWith("\\")) return text;
  const end = text.text.indexOf('"');
  const [escapes = ""] = /^(?:\\[nrt]|\s)*/.exec(text.text) ?? [];
  const isInJson = escapes !== "" && /^\s*\{\s*"/.test(reply) && /^"\s*\}\s*$/.test(text.text.slice(end));
  return end >= 0 && isInJson ? slice(text, escapes.length, end) : text;
}

function prepared(text: ReplyText, names: FieldNames, before: readonly Step[]): Prepared {
  const normal = normalizeCharacters(text);
  const plain = unwrap(withoutLongSpace(normal.text), names);
  const spaced = trim(replace(plain.text, / {2,}/g, " "));
  return {
    kind: "prepared",
    text: withoutClaimMarks(spaced),
    claims: claimsOf(spaced),
    steps: [...before, ...normal.steps, ...plain.steps],
  };
}

/** One space replaces several, so that no pattern meets a long run of them. */
const withoutLongSpace = (text: ReplyText): ReplyText =>
  replace(replace(text, /[ \t]{2,}|\t/g, " "), / \n|\n{3,}/g, (match) => (match[0] === " \n" ? "\n" : "\n\n"));
