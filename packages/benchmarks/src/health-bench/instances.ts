import { type Instance, Message } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { z } from "zod";
import { readJsonLines } from "../files/read-json-lines.ts";

const Example = z.object({
  prompt: z.array(Message).min(1),
  rubrics: z.array(z.looseObject({ criterion: z.string(), points: z.number(), tags: z.array(z.string()).default([]) })),
  example_tags: z.array(z.string()).default([]),
  prompt_id: z.string().optional(),
});

/**
 * Makes one instance per conversation. Its id is its position in the file (health_bench_scenario.py of MedHELM's newer
 * library).
 */
export const examples = (file: SourceFile): Instance[] =>
  readJsonLines(file, Example).map(({ prompt, rubrics, example_tags: tags, prompt_id: id }, i) => ({
    input: { text: "", messages: prompt },
    references: [],
    split: "test",
    id: String(i),
    extra_data: { rubrics, example_tags: tags, prompt_id: id ?? null },
  }));
