import { CORRECT_TAG } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { readFeather } from "../files/read-feather.ts";
import type { LoadedInstance } from "../define.ts";
import { inCluster } from "../shared/in-cluster.ts";

const Note = z.object({
  // HELM: a missing text leaves the prompt empty after "Note:"
  text: z
    .string()
    .nullish()
    .transform((text) => text ?? ""),
  // HELM: a missing list becomes the word
  target: z
    .union([z.array(z.string()).transform((codes) => codes.join(",")), z.string()])
    .nullish()
    .transform((codes) => codes ?? "None"),
  subject: z.union([z.string(), z.number(), z.bigint()]).nullish().catch(undefined),
});

/** Makes one instance per note of mimiciv_icd10.feather. Commas join its codes (helm: mimiciv_billing_code_scenario.py). */
export const notes = (file: SourceFile): LoadedInstance[] =>
  readFeather(file, ["text", "target"], ["subject_id"]).map(({ cell }, i) => {
    const note = Note.safeParse({ text: cell("text"), target: cell("target"), subject: cell("subject_id") });
    if (note.success) return toInstance(note.data);
    const column =
      note.error.issues[0]?.path[0] === "text" ? "text: it is not a text" : "target: it is not a list of codes";
    throw new UserError(`${file.label}, row ${i + 1}, column ${column}`);
  });

const toInstance = ({ text, target, subject }: z.output<typeof Note>): LoadedInstance => ({
  input: { text },
  references: [{ output: { text: target }, tags: [CORRECT_TAG] }],
  split: "test",
  ...inCluster(subject?.toString()),
});
