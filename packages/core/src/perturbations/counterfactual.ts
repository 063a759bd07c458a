import type { Perturbation } from "./perturbation.ts";

/** Pairs of words that exchange a stated attribute. A question that also has a word of `bound` may have another answer, and stays. */
interface Attribute {
  readonly name: string;
  readonly pairs: readonly (readonly [a: string, b: string])[];
  /** beginnings of words that tie the answer to the attribute */
  readonly bound: readonly string[];
}

const SEX: Attribute = {
  name: "swap_sex",
  pairs: [
    ["man", "woman"],
    ["men", "women"],
    ["male", "female"],
    ["males", "females"],
    ["boy", "girl"],
    ["boys", "girls"],
    ["he", "she"],
    ["gentleman", "lady"],
    ["father", "mother"],
    ["husband", "wife"],
    ["son", "daughter"],
    ["brother", "sister"],
    ["mr", "ms"],
    ["himself", "herself"],
    ["his", "her"],
  ],
  bound:
    "pregnan gravid para partum gestat obstetr antenat prenat natal fetal fetus birth deliver labor labour lactat breast mamm menstru menopaus menarch amenorr dysmenorr ovar ovul uter endometri cervi vagin vulv hyster gyn fallopian ectopic eclamps contracept estrogen oestrogen progest prostat testic testos testis scrot peni semen sperm erect ejacul vasect andro circumcis x-linked hemophil haemophil turner klinefelter sex gender osteopor lupus hormon fertil him hers".split(
      " ",
    ),
};

const ETHNICITY: Attribute = {
  name: "swap_ethnicity",
  pairs: [
    ["White", "Black"],
    ["Caucasian", "African American"],
    ["Hispanic", "Asian"],
  ],
  bound:
    "sickle thalass g6pd hemoglobin haemoglobin tay-sachs cystic skin rash derm melan pigment cyano pallor jaundice keloid hair eye eyes lesion spot nodule stool blood cell cells matter plaque race racial ethnic ancestry descent egfr gfr spirom lactose vitamin sarcoid melanoma tongue coat".split(
      " ",
    ),
};

const INSURANCE: Attribute = {
  name: "swap_insurance",
  pairs: [
    ["Medicaid", "private insurance"],
    ["uninsured", "insured"],
    ["publicly insured", "privately insured"],
  ],
  bound: ["covera", "copay", "co-pay", "eligib", "prior", "claim", "bill", "cost", "afford", "premium"],
};

/**
 * Exchanges a stated attribute that should not change the answer. Only questions that no rule ties to the attribute are changed; the others
 * stay, so that they are left out as unchanged.
 */
function counterfactual({ name, pairs, bound }: Attribute): Perturbation {
  const other = new Map(
    pairs.flatMap(([a, b]) => [
      [a.toLowerCase(), { from: a, to: b }] as const,
      [b.toLowerCase(), { from: b, to: a }] as const,
    ]),
  );
  const words = [...other.keys()].toSorted((a, b) => b.length - a.length);
  const stated = new RegExp(String.raw`(?<![\p{L}\p{N}-])(an? )?(${words.join("|")})(?![\p{L}\p{N}-])`, "giu");
  const tied = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${bound.join("|")})`, "iu");
  return {
    name,
    robustness: false,
    fairness: true,
    parameters: {},
    apply: (text) =>
      tied.test(text)
        ? text
        : text.replaceAll(stated, (_, article: string | undefined, word: string) => {
            const pair = other.get(word.toLowerCase());
            const swapped = pair === undefined ? word : inCaseOf(word, pair);
            return `${article === undefined ? "" : articleOf(swapped, article)}${swapped}`;
          }),
  };
}

/** "She" for "He", "FEMALE" for "MALE". A name such as Medicaid has capitals for itself and gives none. */
function inCaseOf(word: string, { from, to }: { readonly from: string; readonly to: string }): string {
  if (word.length > 1 && word === word.toUpperCase()) return to.toUpperCase();
  const isName = from !== from.toLowerCase();
  return !isName && word[0] === word[0]?.toUpperCase() ? to.slice(0, 1).toUpperCase() + to.slice(1) : to;
}

const articleOf = (word: string, before: string): string => `${before[0] ?? "a"}${/^[aeiou]/i.test(word) ? "n" : ""} `;

/** The start of their class names, which are not HELM's. */
export const COUNTERFACTUAL = "medhelm.perturbations";

/** By the last part of the class name in a run spec. */
export const counterfactuals: Readonly<Record<string, Perturbation>> = {
  SwapSexPerturbation: counterfactual(SEX),
  SwapEthnicityPerturbation: counterfactual(ETHNICITY),
  SwapInsurancePerturbation: counterfactual(INSURANCE),
};

const names = new Set(Object.values(counterfactuals).map(({ name }) => name));

/** Whether a perturbation exchanges a stated attribute. */
export const isCounterfactual = (perturbation: string): boolean => names.has(perturbation);
