import type { Step } from "../reading.ts";
import { edit, type Edit, type ReplyText, spanOf, type Span } from "./reply-text.ts";

const PLAIN = /^[\t\n\x20-\x7e]*$/;
/** Zero-width and bidirectional marks, soft hyphens, variation selectors and keycaps, the tatweel, and our own marks. */
const INVISIBLE =
  // oxlint-disable-next-line no-misleading-character-class -- single characters, of which some combine with others
  /[\u00ad\u034f\u061c\u0640\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff\u20e3\ue000-\ue00f]/u;
const SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/u;
const DIGIT = /\p{Nd}/u;
const MARKS = /\p{M}/u;
/** Full-width and half-width forms, mathematical letters and digits, letters and digits in circles, ligatures. */
const COMPATIBLE = /[\uff01-\uffef\u{1d400}-\u{1d7ff}\u2460-\u2473\u24b6-\u24ea\u{1f100}-\u{1f16f}\ufb00-\ufb06]/u;

const SAME: Readonly<Record<string, string>> = {
  "\r": "\n",
  "\v": "\n",
  "\f": "\n",
  "\u0085": "\n",
  "\u2028": "\n",
  "\u2029": "\n",
  "‐": "-",
  "‑": "-",
  "−": "-",
  "≙": "=",
  "﹣": "-",
  "‘": "'",
  "’": "'",
  "‚": "'",
  "‛": "'",
  ʼ: "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "‟": '"',
  "«": '"',
  "»": '"',
  "「": '"',
  "」": '"',
  "『": '"',
  "』": '"',
  "【": "[",
  "】": "]",
  "〔": "[",
  "〕": "]",
  "٪": "%",
  "٫": ".",
  "؟": "?",
  "،": ",",
  "؛": ";",
};

/** The characters that a text of this kind has in one form: digits, signs, quotes, spaces, full-width forms. Marks without a width are removed. */
export function normalizeCharacters(reply: ReplyText): { readonly text: ReplyText; readonly steps: readonly Step[] } {
  if (PLAIN.test(reply.text)) return { text: reply, steps: [] };
  const edits: Edit[] = [];
  let i = 0;
  while (i < reply.text.length) {
    const end = endOfCluster(reply.text, i);
    const cluster = reply.text.slice(i, end);
    const normal = normalOf(cluster, reply.text.charAt(end));
    if (normal !== cluster) edits.push({ from: i, to: end, by: normal });
    i = end;
  }
  if (edits.length === 0) return { text: reply, steps: [] };
  const at = adjoining(edits.map(({ from, to }) => spanOf(reply, from, to)));
  return { text: edit(reply, edits), steps: [{ step: "normalized characters", at }] };
}

/** Normalizes a text that has no positions, such as an option. */
export function normalizeText(text: string): string {
  if (PLAIN.test(text)) return text;
  let normal = "";
  for (let i = 0; i < text.length; ) {
    const end = endOfCluster(text, i);
    normal += normalOf(text.slice(i, end), text.charAt(end));
    i = end;
  }
  return normal;
}

/** The longest cluster of a character and its marks that is composed as one; more marks are ignored as single characters. */
const LONGEST_CLUSTER = 16;

function endOfCluster(text: string, from: number): number {
  let end = from + ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1);
  while (end < text.length && end - from < LONGEST_CLUSTER && text.charCodeAt(end) >= 0x300) {
    const next = String.fromCodePoint(text.codePointAt(end) ?? 0);
    if (!MARKS.test(next) || INVISIBLE.test(next)) break;
    end += next.length;
  }
  return end;
}

function normalOf(cluster: string, next: string): string {
  const code = cluster.charCodeAt(0);
  if (cluster.length === 1 && code < 0x80) return code === 13 && next === "\n" ? "" : (SAME[cluster] ?? cluster);
  if (INVISIBLE.test(cluster) && !MARKS.test(cluster.slice(1))) return "";
  if (SPACE.test(cluster)) return " ";
  const same = SAME[cluster];
  if (same !== undefined) return same;
  const composed = COMPATIBLE.test(cluster) ? cluster.normalize("NFKC") : cluster.normalize("NFC");
  const negative = negativeLetter(composed);
  if (negative !== undefined) return negative;
  const simple = SAME[composed] ?? composed;
  return DIGIT.test(simple) && simple.length <= 2 ? asciiDigit(simple) : simple;
}

/** Letters in filled squares and circles, and of flags. */
function negativeLetter(text: string): string | undefined {
  const code = text.codePointAt(0) ?? 0;
  for (const first of [0x1f150, 0x1f170, 0x1f1e6])
    if (code >= first && code < first + 26) return String.fromCharCode(65 + code - first);
  return undefined;
}

/** Unicode's decimal digits are in blocks of ten, and a block starts with its zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 0x80) return digit;
  let zero = code;
  while (code - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}

/** Joins spans that touch. */
function adjoining(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last !== undefined && last[1] === span[0]) joined[joined.length - 1] = [last[0], span[1]];
    else joined.push(span);
  }
  return joined;
}
