import { isUnitOfNoInput, namesInput } from "./input-units.ts";
import { isSameUnit, unitOf } from "./units.ts";
import { type Context, NEAR } from "../values/value-context.ts";
import { inEnglish, isForeign } from "./words-abroad.ts";

/** "Brecha aniónica: 16 mEq/L": a label in another language that names no input, and a value in the requested unit. */
export function isNamedAbroad<T>({ text, place, asked }: Context<T>): boolean {
  const { unit } = asked;
  const label = LABEL.exec(text.slice(Math.max(0, place.from - NEAR), place.from))?.[1] ?? "";
  if (place.value !== undefined && unit === undefined) return isScoreAbroad(label, text.slice(place.to, place.to + 40));
  if (place.value === undefined || unit === undefined || !isSameUnit(unitOf(text, place), unit)) return false;
  if (!isForeign(label) || MEASURED_ABROAD.test(label)) return false;
  const english = inEnglish(label);
  return !namesInput(english) || isUnitOfNoInput(english, unit);
}
/** "Puntuación de Centor modificada: 3 puntos" */
const isScoreAbroad = (label: string, after: string): boolean =>
  SCORE_ABROAD.test(label) && POINTS_AFTER.test(after) && !MEASURED_ABROAD.test(label);
const SCORE_ABROAD =
  /(?<!\p{L})(?:puntuación|puntaje|punteggio|pontuação|escore|punktzahl|punktwert|gesamtpunktzahl|score\s(?:de|d'|du|di|nach|van))(?!\p{L})/iu;
const POINTS_AFTER =
  /^\s(?:puntos?|points?|punkte?|punti|pontos?|punten)(?!\p{L})(?!\s(?:por|pour|für|per|voor|de)(?!\p{L}))/iu;
/** The label of a value, alone on its line. */
const LABEL = /(?:^|[\n.;:]\s?)[^\p{L}\n]{0,6}([^\n.;:=,\d]{2,60}?)[^\p{L}\n\d]{0,4}\s?[:=]\s?[*~≈]*\s?$/u;
/** "Calcio medido", "gemessen": a value that is measured, normal or of an earlier time. */
const MEASURED_ABROAD =
  /(?<!\p{L})(?:medid[oa]s?|mesurée?s?|gemessene?[rsn]?|gemeten|misurat[oa]|actual|atual|actuel(?:le)?|aktuelle?[rsn]?|attuale|normal\p{L}*|normwerte?|inicial|initiale?|total|totale|basale?|previ[oa]|anterior|sistólica|diastólica|systolique|diastolique|systolische?[rn]?|diastolische?[rn]?|sistolica|diastolica|reference|referencia|referência|umbral|seuil|limiar|soglia|grenzwert)(?!\p{L})/iu;
