import { lazyPattern } from "@medhelm/core/text/lazy-pattern";

const NAMES =
  "ICD[- ]?9(?:[- ]?(?:CM|PCS))?|ICD[- ]?11|ICD[- ]?O(?:[- ]?3)?|CPT(?:[- ]?4)?|HCPCS|LOINC|SNOMED(?:[- ]?CT)?|(?:MS|APR)?[- ]?DRGs?|HCC|MeSH|ATC|ICPC(?:-2)?|OPCS(?:-4)?|DSM(?:-5|-IV)?|RxNorm|CVX|NDC|UMLS|CDT|Read code|OMIM|ORPHA|MedDRA";
const SYSTEM = lazyPattern(String.raw`(?<!\p{L})(?:(?<other>${NAMES})|ICD[- ]?10(?:[- ]?\p{L}{2,3})?)(?!\p{L})`, "iu");
const BEFORE = lazyPattern(String.raw`(?<!\p{L})(?:${NAMES})(?!\p{L})(?:[\s-]+codes?)?[\s:#=(-]*$`, "iu");
const AFTER = lazyPattern(String.raw`^\s*[([]\s*(?:${NAMES})(?:\s+codes?)?\s*[)\],;]`, "iu");

/** The last system of codes that a text names; undefined without one. */
function lastSystem(text: string): "other" | "ICD-10" | undefined {
  const last = [...SYSTEM.matchAll(text)].at(-1);
  if (last === undefined) return undefined;
  return last.groups?.["other"] === undefined ? "ICD-10" : "other";
}

/** "MS-DRG 291", "CPT 44970": the code of that system itself, which heads no list of its codes. */
const OWN_CODE = lazyPattern(String.raw`(?<!\p{L})(?:${NAMES})\s?#?\s?(?=[\dA-Z.]*\d{2})[\dA-Z.]+$`, "iu");

/** Whether a label or a column names other codes than those of ICD-10. */
export const isOtherSystem = (label: string): boolean =>
  label.length < 60 &&
  !OWN_CODE.test(label) &&
  /^(?:\p{L}+\s){0,2}/u.test(label) &&
  lastSystem(label) === "other" &&
  !/ICD[- ]?10/i.test(label);

/** Whether ICD-10 is the last system that a text before a code names. */
export const isBehindIcd10 = (before: string): boolean => lastSystem(before) === "ICD-10";

/** Whether the name of another system is directly before or after a code. */
export const isOfOtherSystem = (before: string, after: string): boolean => BEFORE.test(before) || AFTER.test(after);
