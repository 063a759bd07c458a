import { isCorrectedFor } from "./corrected-for.ts";
import type { ValuePlace } from "./value-place.ts";

/** The facts of the question that a reader of numbers needs. */
export interface NumberKind {
  /** A whole number, which may be in words. */
  readonly isScore: boolean;
  /** A score may have its maximum: 4/10. */
  readonly hasMaximum: boolean;
  /** Whether "12%" is 12 and not 0.12. */
  readonly isPercentage: boolean;
}

/** Thousands by comma, dot, apostrophe, space or underscore; a decimal comma; a plain literal. */
const LITERAL =
  /[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?(?![\d]|,\d)|[1-9]\d{0,2}(?:\.\d{3})+,\d+(?![\d,])|[1-9]\d{0,2}(?:\.\d{3}){2,}(?![\d.])|[1-9]\d{0,2}(?:'\d{3})+(?:[.,]\d+)?(?!\d)|[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?(?![\d])|\d+(?:_\d{3})+(?:\.\d+)?|(?<![\d,])\d{1,12},\d{1,12}(?!\d|,\d|\.\d)|\d{1,400}(?:\.\d{1,400})?|\.\d{1,400}/g;
const POWER =
  /^(?:[eE]([+-]?\d{1,3})(?![\p{L}\d])|\s?[×x*·]\s?10\s?(?:\^\s?\(?([+-]?\d{1,3})\)?|\*\*\s?([+-]?\d{1,3})|([⁺⁻]?[⁰¹²³⁴-⁹]{1,3})))/u;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const UNIT =
  "(?:%|(?:[\\p{L}µμ°]{1,12}\\.?[²³]?(?:\\^\\d)?)(?:\\s?\\/\\s?(?:\\d{1,4}(?:[.,]\\d{1,2})?\\s?)?[\\p{L}µμ]{1,12}[²³]?(?:\\^\\d)?){0,2})";
/** A sign adjoins its number, or follows the start, a colon or an equals sign: "gap -4", "= - 4". */
const SIGN = /(?<![\p{L}\p{N})\]%²³])([-–])$|(?:^|[=:(,→≈\n]|(?<!\p{L})(?:is|was|of|to))\s?([-–])[ \t]$/u;
const SIGN_IN_WORDS = /(?<!\p{L}|\d\s|\)\s)(?:minus|negative|menos|moins)\s$/iu;

