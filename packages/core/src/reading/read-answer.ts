import type { Claim } from "./claims.ts";
import { TAKES_BACK } from "./phrases.ts";
import { prepare } from "./prepare.ts";
import { type Reading, read, type Step, unread } from "./reading.ts";
import { type ReplyText, spanOf } from "./reply-text.ts";

/**
 * Reads a reply by the steps that readers of short answers share: fields that state the answer first, then the text, then what follows the
 * heading of another question. `readText` reads one of these. `answers`: keys of fields, as canonicalKey() writes them.
 */
export function readAnswer<T>(
  reply: string,
  answers: ReadonlySet<string>,
  readText: (text: ReplyText, before: readonly Step[]) => Reading<T>,
): Reading<T> {
  const prepared = prepare(reply, { answers });
  if (prepared.kind === "unanswered") return unread(prepared.steps, prepared.last);
  const { text, claims, steps, whole } = prepared;
  const fields = claims.filter(({ kind }) => kind === "field");
  const claimed = fromClaims(fields.length > 0 ? fields : claims, steps, (one) => readText(one, []));
  if (
    claimed !== undefined &&
    (claimed.kind === "read" || claimed.reason === "found alternatives" || fields.length > 0)
  )
    return claimed;
  const first = readText(text, steps);
  if (first.kind === "read" || whole === undefined || first.reason !== "found no answer") return first;
  return readText(whole.text, whole.steps);
}

/** Reads the fields, tags or boxes that state the answer; undefined without one. The last one counts after a correction. */
function fromClaims<T>(
  claims: readonly Claim[],
  steps: readonly Step[],
  readOne: (text: ReplyText) => Reading<T>,
): Reading<T> | undefined {
  if (claims.length === 0) return undefined;
  let values = new Map<string, T>();
  let last: Reading<T> | undefined;
  for (const { text, before } of claims) {
    if (before.search(TAKES_BACK) !== -1) values = new Map();
    const one = readOne(text);
    if (one.kind === "read") values.set(JSON.stringify(one.value), one.value);
    last = one;
  }
  const at = claims.map(({ text }) => spanOf(text));
  const [only] = values.values();
  if (values.size > 1) return unread(steps, { step: "found alternatives", at });
  if (only !== undefined) return read(steps, only, at, typeof only === "string" ? only : JSON.stringify(only));
  return unread(steps, { step: last?.kind === "unread" ? last.reason : "found no answer", at });
}
