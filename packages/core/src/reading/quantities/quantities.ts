import { lazyPattern } from "../../text/lazy-pattern.ts";
import { recall } from "../../text/recall.ts";
import { inEnglish } from "./words-abroad.ts";

/** A quantity of medicine, with the unit in which it is measured, as unitForm() writes it. */
interface Quantity {
  readonly name: string;
  readonly unit?: string;
  /** Calculations start from it. */
  readonly isInput: boolean;
}

/** Quantities that calculations end with. A longer name comes before one that is within it. */
const RESULTS: readonly (readonly [name: string, unit: string, spellings: string])[] = [
  ["body mass index", "kg/m2", "bmi|body[- ]mass index|body mass"],
  ["filtration", "ml/min", "e?gfr|(?:glomerular )?filtration(?: rate)?"],
  ["clearance", "ml/min", "c ?cr|cr ?cl|clearance"],
  ["mean arterial pressure", "mmhg", "map|mean (?:arterial |blood )+pressure"],
  ["osmolar gap", "mosm/kg", "osm(?:ol(?:ar|al|ality|arity))? gap"],
  ["delta gap", "meq/l", "(?:delta|Δ)[- ](?:anion )?gap"],
  ["delta ratio", "", "(?:delta|Δ)[- ]ratio|delta[- ]delta"],
  ["anion gap", "meq/l", "anion gap|ag"],
  ["osmolality", "mosm/kg", "osmolal\\p{L}+|osmolar\\p{L}+"],
  ["body surface area", "m2", "bsa|(?:body )?surface area"],
  ["ideal weight", "kg", "ibw|ideal (?:body )?weight"],
  ["adjusted weight", "kg", "abw|adjusted (?:body )?weight"],
  ["lean weight", "kg", "lbw|lean (?:body )?(?:weight|mass)"],
  ["target weight", "kg", "target (?:body )?weight"],
  ["corrected QT", "ms", "qtc[bfh]?|corrected qt"],
  ["excretion of sodium", "%", "fe ?na|fractional excretion of sodium"],
  ["excretion of urea", "%", "fe ?urea|fractional excretion of urea"],
  ["body water", "l", "tbw|(?:total )?body water"],
  ["water deficit", "l", "(?:free )?water deficit"],
  ["alveolar gradient", "mmhg", "a-?a gradient|gradient"],
  ["alveolar oxygen", "mmhg", "alveolar (?:p?o2|oxygen)(?: pressure)?"],
  ["stroke volume", "ml", "stroke volume|sv"],
  ["cardiac output", "l/min", "cardiac output"],
  ["ejection fraction", "%", "l?v?ef|ejection fraction"],
  ["neutrophils", "/ul", "anc|(?:absolute )?neutrophils?(?: count)?"],
  ["platelets", "/ul", "platelets?(?: count)?|plt"],
  ["white cells", "/ul", "wbcs?|white (?:blood )?cells?(?: count)?|leuk?ocytes?"],
  ["mortality", "%", "mortality|survival"],
];

/** Quantities that calculations start from. */
const INPUTS: readonly (readonly [name: string, unit: string, spellings: string])[] = [
  ["weight", "kg", "weights?|weigh(?:s|ed|ing)?|wt|bodyweight"],
  ["height", "cm", "heights?|length|tall|ht"],
  ["age", "year", "age|aged|old"],
  ["albumin", "g/dl", "albumin|alb"],
  ["protein", "g/dl", "proteins?"],
  ["hemoglobin", "g/dl", "ha?emoglobin|hgb|hb"],
  ["creatinine", "mg/dl", "creatinine|s?cr"],
  ["bilirubin", "mg/dl", "bilirubin"],
  ["glucose", "mg/dl", "glucose|blood sugar"],
  ["calcium", "mg/dl", "calcium"],
  ["urea", "mg/dl", "urea|bun|urea nitrogen"],
  ["HDL", "mg/dl", "hdl(?:[- ]c(?:holesterol)?)?"],
  ["LDL", "mg/dl", "ldl(?:[- ]c(?:holesterol)?)?"],
  ["total cholesterol", "mg/dl", "(?:total )?cholesterol|tc"],
  ["triglycerides", "mg/dl", "triglycerides?|tgs?"],
  ["phosphate", "mg/dl", "phosphate|magnesium|urate|uric acid"],
  ["lactate", "mmol/l", "lactate"],
  ["sodium", "meq/l", "sodium|na"],
  ["potassium", "meq/l", "potassium"],
  ["chloride", "meq/l", "chloride|cl"],
  ["bicarbonate", "meq/l", "bicarbonate|hco3|electrolytes?"],
  ["systolic pressure", "mmhg", "systolic(?: (?:blood )?pressure)?|sbp|sys"],
  ["diastolic pressure", "mmhg", "diastolic(?: (?:blood )?pressure)?|dbp"],
  ["blood pressure", "mmhg", "(?:blood )?pressures?|bp"],
  ["arterial oxygen", "mmhg", "p_?a?o2|arterial (?:one|p?o2|oxygen)(?: pressure)?"],
  ["carbon dioxide", "mmhg", "p_?a?co2"],
  ["insulin", "uiu/ml", "insulin"],
  ["pulse", "beats/min", "pulse|heart rate|heartrate|hr|bpm"],
  ["QT", "ms", "qt(?: interval)?"],
  ["RR", "s", "rr(?: interval)?"],
  ["concentration", "", "concentrations?|bag|vial|ampoule|stock|strength"],
];

const ALL: readonly Quantity[] = [
  ...RESULTS.map(([name, unit]) => quantity(name, unit, false)),
  ...INPUTS.map(([name, unit]) => quantity(name, unit, true)),
];
const NAMES = lazyPattern(
  `(?<![\\p{L}\\d])(?:${[...RESULTS, ...INPUTS].map(([, , spellings]) => `(${spellings})`).join("|")})(?![\\p{L}\\d])`,
  "iu",
);

function quantity(name: string, unit: string, isInput: boolean): Quantity {
  return unit === "" ? { name, isInput } : { name, isInput, unit };
}

/** Finds the quantities that a text names, in order, also in other languages. */
export const quantitiesIn: (text: string) => readonly Quantity[] = recall((text) =>
  [...NAMES.matchAll(inEnglish(text))].flatMap((match) => {
    const found = ALL[match.slice(1).findIndex((one) => one !== undefined)];
    return found === undefined ? [] : [found];
  }),
);

/** The result of a calculation that a word alone names: "ag" the anion gap. */
export const resultOf = (word: string): string | undefined => SHORT_RESULTS.get(word);

/** Spellings of one short word. */
const SHORT_RESULTS = new Map(
  RESULTS.flatMap(([name, , spellings]) =>
    spellings.split("|").flatMap((one) => (/^[a-z]{2,4}$/.test(one) ? [[one, name] as const] : [])),
  ),
);
