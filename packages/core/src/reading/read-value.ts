import type { AskedFor } from "./asked-for.ts";
import type { Claim } from "./claims.ts";
import { TAKES_BACK } from "./phrases.ts";
import { prepare } from "./prepare.ts";
import { type Reading, read, type Step, unread } from "./reading.ts";
import { type ReplyText, spanOf } from "./reply-text.ts";
import { decideValue, type IsSame, type ValuePlace } from "./value-places.ts";

const ANSWER_KEYS = new Set(
  "answer answers finalanswer thefinalanswer finalvalue finalresult value result output prediction final total totalscore score finalscore date duedate estimatedduedate respuesta réponse resposta antwort 答案".split(
    " ",
  ),
);

/** How values of one type are found and compared. */
export interface ValueReader<T> {
  readonly asked: AskedFor;
  readonly placesOf: (text: string) => readonly ValuePlace<T>[];
  readonly isSame: IsSame<T>;
  /** Makes one claim of the parts of a value, such as [27, 4]. */
  readonly joined?: (claims: readonly Claim[]) => readonly Claim[] | undefined;
  /** A text that stops before its value: then no other value is read. */
  readonly isUnfinished?: (text: string) => boolean;
}

/** Reads the value to which a reply commits: from the fields, tags and boxes that state it, or else from its text. */
export function readValue<T>(reply: string, reader: ValueReader<T>): Reading<T> {
  const prepared = prepare(reply, { answers: ANSWER_KEYS });
  if (prepared.kind === "unanswered") return unread(prepared.steps, prepared.last);
  const { text, claims, steps, whole } = prepared;
  const fields = claims.filter(({ kind }) => kind === "field");
  const chosen = fields.length > 0 ? fields : claims;
  const claimed = fromClaims(reader.joined?.(chosen) ?? chosen, steps, reader);
  if (claimed !== undefined && (claimed.kind === "read" || claimed.reason !== "found no answer" || fields.length > 0))
    return claimed;
  const first = readText(text, reader, steps);
  if (first.kind === "read" || whole === undefined || first.reason !== "found no answer") return first;
  return readText(whole.text, reader, whole.steps);
}

function readText<T>(text: ReplyText, reader: ValueReader<T>, steps: readonly Step[]): Reading<T> {
  const { asked, isSame, placesOf, isUnfinished = () => false } = reader;
  return decideValue(text, placesOf(text.text), { asked, isSame, isUnfinished: isUnfinished(text.text) }, steps);
}

/** Reads the fields, tags or boxes that state the answer; undefined without any. The last one counts after a correction. */
function fromClaims<T>(
  claims: readonly Claim[],
  steps: readonly Step[],
  reader: ValueReader<T>,
): Reading<T> | undefined {
  if (claims.length === 0) return undefined;
  let values: T[] = [];
  let last: Reading<T> | undefined;
  for (const { text, before } of claims) {
    if (before.search(TAKES_BACK) !== -1) values = [];
    const one = readText(text, reader, []);
    if (one.kind === "read" && !values.some((value) => reader.isSame(value, one.value))) values.push(one.value);
    if (one.kind === "read" || last?.kind !== "read") last = one;
  }
  const at = claims.map(({ text }) => spanOf(text));
  const [value] = values;
  if (values.length > 1) return unread(steps, { step: "found alternatives", at });
  if (value !== undefined) return read(steps, value, at, String(value));
  return unread(steps, { step: last?.kind === "unread" ? last.reason : "found no answer", at });
}
