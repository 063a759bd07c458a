import { type Instance, Message } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { z } from "zod";
import { readJsonLines } from "../files/read-json-lines.ts";

const Task = z.object({
  id: z.string().nullish(),
  conversation: z.object({ messages: z.array(Message).min(1) }),
  rubric_items: z.array(z.looseObject({ criterion_text: z.string(), points: z.number() })),
  physician_response: z.string().default(""),
});

/** Makes one instance per task. Its id is its position in the file (health_bench_scenario.py of MedHELM's newer library). */
export const tasks = (file: SourceFile): Instance[] =>
  readJsonLines(file, Task).map(({ id, conversation, rubric_items: rubrics, physician_response }, i) => ({
    input: { text: "", messages: conversation.messages },
    references: [],
    split: "test",
    id: String(i),
    extra_data: { rubrics, prompt_id: id ?? null, physician_response },
  }));
