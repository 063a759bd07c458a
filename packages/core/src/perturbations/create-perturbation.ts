import { z } from "zod";
import type { ObjectSpec } from "../helm/run-spec.ts";
import { issueText } from "../text/issue-text.ts";
import { UserError } from "../user-error.ts";
import { COUNTERFACTUAL, counterfactuals } from "./counterfactual.ts";
import { contraction, expansion } from "./contractions.ts";
import type { Perturbation } from "./perturbation.ts";
import { fillerWords, givenSynonyms, mildMix, misspellings } from "./listed-words.ts";
import { ownParaphrase, paraphrase } from "./paraphrase.ts";
import { ownWordings } from "./own-words.ts";
import { extraSpace, space } from "./spacing.ts";
import { typos } from "./typos.ts";
import { lowercase, suffix } from "./wording.ts";

const PACKAGE = "helm.benchmark.augmentations";

const withArgs =
  <T>(args: z.ZodType<T>, make: (args: T) => Perturbation) =>
  (spec: ObjectSpec): Perturbation => {
    const parsed = args.safeParse(spec.args);
    if (parsed.success) return make(parsed.data);
    const issue = parsed.error.issues[0];
    throw new UserError(`${spec.class_name}: args.${issue?.path.join(".") ?? ""} ${issueText(issue)}`);
  };
const NoArgs = z.object({});
const Probability = z.object({ prob: z.number().min(0).max(1) });

/** The user's list has the fillers, so that only HELM's usual choice of its lists is accepted. */
const Fillers = z.object({ insert_prob: z.number().min(0).max(1), speaker_ph: z.literal(false) });

const classes: Readonly<Record<string, (spec: ObjectSpec) => Perturbation>> = {
  [`${PACKAGE}.lowercase_perturbation.LowerCasePerturbation`]: withArgs(NoArgs, () => lowercase),
  [`${PACKAGE}.extra_space_perturbation.ExtraSpacePerturbation`]: withArgs(
    z.object({ num_spaces: z.int().min(0) }),
    ({ num_spaces }) => extraSpace(num_spaces),
  ),
  [`${PACKAGE}.space_perturbation.SpacePerturbation`]: withArgs(
    z.object({ max_spaces: z.int().min(1) }),
    ({ max_spaces }) => space(max_spaces),
  ),
  [`${PACKAGE}.typos_perturbation.TyposPerturbation`]: withArgs(Probability, ({ prob }) => typos(prob)),
  [`${PACKAGE}.contraction_expansion_perturbation.ContractionPerturbation`]: withArgs(NoArgs, () => contraction),
  [`${PACKAGE}.contraction_expansion_perturbation.ExpansionPerturbation`]: withArgs(NoArgs, () => expansion),
  [`${PACKAGE}.suffix_perturbation.SuffixPerturbation`]: withArgs(z.object({ suffix: z.string() }), (args) =>
    suffix(args.suffix),
  ),
  [`${PACKAGE}.misspelling_perturbation.MisspellingPerturbation`]: withArgs(Probability, ({ prob }) =>
    misspellings(prob),
  ),
  [`${PACKAGE}.filler_words_perturbation.FillerWordsPerturbation`]: withArgs(Fillers, ({ insert_prob }) =>
    fillerWords(insert_prob),
  ),
  [`${PACKAGE}.mild_mix_perturbation.MildMixPerturbation`]: withArgs(NoArgs, () => mildMix),
  [`${COUNTERFACTUAL}.ParaphrasePerturbation`]: withArgs(z.object({ number: z.int().min(1) }), ({ number }) =>
    paraphrase(number),
  ),
  [`${COUNTERFACTUAL}.OwnParaphrasePerturbation`]: withArgs(z.object({ number: z.int().min(1) }), ({ number }) =>
    ownParaphrase(number),
  ),
  [`${COUNTERFACTUAL}.GivenSynonymPerturbation`]: withArgs(Probability, ({ prob }) => givenSynonyms(prob)),
  ...Object.fromEntries(
    Object.entries(counterfactuals).map(([name, perturbation]) => [
      `${COUNTERFACTUAL}.${name}`,
      withArgs(NoArgs, () => perturbation),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(ownWordings).map(([name, make]) => [
      `${COUNTERFACTUAL}.${name}`,
      withArgs(Probability, ({ prob }) => make(prob)),
    ]),
  ),
};

const needsData = (what: string) => `it needs ${what}, which is not part of this program`;

/** The reasons why HELM's other perturbations are not supported, by class name. */
const reasons: Readonly<Record<string, string>> = {
  SynonymPerturbation: needsData("WordNet and a part-of-speech tagger"),
  DialectPerturbation: needsData("a dictionary of dialects"),
  GenderPerturbation: needsData("lists of gendered words"),
  PersonNamePerturbation: needsData("a list of person names"),
  ContrastSetsPerturbation: "it needs instances with modified questions, and no benchmark of this program has them",
  TranslatePerturbation: "it needs a translation service",
};

/**
 * Creates the perturbation that HELM's spec names (create_perturbation of helm/benchmark/augmentations/perturbation.py).
 * @throws UserError with the reason if it is not supported
 */
export function createPerturbation(spec: ObjectSpec): Perturbation {
  const make = Object.hasOwn(classes, spec.class_name) ? classes[spec.class_name] : undefined;
  if (make !== undefined) return make(spec);
  const name = spec.class_name.slice(spec.class_name.lastIndexOf(".") + 1);
  const supported = Object.keys(classes).map((known) => known.slice(known.lastIndexOf(".") + 1));
  const reason = spec.class_name.includes(".cleva_perturbation.") ? needsData("Chinese dictionaries") : reasons[name];
  throw new UserError(
    `the perturbation ${name} is not supported: ${reason ?? `the supported ones are ${supported.join(", ")}`}`,
  );
}
