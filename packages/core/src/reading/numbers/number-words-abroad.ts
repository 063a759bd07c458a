import { lazyPattern } from "../../text/lazy-pattern.ts";
import type { Literal } from "./literal.ts";

/** The numbers from zero on, in German, French, Spanish, Italian, Portuguese and Dutch. */
const NUMBERS: readonly (readonly string[])[] = [
  "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split(" "),
  "zéro un deux trois quatre cinq six sept huit neuf dix onze douze".split(" "),
  "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce".split(" "),
  "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici".split(" "),
  "zero um dois três quatro cinco seis sete oito nove dez onze doze".split(" "),
  "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf".split(" "),
];

/** The values of these words, without those of one: "un punto" is often the point of one criterion. */
export const VALUES_ABROAD: ReadonlyMap<string, number> = new Map(
  NUMBERS.flatMap((words) => words.map((word, value): [string, number] => [word, value])).filter(
    ([, value]) => value !== 1,
  ),
);
const WORD = `(?:${[...VALUES_ABROAD.keys()].join("|")})`;
const POINTS = "\\s(?:punkten?|points?|puntos?|punti|pontos?|punten)(?!\\p{L})";
const MAXIMUM = `\\s(?:von|sur|de|su|di|em|van)\\s(?:insgesamt\\s|un total de\\s|un maximum de\\s|maximal\\s)?(?:${WORD}|\\d{1,2})(?!\\p{L})(?:${POINTS})?`;
/** "vier von neun Punkten", "quatre points sur neuf", "tres puntos", or one word alone, but no "null" */
const SCORE = lazyPattern(
  `(?<![\\p{L}\\d-])(${WORD})(?:(?:${POINTS})?${MAXIMUM}|(?=${POINTS}))|^[\\s"'*]*(?!null?[.!"'*\\s]*$)(${WORD})(?=[.!"'*\\s]*$)`,
  "iu",
);
const HAN = "零一二三四五六七八九十";
/** "四分（满分九分）" */
const HAN_SCORE =
  /(?<![\p{Script=Han}])(?:共|总分|得分|评分)?[为是]?([零一二三四五六七八九十])分(?:\(满分[^()]{1,6}\))?(?![\p{Script=Han}])/gu;

/** Finds the numbers of other languages that are the points of a score. */
export function scoresAbroad(text: string): readonly Literal[] {
  if (!/\p{L}/u.test(text)) return [];
  return [
    ...[...SCORE.matchAll(text)].flatMap(({ 0: all, 1: word, 2: alone, index }): Literal[] => {
      const value = VALUES_ABROAD.get((word ?? alone ?? "").toLowerCase());
      const lead = all.search(/[\p{L}]/u);
      return value === undefined ? [] : [{ value, from: index + lead, to: index + all.length }];
    }),
    ...[...text.matchAll(HAN_SCORE)].map(({ 0: all, 1: digit = "", index }) => ({
      value: HAN.indexOf(digit),
      from: index,
      to: index + all.length,
    })),
  ];
}