/** Letters, digits and signs before a number that make it part of a name, a unit or an exponent. */
const PART_BEFORE =
  /(?:[A-Za-zÀ-ɏ_^]|\^[-+({]{1,2}|\d\.|[A-Za-z]{2,}[-–]|(?<=[\p{L}²³)])\s?\/\s?|[\d.]\/|\d:|₂|(?<!\p{L})per\s(?:day\s)?)$/u;
/** A number after one of these words is a number of something. The "no." of "Wait, no. 19.2" takes back. */
const NUMBER_OF =
  /(?<!\p{L})(?:step|stage|class|grade|type|phase|figure|fig\.?|table|equation|version|v|tier|part|section|criterion|option|item|killip|nyha|asa|reference|ref\.?|day|(?<!(?:wait|sorry|oh|hmm|actually)[,.…!]{0,3}\s)no\.?)[ \t#]{1,2}$|#$/iu;
const PART_AFTER = /^(?:st|nd|rd|th)(?!\p{L})|^-\s?(?=\p{L})|^\^|^[²³](?!\d)|^:\d\d|^'\d|^[a-d](?!\p{L}|\d)/u;
/** "in the low 80s" */
const isDecade = (before: string, after: string): boolean =>
  after.startsWith("s") && /(?<!\p{L})the\s(?:(?:low|mid|high|upper|lower)[\s-])?$/iu.test(before);
/** 5'9" */
const FEET_BEFORE = /\d\s?(?:'|ft|feet|foot)\s?$/iu;
/** Times are inputs. */
const TIME_AFTER =
  /^\s(?:premi(?:ers|ères)|suivante?s|primer[oa]s|siguientes|primeir[oa]s|seguintes)(?!\p{L})|^\s(?:components?|items|variables|parameters|factors|questions|domains|organ systems)(?!\p{L})|^[\s-]?(?:years?|yrs?|y\/?o|months?|mo|days?|weeks?|wks?|hours?|hrs?|h|minutes?|mins?|seconds?|años|ans|jahre|岁|歳)(?!\p{L}|\/)/iu;
const DATES = /\d{1,4}([/.-])\d{1,2}\1\d{2,4}(?!\d)|(?<!\d)\d{1,2}:\d{2}(?!\d)/g;

const OPERAND_BEFORE = new RegExp(
  `(?:[\\d)\\]²³%\\p{L}]\\s?[×*·÷/^]\\s?|[\\d)\\]²³%]\\s?(?:${UNIT})?\\s?(?:\\([^()]{0,60}\\)\\s?)?\\s[-+–]\\s|[\\d)][-+]|\\d\\s?\\+|(?:plus|minus|times|divided by|multiplied by|\\dx?\\sx)\\s(?:\\p{L}[\\p{L} ]{0,24}\\s)?)[\\s([]*$`,
  "iu",
);
/** The text after an operand and its unit. */
const OPERAND_AFTER =
  /^\)*\s?(?:\([^()]{0,80}\)\s?)?(?:[×*÷^]\s?[\d(\p{L}√]|[·+/]\s?[\d(√]|-[(\d]|[-–]\s[\d(√]|[×*·÷/+]\s*$|(?:plus|minus|times|divided by|multiplied by|x)\s\(?(?:\p{L}+\s){0,3}[\d.])/iu;
const UNIT_AT = new RegExp(`^\\s?${UNIT}(?:\\s?per\\s\\S{1,12})?`, "iu");
/** The text after a number without its unit. */
const afterUnit = (after: string): string => {
  const unit = UNIT_AT.exec(after)?.[0] ?? "";
  return /^\s?(?:plus|minus|times|divided|multiplied|x|or|and|to)$/iu.test(unit)
    ? after.trimStart()
    : after.slice(unit.length).trimStart();
};
const IN_FUNCTION = /(?:√|(?<!\p{L})(?:sqrt|ln|log|exp|min|max|round|int|float|str|abs|pow|sum))\s?\([^()\n]{0,80}$/iu;

const SUM_BEFORE = /[+×*÷/√−^-]\s?[\d(][^\n=]{0,60}[=≈]\s?[~≈]?\s?$/;

const BOUND_BEFORE =
  /(?:(?<![-=])[<>≤≥≦≧≮≯⩽⩾≠±]=?|(?<!\p{L})(?:at least|at most|no (?:more|less|fewer) than|not (?:more|less) than|(?:more|less|fewer|greater|higher|lower|larger|smaller) than(?: or equal to)?|above|below|exceeds|exceeding|under|over|(?<!adds |sums |comes |add )up to|beyond|minimum of|maximum of|menos de|más de|moins de|plus de|mindestens|höchstens|über|unter))\s?$/iu;
const BOUND_AFTER = new RegExp(
  `^(?:\\s?(?:${UNIT})?\\s?[<>≤≥≦≧]=?\\s?\\p{L}|\\+(?!\\s?[\\d(])|\\s?(?:${UNIT})?\\s?(?:or|and|oder|o|ou)\\s(?:more|less|higher|lower|greater|above|below|over|under|fewer|mehr|más|plus)(?!\\p{L})|\\s?(?:${UNIT})?\\s?at (?:most|least)(?!\\p{L}))`,
  "iu",
);
/** Between the ends of a range, and between alternatives. */
const RANGE_BETWEEN = new RegExp(`^\\s?(?:${UNIT})?\\s?(?:-|–|—|~|to|through|until|bis|a|à|至|到|か?ら)\\s?$`, "iu");
/** "rises from 8.1 to 9.4" */
const CHANGES_BEFORE =
  /(?<!\p{L})(?:ris(?:es|ing)|rose|falls?|fell|falling|goes|went|changes?|increases?|decreases?|corrects?|drops?|climbs?|(?:increas|decreas|chang|correct|adjust|dropp)ed)\s(?:\p{L}+\s)?from\s$/iu;
const AND_BETWEEN = new RegExp(`^\\s?(?:${UNIT})?\\s?(?:and|und|y|et|e)\\s$`, "iu");
const BETWEEN_BEFORE = /(?<!\p{L})(?:between|from|zwischen|entre|tra)\s?$/iu;
const OR_BETWEEN = /^(?:\s?(?:or|oder|o|ou|vs\.?|或|または)\s?(?:maybe |possibly |perhaps |even )?|\s?[,;]\s?)$/iu;
const MAXIMUM_BEFORE =
  /(?:\d\)?|(?<!\p{L})(?:one|two|three|four|five|six|seven|eight|none|all))\s?(?:points?\s|criteria\s)?(?:out\sof|of)\s(?:an?\s|the\s)?(?:(?:possible|maximum|total)\s)*(?:of\s)?$|\d\s?\/\s?$/iu;

/** "The score consists of 12 variables; the maximum is 71" */
const DESCRIBES_BEFORE =
  /(?<!\p{L})(?:(?:score|scale|index|tool|system|skala|escala|échelle|puntuación|pontuação)(?!\p{L})[^.;:\d]{0,20}\s(?:consists of|comprises|is (?:made up|composed|comprised|built) of|besteht aus|consta de|se compone de|se compose de|comprend|consiste em|é compost[oa] (?:por|de))\s(?:(?:the|up to|a total of|die|las?|los|les)\s)?|(?:the|its|das|el|le|la|o)\s(?:(?:theoretical|possible)\s)?(?:maximum|minimum|max|máximo|mínimo)\s(?:is|being|ist|es|est|é)\s)$/iu;

interface Literal {
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

/** Finds the numbers of a text that may be values: not parts of names, units, dates, lists and arithmetic. A range or a bound has no value. */
export function numberPlaces(text: string, kind: NumberKind): readonly ValuePlace<number>[] {
  const literals = literalsOf(text, kind);
  const places: ValuePlace<number>[] = [];
  const classes: Literal[][] = [];
  for (let i = 0; i < literals.length; i++) {
    const one = literals[i];
    if (one === undefined) break;
    const last = endOfRange(text, literals, i);
    if (last > i) {
      places.push({ value: undefined, from: one.from, to: literals[last]?.to ?? one.to });
      classes.push(literals.slice(i, last + 1));
      i = last;
      continue;
    }
    const place = placeOf(text, one, kind);
    if (place === undefined) continue;
    places.push(place);
    if (place.value === undefined || isClassOfLine(text, one)) classes.push([one]);
  }
  const legend = legendOf(text, classes);
  return withoutLegend(places, legend, kind, text);
}

function withoutLegend(
  all: readonly ValuePlace<number>[],
  legend: ReadonlySet<number>,
  kind: NumberKind,
  text: string,
): readonly ValuePlace<number>[] {
  const places = all.filter(({ from }) => !legend.has(from));
  return kind.isPercentage && !kind.isScore ? percentFirst(text, places) : places;
}

/** Finds the starts of ranges that go on where the one before them ends, as classes of a score do: "0-1 low, 2-4 moderate, 5+ high". */
function legendOf(text: string, classes: readonly (readonly Literal[])[]): ReadonlySet<number> {
  const found = new Set(rowLabels(text));
  for (const [i, one] of classes.entries()) {
    const [next] = classes[i + 1] ?? [];
    const [first] = one;
    const last = one.at(-1);
    if (first === undefined || last === undefined || next === undefined) continue;
    const step = next.value - last.value;
    const between = text.slice(last.to, next.from);
    if (step < 0 || step > 1 || !CLASSES_BETWEEN.test(between)) continue;
    if ([first, next].some((literal) => isClassOfLine(text, literal)) && !between.includes("\n")) continue;
    found.add(first.from).add(next.from);
  }
  return found;
}
const ROW = /(?<=^|\n)[ \t|]*(\d{1,2})[ \t]*\|[^\n]*/g;
/** The places of numbers that begin the rows of a table and count up by one, three rows at least: "0 | 0.2 %", "1 | 0.6 %", ... */
function rowLabels(text: string): readonly number[] {
  const rows = [...text.matchAll(ROW)].map(({ 0: row, 1: digits = "", index }) => ({
    value: Number(digits),
    from: index + row.search(/\d/),
  }));
  const isNext = (i: number): boolean => rows[i] !== undefined && rows[i - 1]?.value === rows[i].value - 1;
  return rows.flatMap(({ from }, i) =>
    (isNext(i) && isNext(i + 1)) || (isNext(i + 1) && isNext(i + 2)) || (isNext(i - 1) && isNext(i)) ? [from] : [],
  );
}

/** A class of one number that begins its line: "2: moderate", "2 | moderate" */
const isClassOfLine = (text: string, { from, to }: Literal): boolean =>
  /(?:^|\n)[ \t*|-]*$/.test(text.slice(Math.max(0, from - 8), from)) &&
  /^(?: points?)?\s?[:=|–—-]\s?\p{L}/iu.test(text.slice(to, to + 16));
/** The name of a class and a mark: " low, ", " points: mild; ", "\n| B | " */
const CLASSES_BETWEEN = /^\+?(?:[^\d.\n]{1,60}[,;|\n(]|[ \t|]*\n)[^\d.\n]{0,40}$/u;

/** Where a percentage is requested, other numbers count only without one. */
function percentFirst(text: string, places: readonly ValuePlace<number>[]): readonly ValuePlace<number>[] {
  const isPercent = ({ from, to }: ValuePlace<number>) => PERCENT_END.test(text.slice(from, to));
  if (!places.some((place) => place.value !== undefined && isPercent(place))) return places;
  return places.map((place) => (isPercent(place) ? place : { ...place, isDoubtful: true }));
}
const PERCENT_END = /\p{L}$|%$/u;

const NEAR = 90;
const beforeOf = (text: string, at: number): string => text.slice(Math.max(0, at - NEAR), at);

const PERCENT = /^\s?(?:%|percent(?!\p{L})|per cent(?!\p{L})|por ciento|prozent)/iu;

function placeOf(text: string, { value, from, to }: Literal, kind: NumberKind): ValuePlace<number> | undefined {
  const before = beforeOf(text, from);
  const after = text.slice(to, to + NEAR);
  if (isPart(before, after, kind)) return undefined;
  if (Number.isNaN(value) || BOUND_BEFORE.test(before) || BOUND_AFTER.test(after))
    return { value: undefined, from, to };
  const percent = PERCENT.exec(after)?.[0] ?? "";
  if (percent !== "" && kind.isScore) return undefined;
  return {
    value: percent !== "" && !kind.isPercentage ? value / 100 : value,
    from,
    to: to + percent.length,
    isSum: SUM_BEFORE.test(before),
    isDoubtful: percent === "" && isYear(text.slice(from, to), after),
  };
}

const isYear = (digits: string, after: string): boolean =>
  /^(?:19|20)\d\d$/.test(digits) &&
  !/^\s?(?:%|µ|m[lgmcEsq]|k?g(?!\p{L})|L(?!\p{L})|cells|kcal|points?|units?|IU|MME)/iu.test(after);

/** Whether it numbers something, or is the year of an equation or a guideline: "the 2021 CKD-EPI", "CKD-EPI 2021 equation", "by KDIGO 2012". */
const isOfName = (digits: string, before: string, after: string): boolean =>
  NUMBER_OF.test(before) ||
  isVersion(digits, before, after) ||
  (/^(?:19|20)\d\d$/.test(digits) && (NAME_AFTER.test(after) || NAME_BEFORE.test(before) || VERSION_OF.test(before)));
/** The version of a tool: "MELD 3.0: 21", "by FRAX 2.0", "MELD 3.0 was used". */
const isVersion = (digits: string, before: string, after: string): boolean =>
  /^\d\.\d$/.test(digits) &&
  ((TOOL_BEFORE.test(before) && VERSION_AFTER.test(after)) || (digits.endsWith(".0") && USED_BEFORE.test(before)));
const TOOL_BEFORE = /(?<![\p{L}\d])\p{Lu}{3,}(?:-\p{L}+)?\s$/u;
const USED_BEFORE = /(?<!\p{L})(?:[Bb]y|[Pp]er|[Uu]s(?:ing|ed)|[Vv]ia|[Ww]ith)\s(?:the\s)?\p{Lu}{3,}(?:-\p{L}+)?\s$/u;
const VERSION_AFTER =
  /^(?:\s?[:=]\s?\d|\s(?:(?:score|result)\s?[:=]|(?:was|is) used|calculator|tool|model)(?!\p{L}))/iu;
/** "the version of 2010" */
const VERSION_OF = /(?<!\p{L})(?:version|edition|revision|update|guidelines?|consensus|statement)\s(?:of|from)\s$/iu;
const NAME_AFTER =
  /^\)?\s(?:(?!(?:by|with|using|from|in|via|per|is|of|on|and|the|a|for|to)\s)[\p{L}/-]+\s){0,3}(?:equations?|formulas?|formulae|guidelines?|criteria|classification|definition|consensus|statement|standards?|version|revision|edition|update)(?!\p{L})|^\s\p{Lu}{2,}-\p{Lu}{2,}(?!\p{L})/u;
const NAME_BEFORE =
  /(?<!\p{L})(?:[Bb]y|[Pp]er|[Uu]sing|[Vv]ia|[Ww]ith|[Bb]ased on|[Aa]ccording to)\s(?:the\s)?\p{Lu}[\p{L}/-]*\p{Lu}[\p{L}/-]*\s\(?$/u;

/** "4/10", but no division. */
const OF_MAXIMUM = /^\s?\/\s?\d+(?:\.\d+)?(?!\d|\.\d|\s?[×*÷/^+=-]\s?[\d(])/;

/** Whether a number is a maximum, an operand or a time. */
function isPart(before: string, after: string, { hasMaximum, isScore }: NumberKind): boolean {
  if (/^\s?(?:%|percent)\s?of\s/iu.test(after)) return true;
  if (MAXIMUM_BEFORE.test(before) || TIME_AFTER.test(after)) return true;
  if (isScore && DESCRIBES_BEFORE.test(before)) return true;
  if (hasMaximum && OF_MAXIMUM.test(after) && !(isScore ? /[×*÷/^+]\s?\(?$/ : /[×*÷/^+=]\s?\(?$/).test(before))
    return false;
  return isOperand(before, after) || IN_FUNCTION.test(before);
}

const isOperand = (before: string, after: string): boolean =>
  OPERAND_BEFORE.test(before) ||
  OPERAND_AFTER.test(after.trimStart()) ||
  OPERAND_AFTER.test(afterUnit(after.split("\n", 1)[0] ?? ""));

/** The index of the last number of a range, a list or alternatives that begin at literals[i], or i. */
function endOfRange(text: string, literals: readonly Literal[], i: number): number {
  let last = i;
  for (let next = i + 1; next < literals.length; next++) {
    const [a, b] = [literals[next - 1], literals[next]];
    if (a === undefined || b === undefined || b.from - a.to > 40) break;
    const between = text.slice(a.to, b.from);
    // "corrected for an albumin of 2.0, 9.6"
    const isOr = OR_BETWEEN.test(between) && a.value !== b.value && !isCorrectedFor(beforeOf(text, a.from));
    if (!isOr && !isRange(text, a, b, between)) break;
    const rest = afterUnit(text.slice(b.to, b.to + NEAR));
    if ((OPERAND_AFTER.test(rest) || rest.startsWith("=")) && !isOr) break;
    last = next;
  }
  return last;
}

/** Whether two numbers are the ends of a range: "45-50", "between 45 and 50", but not "rises from 8.1 to 9.4". */
function isRange(text: string, a: Literal, b: Literal, between: string): boolean {
  const before = beforeOf(text, a.from);
  if (AND_BETWEEN.test(between)) return BETWEEN_BEFORE.test(before);
  if (!RANGE_BETWEEN.test(between) || (between.includes("to") && CHANGES_BEFORE.test(before))) return false;
  return a.value < b.value || !between.includes("-");
}

/** "= 3,734. Resultado: 3,73": another number shows that the comma is that of decimals. */
const hasDecimalComma = (text: string): boolean =>
  /(?<![\d.,])\d{1,6},(?:\d{1,2}|\d{4,6})(?![\d]|,\d|\.\d)/.test(text) &&
  !/\d\.\d/.test(text) &&
  !/\d,\d{3},\d{3}/.test(text);

function literalsOf(text: string, { isScore }: NumberKind): Literal[] {
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
  return isScore
    ? withoutRepeats(
        text,
        [...found, ...wordNumbers(text)].toSorted((a, b) => a.from - b.from),
      )
    : found;
}

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

function literalAt(text: string, at: number, digits: string, isDecimal: boolean): Literal | undefined {
  const before = beforeOf(text, at);
  const isMaximum = /\d\s?\/$/.test(before);
  if (!isMaximum && PART_BEFORE.test(before)) return undefined;
  if (isOfName(digits, before, text.slice(at + digits.length, at + digits.length + NEAR))) return undefined;
  const power = POWER.exec(text.slice(at + digits.length, at + digits.length + 20));
  const to = at + digits.length + (power?.[0].length ?? 0);
  const after = text.slice(to, to + 12);
  if (PART_AFTER.test(after) || FEET_BEFORE.test(before) || isDecade(before, after)) return undefined;
  const sign = SIGN.exec(before);
  const words = SIGN_IN_WORDS.exec(before);
  const isNegative = words !== null || sign !== null;
  const from = at - (words?.[0].length ?? (sign === null ? 0 : sign[0].length - sign[0].search(/[-–]/)));
  const value = Number(`${plainDigits(digits, isDecimal)}e${exponentOf(power)}`);
  if (!Number.isFinite(value)) return undefined;
  return { value: isNegative ? -value : value, from, to };
}

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

/** "1. " at the start of a line, or "1) " within one. */
const MARKER =
  /(?:(?:^|\n)(?:[^\d\n:]{1,20}:)?[ \t"']*\(?(\d{1,2})[.):]\)?|(?<=[^\d\s]\s|\d\s\p{L}{1,6}\s)(\d)\)(?= \p{L}))(?=\s+\S)/gu;

/** "1. 27.4", "1. between 27 and 28", "1. The BMI is 27.4" */
const NUMBER_NEXT =
  /^[.)]\)?\s+(?:(?:between|from|about|approximately|roughly|around|at (?:least|most)|(?:more|less) than|over|under|above|below|(?:the|her|his)\s[^.\n]{1,24}\s(?:is|=))\s)?[^\p{L}\d]{0,3}\d/iu;
/** The places of the numbers of a numbered list, which counts up from 1. */
function listMarkers(text: string): ReadonlySet<number> {
  const found = [...text.matchAll(MARKER)].map((match) => ({
    value: Number(match[1] ?? match[2]),
    at: match.index + match[0].lastIndexOf(match[1] ?? match[2] ?? ""),
  }));
  const isListed = (i: number) => {
    const value = found[i]?.value ?? -9;
    const isOnlyNumber = value === 1 && NUMBER_NEXT.test(text.slice((found[i]?.at ?? 0) + 1).slice(0, 40));
    return isOnlyNumber || found[i + 1]?.value === value + 1 || (value > 1 && found[i - 1]?.value === value - 1);
  };
  return new Set(found.filter((_, i) => isListed(i)).map(({ at }) => at));
}

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
/** A pattern of the numbers from 0 to 99 in words. */
export const NUMBER_WORD = `(?:(?:${TENS.join("|")})(?:[- ](?:${SMALL.slice(1, 10).join("|")}))?|(?:${SMALL.join("|")}))`;

/** Returns the value of digits or of a number in words. */
export function wordValue(word: string): number {
  if (/^\d/.test(word)) return Number(word);
  const [first = "", ones = ""] = word.toLowerCase().split(/[- ]/);
  const small = SMALL.indexOf(first);
  return small === -1 ? 20 + 10 * TENS.indexOf(first) + Math.max(0, SMALL.indexOf(ones)) : small;
}

const WORDS = new RegExp(
  `(?<![\\p{L}-])(?:(${TENS.join("|")})(?:[- ](${SMALL.slice(1, 10).join("|")}))?|(${SMALL.join("|")}))(?![\\p{L}]|-\\p{L}|\\s(?:point|hundred|thousand)\\s)`,
  "giu",
);

/** Numbers in words; "one" is one only with what it counts, or alone. */
function wordNumbers(text: string): Literal[] {
  return [...text.matchAll(WORDS)].flatMap((match): Literal[] => {
    const [all, tens, ones, small] = match.map((part) => (part ?? "").toLowerCase());
    const to = match.index + match[0].length;
    const after = text.slice(to, to + 20);
    if (all === "one" && !/^\s?(?:points?|criteri|of\s(?:the\s)?\d|\/|[.!]?\s*$)/.test(after)) return [];
    const value =
      tens === ""
        ? SMALL.indexOf(small ?? "")
        : 20 + 10 * TENS.indexOf(tens ?? "") + Math.max(0, SMALL.indexOf(ones ?? ""));
    return [{ value, from: match.index, to }];
  });
}
