import type { ObjectSpec } from "../helm/run-spec.ts";
import { COUNTERFACTUAL } from "./counterfactual.ts";
import { UserError } from "../user-error.ts";

const PACKAGE = "helm.benchmark.augmentations";
const spec = (className: string, args: ObjectSpec["args"] = {}): ObjectSpec => ({
  class_name: `${PACKAGE}.${className}`,
  args,
});
const typo = (prob: number) => [spec("typos_perturbation.TyposPerturbation", { prob })];
const misspelling = (prob: number) => [spec("misspelling_perturbation.MisspellingPerturbation", { prob })];
const style = (suffix: string) => spec("suffix_perturbation.SuffixPerturbation", { suffix });

export interface Preset {
  /** The value that the run name shows. */
  readonly shown: string;
  readonly perturbations: readonly ObjectSpec[];
}

const swap = (what: string): ObjectSpec => ({ class_name: `${COUNTERFACTUAL}.Swap${what}Perturbation`, args: {} });

const own = (what: string, prob: number): ObjectSpec => ({
  class_name: `${COUNTERFACTUAL}.${what}Perturbation`,
  args: { prob },
});

/** The values of data_augmentation= (PERTURBATION_SPECS_DICT of helm/benchmark/run_expander.py). */
const presets: Readonly<Record<string, Preset>> = {
  extra_space: {
    shown: "extra_space2",
    perturbations: [spec("extra_space_perturbation.ExtraSpacePerturbation", { num_spaces: 2 })],
  },
  space: { shown: "space3", perturbations: [spec("space_perturbation.SpacePerturbation", { max_spaces: 3 })] },
  lower: { shown: "lower", perturbations: [spec("lowercase_perturbation.LowerCasePerturbation")] },
  contract: {
    shown: "contract",
    perturbations: [
      spec("contraction_expansion_perturbation.ContractionPerturbation"),
      spec("contraction_expansion_perturbation.ExpansionPerturbation"),
    ],
  },
  typo_easy: { shown: "typo0.1", perturbations: typo(0.1) },
  typo_medium: { shown: "typo0.3", perturbations: typo(0.3) },
  typo_hard: { shown: "typo0.5", perturbations: typo(0.5) },
  art: {
    shown: "art",
    perturbations: ["oil painting", "watercolor", "pencil sketch", "animation", "vector graphics", "pixel art"].map(
      style,
    ),
  },
  // with a list that the user gives
  misspelling_mild: { shown: "misspelling0.05", perturbations: misspelling(0.05) },
  misspelling_medium: { shown: "misspelling0.20", perturbations: misspelling(0.2) },
  misspelling_hard: { shown: "misspelling0.5", perturbations: misspelling(0.5) },
  filler: {
    shown: "filler0.3",
    perturbations: [spec("filler_words_perturbation.FillerWordsPerturbation", { insert_prob: 0.3, speaker_ph: false })],
  },
  robustness: { shown: "robustness", perturbations: [spec("mild_mix_perturbation.MildMixPerturbation")] },
  paraphrases: {
    shown: "paraphrases3",
    perturbations: [1, 2, 3].map((number) => ({
      class_name: `${COUNTERFACTUAL}.ParaphrasePerturbation`,
      args: { number },
    })),
  },
  given_synonym: { shown: "given_synonym0.5", perturbations: [own("GivenSynonym", 0.5)] },
  // ours, not HELM's
  own_paraphrases: {
    shown: "own_paraphrases3",
    perturbations: [1, 2, 3].map((number) => ({
      class_name: `${COUNTERFACTUAL}.OwnParaphrasePerturbation`,
      args: { number },
    })),
  },
  own_misspelling: { shown: "own_misspelling0.5", perturbations: [own("Misspelling", 0.5)] },
  own_synonym: { shown: "own_synonym0.5", perturbations: [own("Synonym", 0.5)] },
  own_filler: { shown: "own_filler0.5", perturbations: [own("Filler", 0.5)] },
  own_words: {
    shown: "own_words0.5",
    perturbations: [own("Misspelling", 0.5), own("Synonym", 0.5), own("Filler", 0.5)],
  },
  swap_sex: { shown: "swap_sex", perturbations: [swap("Sex")] },
  swap_ethnicity: { shown: "swap_ethnicity", perturbations: [swap("Ethnicity")] },
  swap_insurance: { shown: "swap_insurance", perturbations: [swap("Insurance")] },
  counterfactual: { shown: "counterfactual", perturbations: [swap("Sex"), swap("Ethnicity"), swap("Insurance")] },
};

/** HELM's values that need data or services outside this program, with a description of what they need. */
const unsupported: readonly (readonly [pattern: RegExp, needs: string])[] = [
  [/^misspelling_sweep$/, "four runs (give misspelling_mild, misspelling_medium and misspelling_hard)"],
  [/^canonical$/, "a dictionary of dialects and lists of names"],
  [/^robustness_all$/, "WordNet and a part-of-speech tagger"],
  [/^fairness$/, "a dictionary of dialects and lists of names"],
  [/^synonym$/, "WordNet and a part-of-speech tagger (own_synonym has our list, given_synonym yours)"],
  [/^dialect_/, "a dictionary of dialects"],
  [/^gender_(terms|pronouns)_/, "lists of gendered words"],
  [/^person_name_/, "a list of person names"],
  [/^cleva/, "Chinese dictionaries"],
  [/^(chinese|hindi|spanish|swahili)$/, "a translation service"],
  [/^contrast_sets$/, "instances with modified questions"],
];

/** Returns the preset of data_augmentation=VALUE. @throws UserError for an unknown value, and for one of HELM's that is not supported */
export function perturbationPreset(value: string | number): Preset {
  const preset = Object.hasOwn(presets, value) ? presets[value] : undefined;
  if (preset !== undefined) return preset;
  const known = `the values are ${Object.keys(presets).join(", ")}`;
  const needs = unsupported.find(([pattern]) => pattern.test(String(value)))?.[1];
  throw new UserError(
    needs === undefined
      ? `data_augmentation=${value} is not known; ${known}`
      : `data_augmentation=${value} needs ${needs}, which this program does not include; ${known}`,
  );
}
