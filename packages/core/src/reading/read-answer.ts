import type { Claim } from "./wrappers/claims.ts";
import { cutAtTurn } from "./turns/cut-at-turn.ts";
import type { IsSame } from "./commitments/decide.ts";
import type { FieldNames } from "./wrappers/field-names.ts";
import { prepare } from "./prepare.ts";
import { type Reading, read, type Step, unread } from "./reading.ts";
import { type ReplyText, spanOf } from "./text/reply-text.ts";
import { takesBack } from "./corrections/taken-back.ts";
import { withoutExamples } from "./turns/without-examples.ts";
import { withoutReferences } from "./turns/without-references.ts";

/** How a reader takes the fields, tags and boxes that state the answer. */
export interface Claiming<T> extends Pick<FieldNames, "wordsFor"> {
  /** By default values are the same if their JSON is. */
  readonly isSame?: IsSame<T>;
  /** Makes one claim of the parts of a value, such as [27, 4]; undefined: they are no parts. */
  readonly joined?: (claims: readonly Claim[]) => readonly Claim[] | undefined;
}

/**
 * Reads a reply by the steps that readers of short answers share: fields that state the answer first, then the text, then what follows the
 * heading of another question. `readText` reads one of these. `answers`: keys of fields, as canonicalKey() writes them.
 */
export function readAnswer<T>(
  reply: string,
  answers: ReadonlySet<string>,
  readText: (text: ReplyText, before: readonly Step[]) => Reading<T>,
  claiming: Claiming<T> = {},
): Reading<T> {
  const { wordsFor } = claiming;
  const prepared = prepare(reply, { answers, ...(wordsFor === undefined ? {} : { wordsFor }) });
  if (prepared.kind === "unanswered") return unread(prepared.steps, prepared.last);
  const { text, claims, steps, whole } = prepared;
  const fields = claims.filter(({ kind }) => kind === "field");
  const claimed = readClaims(
    fields.length > 0 ? fields : claims,
    steps,
    (one) => readText(cutAtTurn(one).text, []),
    claiming,
  );
  const isDecided = claimed?.kind === "read" || claimed?.reason !== "found no answer" || fields.length > 0;
  if (claimed !== undefined && isDecided) return claimed;
  const first = readOwn(text, steps, readText);
  if (first.kind === "read" || whole === undefined || first.reason !== "found no answer") return first;
  return readOwn(whole.text, whole.steps, readText);
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
  for (const { text, before } of claims) {
    if (takesBack(before)) values = [];
    last = readOne(text);
    const found = last;
    if (found.kind === "read" && !values.some((value) => isSame(value, found.value))) values.push(found.value);
  }
  const at = claims.map(({ text }) => spanOf(text));
  const [only] = values;
  if (values.length > 1) return unread(steps, { step: "found alternatives", at });
  if (only !== undefined) return read(steps, only, at, typeof only === "object" ? JSON.stringify(only) : String(only));
  return unread(steps, { step: last?.kind === "unread" ? last.reason : "found no answer", at });
}

const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
