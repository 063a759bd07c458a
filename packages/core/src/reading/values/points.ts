import { lazyPattern } from "../../text/lazy-pattern.ts";
import { namedIn } from "../quantities/named-in.ts";
import { NAMED } from "../quantities/names-nothing-asked.ts";
import type { Context } from "./value-context.ts";

/** Whether a value is the points of one criterion, as "+1" next to another one or "1 point for age". */
export function isOfPoints<T>({ text, place, sentence, asked }: Context<T>, after: string): boolean {
  if (PART_AFTER.test(after)) return true;
  const [, criterion = ""] = CRITERION_AFTER.exec(after) ?? [];
  if (criterion !== "" && namedIn(criterion, asked).share < NAMED) return true;
  const mark = text.slice(Math.max(0, place.from - 4), place.from);
  if (!mark.endsWith("+")) return false;
  if ((sentence.text.match(PLUS) ?? []).length > 1 && /[:=→]\s?\+$/.test(mark)) return false;
  return PLUS_BEFORE.test(mark) && (text.match(PLUS) ?? []).length > 1;
}
const CRITERION_AFTER =
  /^\s?(?:(?:points?|punkte?|puntos?|punti|pontos?)\s(?:for|für|pour|por|per)\s(?!(?:this|her|his|your|our)\s)|for\s(?!(?:this|the|an?|her|his|your|our|each|every|which|all)\s))((?:(?!\s(?:and|or)\s)[^,;:.\n=]){1,60})(?=[.:;\n]|$)/iu;
const PLUS_BEFORE = /(?:^|[\s(])\+$/;
const PLUS = /(?:^|[\s(])\+\d/g;
/** "1 point for fever and 2 points for age", "1 for fever gives a total of 3" */
const PART_AFTER = lazyPattern(
  String.raw`^\s?(?:points?\s)?(?:for|from|due to|because of)\s[^=;:.\n]{1,120}(?:\d\s?(?:points?\s)?(?:for|from|due to|because of)|(?<!\p{L})(?:total|score|sum)(?!\p{L})[^.\n]{0,20}\d)`,
  "iu",
);
