import { readElements } from "@medhelm/core/helm/read-elements";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import type { ObjectStore } from "@medhelm/core/ports";
import { checkRunName } from "@medhelm/core/run/spec/run-name";
import { FolderName } from "@medhelm/core/submission";
import { issueText } from "@medhelm/core/text/issue-text";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { putRunFiles } from "./copy-runs.ts";

const ReleasedRun = z.object({
  run_path: z.string(),
  run_spec: z.looseObject({ name: z.string() }),
  stats: z.array(z.unknown()),
});

/**
 * Imports the runs of a release of which only runs.json is there: their specs and stats. Each run comes into the suite that its path names.
 * @param suite the suite of all runs instead
 * @returns the number of runs by suite
 * @throws UserError with the file and the number of the run that is wrong
 */
export async function importRelease(
  from: { readonly objects: ObjectStore; readonly key: string },
  to: ObjectStore,
  suite?: string,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let number = 0;
  for await (const element of readElements(from.objects.stream(from.key), undefined, { label: from.key })) {
    number += 1;
    const where = `${from.key}, run ${number}`;
    const { data, error } = ReleasedRun.safeParse(element);
    if (data === undefined) throw new UserError(`${where}: ${faultOf(error)}; restore the file`);
    const spec = RunSpec.safeParse(data.run_spec);
    if (!spec.success) throw new UserError(`${where}: run_spec.${faultOf(spec.error)}; restore the file`);
    const [own = "", folder = data.run_spec.name] = data.run_path.split("/").slice(-2);
    checkRunName(folder);
    const target = suite ?? own;
    if (!FolderName.safeParse(target).success)
      throw new UserError(`${where}: run_path names no suite (${JSON.stringify(own)}); name one with --suite`);
    await putRunFiles({ objects: to, suite: target }, folder, { runSpec: data.run_spec, stats: data.stats });
    counts.set(target, (counts.get(target) ?? 0) + 1);
  }
  return counts;
}

function faultOf({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join(".") || "the run"}: ${issueText(issue)}`;
}
