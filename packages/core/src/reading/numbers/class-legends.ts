import type { Literal } from "./literal.ts";

/** Finds the starts of ranges that go on where the one before them ends, as classes of a score do: "0-1 low, 2-4 moderate, 5+ high". */
export function legendOf(text: string, classes: readonly (readonly Literal[])[]): ReadonlySet<number> {
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
export const isClassOfLine = (text: string, { from, to }: Literal): boolean =>
  /(?:^|\n)[ \t*|-]*$/.test(text.slice(Math.max(0, from - 8), from)) &&
  /^(?: points?)?\s?[:=|–—-]\s?\p{L}/iu.test(text.slice(to, to + 16));
/** The name of a class and a mark: " low, ", " points: mild; ", "\n| B | " */
const CLASSES_BETWEEN = /^\+?(?:[^\d.\n]{1,60}[,;|\n(]|[ \t|]*\n)[^\d.\n]{0,40}$/u;
