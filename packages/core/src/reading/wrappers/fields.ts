import { CLAIM_END, FIELD_START } from "./claims.ts";
import { type Field, looseObject } from "./loose-json.ts";
import type { Step } from "../reading.ts";
import { edit, type Edit, join, type ReplyText, spanOf, textAt } from "../text/reply-text.ts";
import type { FieldNames } from "./field-names.ts";
import { claimed } from "./tools/claimed.ts";
import { objectCall } from "./tools/object-call.ts";

/** A text with more braces that begin no object has none. */
const MOST_FAILURES = 1000;

/** Replaces each JSON object by its answer, or by one line per field if no key names the answer. */
export function fields(text: ReplyText, names: FieldNames, steps: Step[]): ReplyText {
  const edits: Edit[] = [];
  let failures = 0;
  let at = text.text.indexOf("{");
  while (at !== -1 && failures < MOST_FAILURES) {
    const found = isArgument(text.text, at) ? undefined : looseObject(text, at);
    if (found === undefined) {
      failures++;
      at = text.text.indexOf("{", at + 1);
      continue;
    }
    edits.push({ from: at, to: found.to, by: lines(text, found.fields, names, steps) });
    at = text.text.indexOf("{", found.to);
  }
  return edit(text, edits);
}

/** The braces of a LaTeX command have its argument: `\text{Error in sentence 4: ...}`. An object with quoted keys may be one. */
const isArgument = (text: string, at: number): boolean =>
  /\\[A-Za-z]{1,20}$/.test(text.slice(Math.max(0, at - 21), at)) && !/^\{\s*["']/.test(text.slice(at, at + 40));

function lines(text: ReplyText, all: readonly Field[], names: FieldNames, steps: Step[]): ReplyText {
  const call = objectCall(all, names);
  if (call?.answers !== undefined) return join(call.answers.map((one) => argument(one, names, steps)));
  if (call !== undefined) {
    const whole = all.map(({ value }) => spanOf(value));
    steps.push({ step: "left out a tool call", at: whole });
    return markAt("\n", text);
  }
  const answers = all.filter(({ key }) => names.answers.has(key));
  const isOther = ({ key, parents }: Field): boolean =>
    names.isOther !== undefined && [...parents, key].some((one) => names.isOther?.(one));
  const others = new Set(answers.length > 0 ? [] : all.filter(isOther));
  for (const field of others) steps.push({ step: "left out a field", at: [spanOf(field.value)], what: field.key });
  for (const { key, value } of all)
    if (answers.length > 0)
      steps.push({
        step: names.answers.has(key) ? "took a field" : "left out a field",
        at: [spanOf(value)],
        what: key,
      });
  const shown = answers.length > 0 ? answers : all.filter((field) => !others.has(field));
  return join(
    shown.flatMap(({ key, name, value }) =>
      answers.length > 0
        ? [markAt(`\n${FIELD_START}`, value), spelled(key, value, names, steps), markAt(`${CLAIM_END}\n`, value)]
        : [markAt(`\n${labelOf(name)}: `, value), value, markAt("\n", value)],
    ),
  );
}

/** "crcl_ml_min" and "anionGap" name a quantity, and a unit, as words of their own. Of words only abbreviations keep their capitals. */
const labelOf = (name: string): string =>
  name
    .replace(/[\s_]+/g, " ")
    .replace(/(?<=\p{Ll}{3})(?=\p{Lu}\p{Ll})|(?<=\p{Ll}{2})(?=\p{Lu}\p{Ll}{3})/gu, " ")
    .replace(/(?<!\p{L})\p{Lu}\p{Ll}+(?!\p{L})/gu, (word) => word.toLowerCase());

/** An argument of a call that gives the final answer: the object in its text, or the text. */
function argument({ key, value }: Field, names: FieldNames, steps: Step[]): ReplyText {
  const from = /^\s*(?=\{)/.exec(value.text)?.[0].length;
  const nested = from === undefined ? undefined : looseObject(value, from);
  return nested === undefined ? claimed(value, key, steps) : lines(value, nested.fields, names, steps);
}

/** The text of a field may be an object of its own: `{"answer": "{\"answer\": \"B\"}"}`. */
function spelled(key: string, value: ReplyText, names: FieldNames, steps: Step[]): ReplyText {
  const words = names.wordsFor?.(key, value.text.trim());
  if (words !== undefined) return markAt(words, value);
  const from = /^\s*(?:`*json\s*)?(?=\{)/.exec(value.text)?.[0].length;
  const nested = from === undefined ? undefined : looseObject(value, from);
  return nested === undefined ? value : lines(value, nested.fields, names, steps);
}

const markAt = (mark: string, value: ReplyText): ReplyText => textAt(mark, spanOf(value));
