import { lazyPattern } from "../../text/lazy-pattern.ts";
import { listMarkers } from "./list-markers.ts";
import type { Literal } from "./literal.ts";
import type { NumberKind } from "./number-kind.ts";
import { scoresAbroad } from "./number-words-abroad.ts";
import { wordNumbers } from "./number-words.ts";
import { isAttached, isFollowed, isOfName } from "./parts-of-names.ts";
import { REACH, textBefore } from "./text-before.ts";

/** Thousands by comma, dot, apostrophe, space or underscore; a decimal comma; a plain literal. */
const LITERAL =
  /[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?(?![\d]|,\d)|[1-9]\d{0,2}(?:\.\d{3})+,\d+(?![\d,])|[1-9]\d{0,2}(?:\.\d{3}){2,}(?![\d.])|[1-9]\d{0,2}(?:'\d{3})+(?:[.,]\d+)?(?!\d)|[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?(?![\d])|\d+(?:_\d{3})+(?:\.\d+)?|(?<![\d,])\d{1,12},\d{1,12}(?!\d|,\d|\.\d)|\d{1,400}(?:\.\d{1,400})?|\.\d{1,400}/g;
const POWER =
  /^(?:[eE]([+-]?\d{1,3})(?![\p{L}\d])|\s?[×x*·]\s?10\s?(?:\^\s?\(?([+-]?\d{1,3})\)?|\*\*\s?([+-]?\d{1,3})|([⁺⁻]?[⁰¹²³⁴-⁹]{1,3})))/u;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** A sign adjoins its number, or follows the start, a colon or an equals sign: "gap -4", "= - 4". */
const SIGN = lazyPattern(
  String.raw`(?<![\p{L}\p{N})\]%²³])([-–])$|(?:^|[=:(,→≈\n]|(?<!\p{L})(?:is|was|of|to))\s?([-–])[ \t]$`,
  "u",
);
const SIGN_IN_WORDS = /(?<!\p{L}|\d\s|\)\s)(?:minus|negative|menos|moins)\s$/iu;

/** "= 3,734. Resultado: 3,73": another number shows that the comma is that of decimals. */
const hasDecimalComma = (text: string): boolean =>
  /(?<![\d.,])\d{1,6},(?:\d{1,2}|\d{4,6})(?![\d]|,\d|\.\d)/.test(text) &&
  !/\d\.\d/.test(text) &&
  !/\d,\d{3},\d{3}/.test(text);

function plainDigits(digits: string, isDecimal: boolean): string {
  if (isDecimal && /^\d{1,3},\d{3}$/.test(digits)) return digits.replace(",", ".");
  if (/^\d+(?:\.\d+)?$|^\.\d+$/.test(digits) && !/^\d{1,3}(?:\.\d{3}){2,}$/.test(digits)) return digits;
  const bare = digits.replace(/['_ ]/g, "");
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(bare)) return bare.replaceAll(",", "");
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(bare) && /,|\..*\./.test(bare))
    return bare.replaceAll(".", "").replace(",", ".");
  return bare.replace(",", ".");
}

function exponentOf(power: RegExpExecArray | null): number {
  if (power === null) return 0;
  const [, e, caret, stars, raised] = power;
  const plain = raised?.replace(/[⁰¹²³⁴-⁹]/gu, (one) => String(SUPERSCRIPTS.indexOf(one)));
  return Number((e ?? caret ?? stars ?? plain ?? "0").replace("⁻", "-").replace("⁺", ""));
}

const DATES = /\d{1,4}([/.-])\d{1,2}\1\d{2,4}(?!\d)|(?<!\d)\d{1,2}:\d{2}(?!\d)/g;

/** Finds the numbers of a text, in order: in digits and in words, without dates and the markers of lists. */
export function literalsOf(text: string, { isScore }: NumberKind): Literal[] {
  const isDecimal = text.includes(",") && hasDecimalComma(text);
  const dates = [...text.matchAll(DATES)].map((match): [number, number] => [
    match.index,
    match.index + match[0].length,
  ]);
  const markers = listMarkers(text);
  const found: Literal[] = [];
  let date = 0;
  let after = 0;
  for (const match of text.matchAll(LITERAL)) {
    if (match.index < after || markers.has(match.index)) continue;
    while ((dates[date]?.[1] ?? text.length) <= match.index) date++;
    if ((dates[date]?.[0] ?? text.length) <= match.index) continue;
    const one = literalAt(text, match.index, match[0], isDecimal);
    if (one === undefined) continue;
    found.push(one);
    after = one.to;
  }
  const abroad = isScore ? scoresAbroad(text) : [];
  const words = wordNumbers(text).filter(({ value }) => isScore || value > 19);
  const isWithinAbroad = ({ from }: Literal): boolean => abroad.some((one) => one.from <= from && from < one.to);
  return withoutRepeats(
    text,
    [...[...found, ...words].filter((one) => !isWithinAbroad(one)), ...abroad].toSorted((a, b) => a.from - b.from),
  );
}

function literalAt(text: string, at: number, digits: string, isDecimal: boolean): Literal | undefined {
  const before = textBefore(text, at);
  if (isAttached(before)) return undefined;
  if (isOfName(digits, before, text.slice(at + digits.length, at + digits.length + REACH))) return undefined;
  const power = POWER.exec(text.slice(at + digits.length, at + digits.length + 20));
  const to = at + digits.length + (power?.[0].length ?? 0);
  const after = text.slice(to, to + 12);
  if (isFollowed(before, after)) return undefined;
  const sign = SIGN.exec(before);
  const words = SIGN_IN_WORDS.exec(before);
  const isNegative = words !== null || sign !== null;
  const from = at - (words?.[0].length ?? (sign === null ? 0 : sign[0].length - sign[0].search(/[-–]/)));
  const isThousands = power === null && THOUSANDS.test(digits) && PER_MICROLITER.test(text.slice(to, to + 40));
  const plain = isThousands ? digits.replace(".", "") : plainDigits(digits, isDecimal);
  const value = Number(`${plain}e${exponentOf(power)}`);
  if (!Number.isFinite(value)) return undefined;
  return { value: isNegative ? -value : value, from, to };
}

/** "1.240/µl" is a count of cells with a dot between the thousands. */
const THOUSANDS = /^[1-9]\d{0,2}\.\d{3}$/;
const PER_MICROLITER = lazyPattern(
  String.raw`^\s?(?:\p{L}{4,14}\s)?(?:\p{L}{4,14})?\s?(?:/|per\s|pro\s|por\s|par\s)\s?(?:[uµμ]l|mm(?:3|³|\^3)|mi[ck]rolit\p{L}+)(?!\p{L})`,
  "iu",
);

/** Makes one number of "5 (five)" and "five (5)"; "5 (six)" has no value. */
function withoutRepeats(text: string, all: readonly Literal[]): Literal[] {
  const kept: Literal[] = [];
  for (const one of all) {
    const last = kept.at(-1);
    const isRepeat =
      last !== undefined &&
      /^\s?\($/.test(text.slice(last.to, one.from)) &&
      text.charAt(one.to) === ")" &&
      isInDigits(text, last) !== isInDigits(text, one);
    if (last === undefined || !isRepeat) kept.push(one);
    else
      kept[kept.length - 1] = {
        value: last.value === one.value ? one.value : Number.NaN,
        from: last.from,
        to: one.to + 1,
      };
  }
  return kept;
}

const isInDigits = (text: string, { from }: Literal): boolean => !/\p{L}/u.test(text.charAt(from));
