import { replace, type ReplyText, slice } from "@medhelm/core/reading/text/reply-text";
import { masked } from "./statements.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&apos;": "'",
  "&nbsp;": " ",
};

const ENTITY = /&(?:lt|gt|amp|quot|apos|nbsp|#39);/g;
const ESCAPE = /\\([*_<>|])/g;

/**
 * Removes what no query needs: marks without width, HTML's entities, markdown's escapes, quotes and prompts. An entity or an escape that is
 * only inside of a query's texts belongs to the query.
 */
export function plain(text: ReplyText): ReplyText {
  let result = replace(text, /[\u200b-\u200f\u2060\ufeff\r]|[\u00a0\u202f\u3000]/gu, ({ 0: mark }) =>
    /[\u00a0\u202f\u3000]/.test(mark) ? " " : "",
  );
  if (masked(result.text).search(ENTITY) >= 0) result = replace(result, ENTITY, ({ 0: entity }) => ENTITIES[entity]);
  if (masked(result.text).search(ESCAPE) >= 0) result = replace(result, ESCAPE, ({ 1: mark }) => mark);
  result = replace(result, /\\(?:boxed|text\w{0,4}|math\w{2})\s?\{/g, "");
  result = withoutMarkup(result);
  // a tag of its own, which a query cannot have
  if (/\[\/(?:sql|query|answer)\]/i.test(masked(result.text)))
    result = replace(result, /\[(\/?(?:sql|query|answer))\]/gi, ({ 1: name }) => `<${name}>`);
  if (/^\s*>/.test(result.text) && result.text.split("\n").every((line) => /^\s*(?:>|$)/.test(line)))
    result = replace(result, /^[ \t]*(?:> ?)+/gm, "");
  return replace(result, /^[ \t]*(?:(?:sqlite|mysql)> ?|\.\.\.> ?)/gm, "");
}

const AROUND = /^\s*<(p|div|pre|code|span)>([^]*)<\/\1>\s*$/di;
const MARKUP = /<\/?(?:p|div|pre|code|span|b|i|em|strong)>|<br ?\/?>/gi;

/** Removes tags of HTML around a text, and those that no quote and no comment holds. */
export function withoutMarkup(text: ReplyText): ReplyText {
  const around = AROUND.exec(text.text)?.indices?.[2];
  if (around !== undefined) return withoutMarkup(slice(text, ...around));
  const mask = masked(text.text);
  return replace(text, MARKUP, ({ 0: tag, index }) => (mask[index] === "<" ? "\n" : tag));
}
