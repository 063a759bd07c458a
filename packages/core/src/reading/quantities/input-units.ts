/** Quantities that calculations start from, each with the units in which it is measured, as unitForm() writes them. */
const INPUTS: readonly (readonly [name: RegExp, units: RegExp])[] = [
  [/^(?:weights?|weigh(?:s|ed|ing)?|wt|mass|bodyweight)$/, /^(?:k?g|lb|stone)$/],
  [/^(?:heights?|length|tall|ht)$/, /^(?:[cm]?m|inch(?:es)?)$/],
  [/^(?:age|aged|old|years?)$/, /^(?:year|month|week|d)$/],
  [/^(?:albumin|protein|ha?emoglobin|hgb|hb)$/, /^g\/(?:dl|l)$/],
  [
    /^(?:creatinine|cr|scr|bilirubin|glucose|calcium|urea|bun|nitrogen|cholesterol|hdl|ldl|triglycerides?|tg|phosphate|magnesium|urate|lactate)$/,
    /^(?:mg\/dl|g\/l|[mu]mol\/l|[mu]?eq\/l)$/,
  ],
  [/^(?:sodium|na|potassium|chloride|cl|bicarbonate|hco3|electrolytes?)$/, /^m(?:eq|mol)\/l$/],
  [/^(?:pressures?|systolic|diastolic|sbp|dbp|bp|pao2|paco2|pco2|po2)$/, /^(?:mmhg|kpa)$/],
  [/^(?:insulin)$/, /^(?:[mu]?iu|[mup]?mol)\/m?l$/],
  [/^(?:pulse|heartrate|hr|bpm|beats)$/, /^(?:beats|\/min|beats\/min)$/],
  [/^(?:qt|rr)$/, /^m?s$/],
];

/** Whether a label names a quantity that calculations start from. */
export const namesInput = (label: string): boolean => unitsIn(label).length > 0;

/** Whether all inputs that a label names are measured in other units than `unit`: a weight is never in mL/min. False without an input. */
export function isUnitOfNoInput(label: string, unit: string): boolean {
  const named = unitsIn(label);
  return named.length > 0 && named.every((units) => !units.test(unit));
}

const unitsIn = (label: string): readonly RegExp[] =>
  (label.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).flatMap((word) =>
    INPUTS.filter(([name]) => name.test(word)).map(([, units]) => units),
  );
