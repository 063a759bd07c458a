import { type Step, stepAt } from "../reading.ts";
import { edit, type Edit, replace, type ReplyText, slice, trim } from "../text/reply-text.ts";

const STRUCK = /~~(?=\S)[^~\n]{1,2000}~~|<(s|del|strike)>[^<]{0,2000}<\/\1>/giu;

/** Leaves out text that is struck through. */
export function struckText(text: ReplyText, steps: Step[]): ReplyText {
  const edits: Edit[] = [];
  for (const match of text.text.matchAll(STRUCK)) {
    const to = match.index + match[0].length;
    steps.push(stepAt("left out struck text", text, match.index, to));
    edits.push({ from: match.index, to, by: "" });
  }
  return edit(text, edits);
}

/** Heading, quote and bullet at the start of a line, several if they are nested. ">4.5" is a bound. */
const LINE_START = /^ ?(?:(?:#{1,6}(?= )|>(?!\d|\.\d)|[-+•●▪◦‣*](?= |\*\*)) ?)+/gmu;
const RULE = /^ ?(?:[-*_=] ?){3,}$|^ ?\|?(?: ?:?-{2,}:? ?\|)+(?: ?:?-{2,}:?)? ?$/gm;
const ROW = /^ ?\|.*$/gm;
const LINK = /!?\[([^\][\n]{1,300})\]\((?:https?:|mailto:|#|\/)[^()\n]{0,500}\)/g;
/** Emphasis, but no multiplication: `2**3`, `5 * 3`; underscores only at the edge of a word. */
const EMPHASIS =
  /(?<!\d)\*{2,}|\*{2,}(?!\d)|(?<!\d )(?<=^|[\s("'])\*(?=[^\s*])|(?<=[^\s*])\*(?=$|[\s.,;:!?)"'\]])(?! \d)|(?<!\w)_+(?=\S)|(?<=[^\s_])_+(?!\w)|(?<=_)_(?!\w)/gmu;

/** Removes markdown: emphasis, headings, quotes, bullets, rules, the edges of tables' rows, links. */
export function markdown(text: ReplyText): ReplyText {
  const rules = replace(text, RULE, "");
  const links = replace(rules, LINK, (match) => {
    const from = match.index + match[0].indexOf("[") + 1;
    return slice(rules, from, from + (match[1] ?? "").length);
  });
  const lines = replace(links, LINE_START, "");
  const rows = replace(lines, ROW, (match) => {
    const end = match.index + match[0].trimEnd().length;
    const from = match.index + match[0].indexOf("|") + 1;
    return trim(slice(lines, from, Math.max(from, lines.text[end - 1] === "|" ? end - 1 : end)));
  });
  return replace(rows, EMPHASIS, "");
}
