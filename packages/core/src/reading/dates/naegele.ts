import { lazyPattern } from "../../text/lazy-pattern.ts";
import { datePlaces } from "./date-places.ts";

const MONTHS_OFF = lazyPattern(
  String.raw`(?<!\p{L})(?:subtract(?:ing|ed|s)?|minus|less|go(?:ing)? back|back|[-–])\s?(?:by\s)?(?:3|three)\s(?:calendar\s)?months?(?!\p{L})|(?<!\p{L})(?:3|three)\s(?:calendar\s)?months?\s(?:back|earlier|before|subtracted|off)(?!\p{L})|(?<!\p{L})(?:minus|abzüglich|moins|menos|resta(?:r|mos|ndo)?|retran\p{L}+|soustra\p{L}+|subtra\p{L}+|[-–])\s(?:3|drei|trois|tres|três)\s?(?:(?:kalender)?monaten?|monate|mois|meses)(?!\p{L})|减去?\s?[3三]\s?个?月`,
  "iu",
);
const DAYS_ON = lazyPattern(
  String.raw`(?<!\p{L}|\d)(?:(?:7|seven|sieben|sept|siete|sete)\s(?:days?|tagen?|tage|jours?|días|dias)|(?:1|one|a)\sweek|eine woche|une semaine|una semana|uma semana)(?!\p{L})|[7七]\s?[天日]`,
  "iu",
);
const YEAR_ON =
  /(?<!\p{L}|\d)(?:(?:1|one|a|ein|un|uma?)\s(?:calendar\s)?(?:year|jahr|an|año|ano)|une année|12\s(?:months|monate|mois|meses))(?!\p{L})|[1一]年/iu;

/**
 * Whether a calculation by Naegele's rule (minus 3 months, plus 7 days, plus 1 year) stops before its last step. Then no date follows the 7 days, or
 * the last date is before an earlier one.
 */
export function isUnfinishedNaegele(text: string): boolean {
  const months = MONTHS_OFF.exec(text);
  if (months === null) return false;
  const dates = datePlaces(text);
  const last = dates.at(-1);
  // "12/21/2023. (03/14/2023 minus 3 months, ...)" explains its result
  if (last === undefined || last.from < months.index) return false;
  const days = [...DAYS_ON.matchAll(text)].at(0);
  if (days === undefined || days.index > last.from) return true;
  const year = text.search(YEAR_ON);
  if (year !== -1 && year < last.from) return false;
  return dates.some(({ value = "" }) => last.value !== undefined && value > last.value);
}
