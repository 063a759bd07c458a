import type { BenchmarkSize } from "@medhelm/core/money/benchmark-size";
import { multipleChoiceJoint } from "@medhelm/core/run/spec/prompt-specs";
import { dataPath } from "../arguments.ts";
import { benchmark, type DefinedBenchmark } from "../../define.ts";
import type { Evidence } from "../evidence.ts";
import { exactMatch } from "../metric-specs.ts";
import { questions, type Sheet } from "./questions.ts";
import { type ShcCard, shcCard } from "./shc-card.ts";
import { wordingOf } from "./wording.ts";

interface ShcBenchmark {
  readonly card: ShcCard;
  /** HELM's dotted class name after "helm.benchmark.scenarios." */
  readonly scenario: string;
  readonly sheet: Sheet;
  readonly size: BenchmarkSize;
  readonly evidence?: Evidence;
}

/** Makes a benchmark of one of Stanford Health Care's sheets. They differ only in texts, letters and class name. */
export function shcBenchmark({ card, scenario, sheet, ...known }: ShcBenchmark): DefinedBenchmark {
  const { questionColumn = "prompt", options } = sheet;
  return benchmark({
    card: shcCard(card),
    args: { data_path: dataPath },
    scenario: { className: `helm.benchmark.scenarios.${scenario}`, tags: ["knowledge", "reasoning", "biomedical"] },
    licensed: {
      path: `shc/${card.name.replace(/^shc_(.*)_med$/, "$1")}.csv`,
      holds: `a UTF-8 CSV file with the columns ${questionColumn}, context and label (${options.join(", ")})`,
      obtain: "it never left Stanford Health Care: ask the authors of MedHELM there for access",
    },
    wording: wordingOf(sheet.about ?? "", sheet.letters, sheet.heading !== undefined),
    instances: async (_read, { files, wording }) => questions(await files.read(), sheet, wording),
    prompt: multipleChoiceJoint({
      instructions: `Reply with one letter: ${options.join(" or ")}.`,
      // HELM: the nouns are empty strings and not absent, so that ": " precedes question and answer, and five examples of an
      // empty split
      inputNoun: "",
      outputNoun: "",
    }),
    metrics: exactMatch(),
    ...known,
  });
}
