import { CLAIM_END, FIELD_START } from "./claims.ts";
import { canonicalKey } from "./loose-json.ts";
import { type Step, stepAt } from "./reading.ts";
import { edit, type Edit, type ReplyText } from "./reply-text.ts";
import type { FieldNames } from "./field-names.ts";

const TAG = /<(\/?)([A-Za-z][\w:.-]{0,60})(?:\s[^<>\n]{0,300})?\/?>|<\|[a-z_]{1,40}\|>|<!--[^<]{0,500}?-->/gu;
/** Tags without an end, and tags whose end is often missing. */
const ALONE = new Set(["br", "hr", "p", "li", "img", "wbr"]);
/** Tags inside a line: nothing takes their place. */
const INLINE = new Set([
  "b",
  "i",
  "u",
  "em",
  "strong",
  "span",
  "code",
  "sub",
  "sup",
  "font",
  "mark",
  "small",
  "a",
  "kbd",
  "tt",
  "big",
]);

/** Removes tags. The text of one that states the answer stays between marks. `<5` and `<B>` are no tags unless their end is there too. */
export function tags(text: ReplyText, names: FieldNames, steps: Step[]): ReplyText {
  if (!text.text.includes("<")) return text;
  const found = [...text.text.matchAll(TAG)];
  const closed = new Set(found.filter(([, slash]) => slash === "/").map(([, , name]) => name?.toLowerCase()));
  const edits: Edit[] = [];
  let open: number | undefined;
  for (const match of found) {
    const [all, slash, spelled = ""] = match;
    const name = spelled.toLowerCase();
    const to = match.index + all.length;
    const isAnswer = names.answers.has(canonicalKey(name));
    if (isAnswer && slash === "") {
      open = to;
      edits.push({ from: match.index, to, by: `\n${FIELD_START}` });
    } else if (isAnswer && open !== undefined) {
      steps.push(stepAt("took a field", text, open, match.index, name));
      edits.push({ from: match.index, to, by: `${CLAIM_END}\n` });
      open = undefined;
    } else if (isAnswer || spelled === "" || ALONE.has(name) || closed.has(name)) {
      edits.push({ from: match.index, to, by: INLINE.has(name) ? "" : "\n" });
    }
  }
  if (open !== undefined) edits.push({ from: text.text.length, to: text.text.length, by: CLAIM_END });
  return edit(text, edits);
}
