import { FHIR_BASE } from "@medhelm/core/agents/fhir-server";
import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { readJson } from "../files/read-json.ts";
import { instructions } from "./prompt.ts";
import { rules } from "./rules.ts";

const AuthorsTask = z.object({
  id: z.string().regex(/^task\d+_\d+$/, 'an id like "task1_1"'),
  instruction: z.string().min(1),
  context: z.string().default(""),
  eval_MRN: z.string().min(1),
  sol: z.array(z.unknown()).optional(),
});
const AuthorsFunctions = z.array(z.looseObject({ name: z.string(), parameters: z.looseObject({}) })).min(1);

/** The fields of a task that its checks need, in extra_data. */
export const TaskFacts = z.object({ kind: z.string(), eval_MRN: z.string(), sol: z.unknown() });
export type TaskFacts = z.infer<typeof TaskFacts>;

/** Reads the authors' two files: the tasks, and the functions that the prompt describes. @throws UserError for a kind without a rule */
export function tasks(tasksFile: SourceFile, functionsFile: SourceFile): Instance[] {
  const functions = JSON.stringify(readJson(functionsFile, AuthorsFunctions));
  const all = readJson(tasksFile, z.array(AuthorsTask).min(1));
  return all.map(({ id, instruction, context, eval_MRN, sol }) => {
    const kind = id.slice(0, id.indexOf("_"));
    if (!Object.hasOwn(rules, kind))
      throw new UserError(
        `${tasksFile.label}: the task ${id} is of no kind that this version can check (${Object.keys(rules).join(", ")}); use version 2 of the authors' tasks`,
      );
    if (kind === "task1" && sol === undefined)
      throw new UserError(`${tasksFile.label}: the task ${id} has no sol, which its check needs; fetch the file again`);
    const content = [instructions(FHIR_BASE, functions), `Context: ${context}`, `Question: ${instruction}`].join(
      "\n\n",
    );
    return {
      input: { text: instruction, messages: [{ role: "user", content }] },
      references: sol === undefined ? [] : [{ output: { text: JSON.stringify(sol) }, tags: [CORRECT_TAG] }],
      split: "test",
      id,
      extra_data: { kind, eval_MRN, sol: sol ?? null },
    };
  });
}
