import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { parseJson } from "@medhelm/core/store/objects";
import { z } from "zod";
import { UserError } from "@medhelm/core/user-error";
import { statOrNone } from "./run-folder-file.ts";

/** source.json next to a pulled run_spec.json: the run of HELM from which it comes. It is written last. */
export const PulledPrompts = z.object({
  formatVersion: z.literal(1),
  /** the folder or bucket */
  from: z.string(),
  /** the run's folder in it */
  run: z.string(),
  /** sha256 of run_spec.json and scenario_state.json */
  files: z.record(z.string(), z.string()),
  /** annotations whose judge prompts HELM's run contains */
  rubrics: z.array(z.string()),
});
export type PulledPrompts = z.infer<typeof PulledPrompts>;

/** Returns the entries of a folder of prompts, by the name of their folder. */
export async function readPulled(folder: string): Promise<Map<string, PulledPrompts>> {
  const found = new Map<string, PulledPrompts>();
  const stats = statOrNone(folder);
  if (stats === undefined) return found;
  if (!stats.isDirectory())
    throw new UserError(`${folder}: it is not a folder; name the folder that medhelm prompts pull wrote`);
  for (const name of (await readdir(folder)).toSorted()) {
    const file = join(folder, name, "source.json");
    if (statOrNone(file) !== undefined) found.set(name, parseJson(await readFile(file), file, PulledPrompts));
  }
  return found;
}

/** Whether a folder has the complete and unchanged prompts of a HELM run: source.json is written last, and names the bytes. */
export async function isPulled(folder: string): Promise<boolean> {
  const file = join(folder, "source.json");
  if (statOrNone(file) === undefined) return false;
  const { files } = parseJson(await readFile(file), file, PulledPrompts);
  for (const [name, sha256] of Object.entries(files)) {
    const path = join(folder, name);
    if (statOrNone(path) === undefined || sha256Hex(await readFile(path)) !== sha256) return false;
  }
  return true;
}

/** The run's name without its model, e.g. "clear:condition=adhd" of "clear:condition=adhd,model=a_b,model_deployment=a_b". */
export function nameWithoutModel(run: string): string {
  const [base = run, ...rest] = run.split(":");
  const args = rest
    .join(":")
    .split(",")
    .filter((arg) => arg !== "" && !/^model(?:_deployment)?=/.test(arg));
  return args.length === 0 ? base : `${base}:${args.join(",")}`;
}
