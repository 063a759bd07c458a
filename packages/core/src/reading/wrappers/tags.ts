import { CLAIM_END, FIELD_START } from "./claims.ts";
import { canonicalKey } from "./loose-json.ts";
import { type Step, stepAt } from "../reading.ts";
import { edit, type Edit, type ReplyText } from "../text/reply-text.ts";
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

/** The start of a tag directly behind another one. */
const START = /^<[A-Za-z]/u;
/** Returns what takes a tag's place. `<code>J15.9</code><code>I10</code>` are two words; `x<sub>1</sub><sup>2</sup>` is one. */
function inPlaceOf(name: string, isBeforeTag: boolean): string {
  if (!INLINE.has(name)) return "\n";
  return isBeforeTag && !WITHIN_WORD.has(name) ? " " : "";
}
const WITHIN_WORD = new Set(["sub", "sup"]);

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
      edits.push({
        from: match.index,
        to,
        by: inPlaceOf(name, slash === "/" && START.test(text.text.slice(to, to + 2))),
      });
    }
  }
  if (open !== undefined) edits.push({ from: text.text.length, to: text.text.length, by: CLAIM_END });
  return edit(text, edits);
}
