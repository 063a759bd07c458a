import { BOX_START, CLAIM_END } from "./claims.ts";
import { edit, type Edit, replace, type ReplyText, slice } from "../text/reply-text.ts";

const BOX = new Set(["boxed", "fbox", "framebox", "bbox"]);
/** Commands whose argument is text, which stays. */
const WRAPS =
  /^(?:text(?:bf|it|rm|sf|tt|sc|normal|up)?|math(?:bf|rm|it|sf|tt|cal|bb)|bf|rm|it|mbox|hbox|bm|boldsymbol|operatorname\*?|emph|underline|textcolor|color|large|displaystyle|textstyle|overline|ensuremath)$/;
const SIGNS: Readonly<Record<string, string>> = {
  times: "×",
  cdot: "·",
  div: "÷",
  approx: "≈",
  simeq: "≈",
  sim: "~",
  pm: "±",
  le: "≤",
  leq: "≤",
  leqslant: "≤",
  ge: "≥",
  geq: "≥",
  geqslant: "≥",
  lt: "<",
  gt: ">",
  ne: "≠",
  neq: "≠",
  to: "→",
  rightarrow: "→",
  longrightarrow: "→",
  Rightarrow: "⇒",
  Longrightarrow: "⇒",
  implies: "⇒",
  therefore: "∴",
  because: "∵",
  uparrow: "↑",
  downarrow: "↓",
  degree: "°",
  circ: "°",
  checkmark: "✓",
  quad: " ",
  qquad: " ",
  ldots: "...",
  dots: "...",
  mu: "µ",
  left: "",
  right: "",
};
const COMMAND = /\\([A-Za-z]+\*?)[ \t]{0,3}(?:\[[^\][\n]{0,60}\])?(\{)?/g;

/** Removes LaTeX: the text of a box stays between marks, that of other commands without them, signs become characters. */
export function latex(text: ReplyText): ReplyText {
  if (!/[\\${]/.test(text.text)) return text;
  const edits: Edit[] = [];
  const closers = closingBraces(text.text);
  for (const match of text.text.matchAll(COMMAND)) edits.push(...editsOf(text, match, closers));
  const named = edit(text, inOrder(edits));
  const plain = replace(named, /\\(?:[()[\]]|[,;:! ](?!\\))|\\?\$+/g, (match) => (/[,;: ]$/.test(match[0]) ? " " : ""));
  return replace(plain, /\\[%#&_{}]|\{,\}|\{[^{}\n]{1,40}\}/g, (match) => {
    if (match[0] === "{,}") return ",";
    const to = match.index + match[0].length;
    return slice(plain, match.index + 1, match[0].startsWith("{") ? to - 1 : to);
  });
}

function editsOf(text: ReplyText, match: RegExpExecArray, closers: ReadonlyMap<number, number>): Edit[] {
  const [all, name = "", brace] = match;
  const to = match.index + all.length;
  if (brace !== undefined && BOX.has(name)) return boxEdits(text, match.index, to, closers.get(to - 1));
  if (brace !== undefined && WRAPS.test(name)) return wrapEdits(match.index, to, closers.get(to - 1));
  if (brace !== undefined && FRACTION.test(name)) return fractionEdits(text, match.index, to, closers);
  const sign = SIGNS[name];
  return sign === undefined ? [] : [{ from: match.index, to: match.index + 1 + name.length, by: sign }];
}

const FRACTION = /^[dt]?frac$/;

/** A box without its end takes the rest of the reply. */
const boxEdits = (text: ReplyText, from: number, to: number, close = text.text.length): Edit[] => [
  { from, to, by: BOX_START },
  { from: close, to: Math.min(close + 1, text.text.length), by: CLAIM_END },
];

const wrapEdits = (from: number, to: number, close: number | undefined): Edit[] => [
  { from, to, by: "" },
  ...(close === undefined ? [] : [{ from: close, to: close + 1, by: "" }]),
];

function fractionEdits(text: ReplyText, from: number, to: number, closers: ReadonlyMap<number, number>): Edit[] {
  const middle = closers.get(to - 1);
  const end = middle === undefined || text.text[middle + 1] !== "{" ? undefined : closers.get(middle + 1);
  if (middle === undefined || end === undefined) return [];
  return [
    { from, to, by: "" },
    { from: middle, to: middle + 2, by: "/" },
    { from: end, to: end + 1, by: "" },
  ];
}

/** { -> its } for each pair. */
function closingBraces(text: string): ReadonlyMap<number, number> {
  const closers = new Map<number, number>();
  const open: number[] = [];
  for (const match of text.matchAll(/\\[{}]|[{}]/g)) {
    if (match[0].startsWith("\\")) continue;
    if (match[0] === "{") open.push(match.index);
    else {
      const from = open.pop();
      if (from !== undefined) closers.set(from, match.index);
    }
  }
  return closers;
}

const inOrder = (edits: readonly Edit[]): Edit[] => {
  const sorted: Edit[] = [];
  let after = 0;
  for (const one of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (one.from < after) continue;
    sorted.push(one);
    after = one.to;
  }
  return sorted;
};
