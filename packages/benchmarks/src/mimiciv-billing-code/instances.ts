import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { readFeather } from "../files/read-feather.ts";

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
});

/** Makes one instance per note of mimiciv_icd10.feather. Commas join its codes (helm: mimiciv_billing_code_scenario.py). */
export const notes = (file: SourceFile): Instance[] =>
  readFeather(file, ["text", "target"]).map(({ cell }, i) => {
    const note = Note.safeParse({ text: cell("text"), target: cell("target") });
    if (note.success) return toInstance(note.data);
    const column =
      note.error.issues[0]?.path[0] === "text" ? "text: it is not a text" : "target: it is not a list of codes";
    throw new UserError(`${file.label}, row ${i + 1}, column ${column}`);
  });

const toInstance = ({ text, target }: z.output<typeof Note>): Instance => ({
  input: { text },
  references: [{ output: { text: target }, tags: [CORRECT_TAG] }],
  split: "test",
});
