import { replace, type ReplyText } from "@medhelm/core/reading/reply-text";

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&apos;": "'",
  "&nbsp;": " ",
};

/** Removes what no query needs: marks without width, HTML's entities, markdown's escapes and quotes. */
export function plain(text: ReplyText): ReplyText {
  let result = replace(text, /[\u200b-\u200f\u2060\ufeff\r]|[\u00a0\u202f\u3000]/gu, ({ 0: mark }) =>
    /[\u00a0\u202f\u3000]/.test(mark) ? " " : "",
  );
  result = replace(result, /&(?:lt|gt|amp|quot|apos|nbsp|#39);/g, ({ 0: entity }) => ENTITIES[entity]);
  result = replace(result, /\\([*_<>])/g, ({ 1: mark }) => mark);
  result = replace(result, /\\(?:boxed|text\w{0,4}|math\w{2})\s?\{/g, "");
  if (/^\s*>/.test(result.text) && result.text.split("\n").every((line) => /^\s*(?:>|$)/.test(line)))
    result = replace(result, /^[ \t]*(?:> ?)+/gm, "");
  return replace(result, /^[ \t]*(?:(?:sqlite|mysql)> ?|\.\.\.> ?)/gm, "");
}
