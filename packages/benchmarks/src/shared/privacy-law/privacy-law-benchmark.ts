import { multipleChoiceJoint } from "@medhelm/core/run/spec/prompt-specs";
import { benchmark, type CardText, type DefinedBenchmark } from "../../define.ts";
import { dataPath } from "../arguments.ts";
import { exactMatch } from "../metric-specs.ts";
import { questions } from "../shc/questions.ts";
import { wordingOf } from "../shc/wording.ts";

interface PrivacyLaw {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly asks: string;
  readonly what: string;
  /** HELM's dotted class name after "helm.benchmark.scenarios." */
  readonly scenario: string;
  /** The law and the situation, in our own words. */
  readonly about: string;
  /** The meaning of each letter. */
  readonly letters: Readonly<Record<string, string>>;
}

/** Makes a benchmark of one of the synthetic tables about United States privacy law. Their files have the layout of Stanford's sheets. */
export function privacyLawBenchmark({ scenario, about, letters, ...card }: PrivacyLaw): DefinedBenchmark {
  const options = Object.keys(letters);
  const meaning = Object.entries(letters).map(([letter, text]) => `${letter} ${text}`);
  return benchmark({
    card: cardOf(card),
    args: { data_path: dataPath },
    scenario: { className: `helm.benchmark.scenarios.${scenario}`, tags: ["knowledge", "reasoning", "biomedical"] },
    licensed: {
      path: `privacy_law/${card.name}.csv`,
      holds: `a UTF-8 CSV file with the columns prompt, context and label (${options.join(", ")})`,
      obtain: "take the table of MedHELM's newer library, or write your own cases",
    },
    wording: wordingOf(about, meaning.join(", "), false),
    instances: async (_read, { files, wording }) =>
      questions(await files.read(), { options, letters: meaning.join(", "), about }, wording),
    prompt: multipleChoiceJoint({
      instructions: `Reply with one letter: ${options.join(" or ")}.`,
      // HELM: as for Stanford's sheets, whose layout the tables have
      inputNoun: "",
      outputNoun: "",
    }),
    metrics: exactMatch(),
  });
}

const cardOf = ({
  what,
  ...texts
}: Pick<PrivacyLaw, "name" | "displayName" | "description" | "asks" | "what">): CardText => ({
  ...texts,
  category: "Administration and Workflow",
  subcategory: "Organizing Workflow Processes",
  access: "local",
  licence: "not stated",
  form: "closed",
  source: "synthetic cases of MedHELM's newer library",
  mainMetric: "exact_match",
  mainSplit: "test",
  forWhom: "Privacy officers and hospital administrators",
  facets: { task: "Classification", what, who: "Hospital Administrator", when: "Any", language: "English" },
  origin: "new",
  knownFaults: [
    "The cases are invented, and the labels follow the law of the United States.",
    "Only MedHELM's newer library has this benchmark. HELM 0.5.16 lacks it, so the prompt was compared with no run of HELM.",
    "Rows of equal text become one question with the last row's label.",
    'The options are bare letters, so that the prompt shows "A. A".',
  ],
});
