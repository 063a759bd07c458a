import { Message } from "@medhelm/core/helm/instance";
import { conversationText } from "@medhelm/core/judge/rubric-items";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { z } from "zod";
import type { LoadedInstance } from "../define.ts";
import { readJsonLines } from "../files/read-json-lines.ts";
import { inCluster } from "../shared/in-cluster.ts";
import { ITEM_TEMPLATE } from "../health-bench/rubric.ts";

/** One line of the authors' file: an answer, one item, and what physicians said about it. */
export const MetaLine = z
  .object({
    prompt: z.array(Message).min(1),
    prompt_id: z.string().optional(),
    completion: z.string(),
    rubric: z.string(),
    category: z.string(),
    binary_labels: z.array(z.boolean()).min(1),
    anonymized_physician_ids: z.array(z.string()),
  })
  .refine(
    ({ binary_labels: labels, anonymized_physician_ids: ids }) => labels.length === ids.length,
    "binary_labels and anonymized_physician_ids have different lengths",
  );
export type MetaLine = z.infer<typeof MetaLine>;

/** Makes one instance per line. Its id is its position in the file. */
export const judgedItems = (file: SourceFile): LoadedInstance[] =>
  readJsonLines(file, MetaLine).map((line, i) => ({
    input: { text: "", messages: [{ role: "user", content: judgePrompt(line) }] },
    references: [],
    split: "test",
    id: String(i),
    ...inCluster(line.prompt_id ?? conversationText(line.prompt)),
    extra_data: { category: line.category, binary_labels: line.binary_labels },
  }));

/** The text that a judge of HealthBench gets, with the item's own words. */
function judgePrompt({ prompt, completion, rubric }: MetaLine): string {
  const values: Readonly<Record<string, string>> = {
    "{QUESTION}": conversationText(prompt),
    "{RESPONSE}": completion,
    "{RUBRIC_ITEM}": rubric,
  };
  return ITEM_TEMPLATE.replace(/\{(?:QUESTION|RESPONSE|RUBRIC_ITEM)\}/g, (place) => values[place] ?? place);
}
