import type { ReplyText } from "@medhelm/core/reading/text/reply-text";

/** A line of a prepared text that is not empty: text[from] is its first character. */
export interface Line {
  readonly text: string;
  readonly from: number;
  readonly isAfterBlank: boolean;
  /** Markdown made it a heading, or an item of a list. */
  readonly isHeading: boolean;
  readonly isItem: boolean;
}

const HEADING_BEFORE = /(?:^|[>\s])#{1,6}\s*(?:\*\*|__)?\s*$|^[>\s]*(?:\*\*|__)\s*$/u;
/** Within JSON, a line break is \\n and the end a quote. */
const HEADING_AFTER = /^\s*(?:[:：]\s*)?(?:\*\*|__)[:：]?\s*(?:\n|\\n|"|$)/u;
const ITEM_BEFORE = /^[>\s]*(?:[-+•●▪◦‣*](?=[\s*_`[(]))/u;
const ITEM = /^(?:\(?\d{1,3}[.)]|\(?[a-z]\)|[✓✔✅☑✗✘❌☒✖🚫]|\[[ xX]?\])\s?/u;

/** The lines of a text. `reply`: the text before it was prepared, which still has the marks of headings and items. */
export function linesOf({ text, starts, ends }: ReplyText, reply: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  let isAfterBlank = false;
  for (const content of text.split("\n")) {
    const trimmed = content.trim();
    if (trimmed === "") isAfterBlank = true;
    else {
      const lead = from + content.length - content.trimStart().length;
      const start = starts[lead] ?? 0;
      const before = startOfLine(reply.slice(Math.max(0, start - 40), start));
      const after = reply.slice(ends[lead + trimmed.length - 1] ?? 0).slice(0, 8);
      const isMarked = HEADING_BEFORE.test(before) && (before.includes("#") || HEADING_AFTER.test(after));
      lines.push({
        text: trimmed,
        from: lead,
        isAfterBlank,
        isHeading: isMarked,
        isItem: ITEM_BEFORE.test(before) || ITEM.test(trimmed),
      });
      isAfterBlank = false;
    }
    from += content.length + 1;
  }
  return lines;
}

const startOfLine = (text: string): string => text.split(/\n|\\n/u).at(-1) ?? "";
