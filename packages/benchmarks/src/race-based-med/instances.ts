import { strip } from "@medhelm/core/metrics/python-text";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import type { LoadedInstance } from "../define.ts";
import { inCluster } from "../shared/in-cluster.ts";
import { choices } from "../shared/multiple-choice.ts";
import { type Paragraph, paragraphs } from "./paragraphs.ts";
import { ABOVE_QUESTION } from "./wording.ts";

/**
 * Makes one instance per answer of the supplement (.docx). Equal answers become one instance at the position of the first, with
 * the label of the last (helm: race_based_med_scenario.py).
 */
export function answers(file: SourceFile, task: string): LoadedInstance[] {
  const labels = new Map<string, Pick<Item, "asked" | "isRed">>();
  for (const { asked, answered, isRed } of items(paragraphs(file)))
    labels.set(`${task}${ABOVE_QUESTION}${asked}\nResponse: ${answered}\n`, { asked, isRed });
  if (labels.size === 0)
    throw new UserError(
      `${file.label}: no paragraph "Run <number>: <question>" in it; this is not the file that the benchmark expects`,
    );
  return [...labels].map(([text, { asked, isRed }]) => ({
    input: { text },
    references: choices(["yes", "no"], (place) => (place === 0) === isRed),
    split: "test",
    ...inCluster(questionOf(asked)),
  }));
}

/**
 * The question of the study behind a heading. A heading may go on with the answer in the next line, or begin with the rest of another number.
 * The study's nine questions are worded in eleven ways, because one of them has three.
 */
const questionOf = (asked: string): string =>
  (asked.split("\n", 1)[0] ?? asked)
    .toLowerCase()
    .replace(/^.*\d+:\s*/, "")
    .replace(/\?$/, "")
    .replace("estimate the egfr", "calculate the egfr")
    .replace("egfr of a", "egfr for a");

interface Item {
  readonly asked: string;
  readonly answered: string;
  readonly isRed: boolean;
}

/** "Run 1: <question>" starts an item. The paragraphs up to the next item are the answer. */
function items(all: readonly Paragraph[]): Item[] {
  const texts = all.map(({ text }) => strip(text));
  const starts = texts.flatMap((text, i) => (text.startsWith("Run ") && text.includes(":") ? [i] : []));
  return starts.flatMap((start, i) => {
    const heading = texts[start] ?? "";
    const colon = heading.indexOf(": ");
    if (colon < 0) return [];
    const end = starts[i + 1] ?? all.length;
    return {
      asked: strip(heading.slice(colon + 2)),
      answered: strip(texts.slice(start + 1, end).join("\n")),
      isRed: all.slice(start + 1, end).some((paragraph) => paragraph.isRed),
    };
  });
}
