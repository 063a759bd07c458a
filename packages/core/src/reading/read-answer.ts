import type { Claim } from "./wrappers/claims.ts";
import { cutAtTurn } from "./turns/cut-at-turn.ts";
import type { IsSame } from "./commitments/decide.ts";
import type { FieldNames } from "./wrappers/field-names.ts";
import { prepare } from "./prepare.ts";
import { type Reading, read, type Step, unread } from "./reading.ts";
import { replyText, type ReplyText, slice, spanOf } from "./text/reply-text.ts";
import { takesBack } from "./corrections/taken-back.ts";
import { withoutExamples } from "./turns/without-examples.ts";
import { withoutReferences } from "./turns/without-references.ts";

/** How a reader takes the fields, tags and boxes that state the answer. */
export interface Claiming<T> extends Pick<FieldNames, "wordsFor"> {
  /** By default values are the same if their JSON is. */
  readonly isSame?: IsSame<T>;
  /** Makes one claim of the parts of a value, such as [27, 4]; undefined: they are no parts. */
  readonly joined?: (claims: readonly Claim[]) => readonly Claim[] | undefined;
  /** Keys of fields that say the answer again, such as `text` next to `choice`. They must agree with it. */
  readonly repeats?: RegExp;
}

/**
 * Reads a reply by the steps that readers of short answers share. They read fields that state the answer first, then the text, then the part after
 * the heading of another question. `readText` reads one of these. `answers`: keys of fields, as canonicalKey() writes them.
 */
export function readAnswer<T>(
  reply: string,
  answers: ReadonlySet<string>,
  readText: (text: ReplyText, before: readonly Step[]) => Reading<T>,
  claiming: Claiming<T> = {},
): Reading<T> {
  const prepared = prepare(reply, namesOf(answers, claiming));
  if (prepared.kind === "unanswered") return unread(prepared.steps, prepared.last);
  const { text, claims, steps, whole } = prepared;
  const fields = claims.filter(({ kind }) => kind === "field");
  const claimed = readClaims(
    fields.length > 0 ? fields : claims,
    steps,
    (one) => readText(cutAtTurn(one).text, []),
    claiming,
  );
  if (claimed?.kind === "read") return contradicted(claimed, repeatsOf(reply, steps, claiming), readText, claiming);
  if (claimed !== undefined && (claimed.reason !== "found no answer" || fields.length > 0)) return claimed;
  const first = readOwn(text, steps, readText);
  if (first.kind === "read" || whole === undefined || first.reason !== "found no answer") return first;
  return readOwn(whole.text, whole.steps, readText);
}

const namesOf = <T>(answers: ReadonlySet<string>, { wordsFor }: Claiming<T>): FieldNames =>
  wordsFor === undefined ? { answers } : { answers, wordsFor };

/** The fields that say the answer again. */
const repeatsOf = <T>(reply: string, steps: readonly Step[], { repeats }: Claiming<T>): readonly ReplyText[] =>
  repeats === undefined
    ? []
    : steps
        .filter(({ step, what = "" }) => step === "left out a field" && repeats.test(what))
        .flatMap(({ at }) => at.map(([from, to]) => slice(replyText(reply), from, to)));

/** `{"choice": "A", "text": "Aspirin"}` where aspirin is option C is a contradiction. */
function contradicted<T>(
  claimed: Extract<Reading<T>, { kind: "read" }>,
  repeats: readonly ReplyText[],
  readText: (text: ReplyText, before: readonly Step[]) => Reading<T>,
  { isSame = isSameJson }: Claiming<T>,
): Reading<T> {
  const other = repeats.find((text) => {
    const found = readText(text, []);
    return found.kind === "read" && !isSame(found.value, claimed.value);
  });
  if (other === undefined) return claimed;
  return unread(claimed.steps.slice(0, -1), { step: "found a contradiction", at: [spanOf(other)] });
}

/** Reads a text without its sources and the example of the form. */
function readOwn<T>(
  text: ReplyText,
  before: readonly Step[],
  readText: (text: ReplyText, before: readonly Step[]) => Reading<T>,
): Reading<T> {
  const steps = [...before];
  return readText(withoutExamples(withoutReferences(text, steps), steps), steps);
}

/** Reads the fields, tags or boxes that state the answer; undefined without one. The last one counts after a correction. */
function readClaims<T>(
  all: readonly Claim[],
  steps: readonly Step[],
  readOne: (text: ReplyText) => Reading<T>,
  { isSame = isSameJson, joined }: Claiming<T>,
): Reading<T> | undefined {
  const claims = joined?.(all) ?? all;
  if (claims.length === 0) return undefined;
  let values: T[] = [];
  let last: Reading<T> | undefined;
  for (const claim of claims) {
    if (takesBack(claim.before)) values = [];
    last = readClaim(claim, readOne);
    const found = last;
    if (found.kind === "read" && !values.some((value) => isSame(value, found.value))) values.push(found.value);
  }
  const at = claims.map(({ text }) => spanOf(text));
  const [only] = values;
  if (values.length > 1) return unread(steps, { step: "found alternatives", at });
  if (only !== undefined) return read(steps, only, at, typeof only === "object" ? JSON.stringify(only) : String(only));
  return unread(steps, { step: last?.kind === "unread" ? last.reason : "found no answer", at });
}

/** Reads a claim, which the brackets behind a box may contradict. */
function readClaim<T>({ text, remarked }: Claim, readOne: (text: ReplyText) => Reading<T>): Reading<T> {
  const own = readOne(text);
  const whole = remarked === undefined ? own : readOne(remarked);
  return whole.kind === "unread" && whole.reason === "found a contradiction" ? whole : own;
}

const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
