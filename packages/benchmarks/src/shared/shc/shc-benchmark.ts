import type { BenchmarkSize } from "@medhelm/core/money/benchmark-size";
import { multipleChoiceJoint } from "@medhelm/core/run/prompt-specs";
import { dataPath } from "../arguments.ts";
import { benchmark, type DefinedBenchmark } from "../../define.ts";
import type { Evidence } from "../evidence.ts";
import { exactMatch } from "../metric-specs.ts";
import { questions, type Sheet } from "./questions.ts";
import { type ShcCard, shcCard } from "./shc-card.ts";
import { wordingOf } from "./wording.ts";

interface ShcBenchmark {
  readonly card: ShcCard;
  /** HELM's dotted class name behind "helm.benchmark.scenarios." */
  readonly scenario: string;
  readonly sheet: Sheet;
  readonly size: BenchmarkSize;
  readonly evidence?: Evidence;
}

/** A benchmark of one of the sheets that Stanford Health Care keeps: all but text, letters and class name is the same. */
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
      // HELM: nouns that are empty, not absent, so that ": " stands before question and answer; five examples of none
      inputNoun: "",
      outputNoun: "",
    }),
    metrics: exactMatch(),
    ...known,
  });
}
