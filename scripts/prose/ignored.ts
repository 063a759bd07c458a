/** Why a file, or the string literals of a file, are not checked. */
interface Ignored {
  readonly path: RegExp;
  readonly why: string;
}

export const IGNORED_FILES: readonly Ignored[] = [
  { path: /^scripts\/prose\//, why: "holds the banned words themselves" },
  { path: /^docs\/benchmarks\//, why: "generated from the cards" },
  { path: /\/sample[./]/, why: "sample data" },
  { path: /^CHANGELOG\.md$/, why: "history: released entries are not rewritten" },
];

export const IGNORED_LITERALS: readonly Ignored[] = [
  {
    path: /^packages\/benchmarks\/.*\b(?:prompt|rubric|wording|guideline)\b[\w-]*\.ts$/,
    why: "wording that is sent to models",
  },
  { path: /^packages\/core\/src\/expanders\/format-instructions\.ts$/, why: "wording that is sent to models" },
  {
    path: /^packages\/core\/src\/perturbations\/(?:contractions|perturbations\.test)\.ts$/,
    why: "texts of HELM's perturbations",
  },
  {
    path: /^packages\/benchmarks\/src\/(?:demo-[\w-]+\/items|[\w-]+\/criteria)\.ts$/,
    why: "texts that are sent to models",
  },
  { path: /^packages\/core\/src\/metrics\/spacy\/exceptions\.ts$/, why: "words of spaCy's language data" },
  { path: /^packages\/core\/src\/reading\//, why: "phrases of replies" },
  {
    path: /^packages\/core\/src\/judge\/reading\/(?:stated-objects|parse-strict\.test)\.ts$/,
    why: "phrases of judges' replies",
  },
  { path: /^packages\/benchmarks\/src\/medec\/index\.test\.ts$/, why: "sentences of the sample" },
  { path: /^packages\/benchmarks\/src\/mtsamples[\w-]*\//, why: "wording and invented reports" },
];

export const isIgnored = (ignored: readonly Ignored[], path: string): boolean =>
  ignored.some((entry) => entry.path.test(path));
