import { basename } from "node:path";
import { findBenchmark } from "@medhelm/benchmarks/registry";
import { expanders } from "@medhelm/core/expanders/table";
import { parseConf, type RunEntry } from "@medhelm/core/helm/conf";
import { readHocon } from "@medhelm/core/helm/hocon";
import { parseObjectSpec } from "@medhelm/core/helm/object-spec";
import { parseCredentials } from "@medhelm/core/models/credentials";
import { gatherProblems, problemsOf, throwProblems, UserError } from "@medhelm/core/user-error";
import { diskFiles } from "../places/disk-files.ts";
import { readInclude } from "../run/read-entries.ts";
import { allRows } from "./check-benchmark.ts";
import type { Checked } from "./checked.ts";

/** Reads run entries with all rows of their benchmarks, or a file of keys. */
export async function checkConf(path: string, text: string, workingDirectory: string): Promise<Checked> {
  const { value } = await readHocon(text, { label: path, readInclude: (name, from) => readInclude("", name, from) });
  if (!("entries" in value) && Object.keys(value).length > 0 && /credential/i.test(basename(path))) {
    // the values are secrets
    return { kind: "keys", found: [...parseCredentials(value, path).keys()] };
  }
  const entries = await parseConf(text, {
    label: path,
    readInclude: (name, from) => readInclude("", name, from),
  });
  if (entries.length === 0) throw new UserError(`${path}: its list of entries is empty; add an entry`);
  const found: string[] = [];
  const problems = gatherProblems();
  for (const entry of entries)
    try {
      found.push(await entryLine(entry, workingDirectory));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.add(...problemsOf(error));
    }
  problems.throwAny();
  return { kind: "run entries", found };
}

async function entryLine({ description, label }: RunEntry, workingDirectory: string): Promise<string> {
  try {
    const { name, args } = parseObjectSpec(description);
    const own = Object.fromEntries(Object.entries(args).filter(([key]) => !expanders.has(key)));
    const run = await (await findBenchmark(name)).settle(own, diskFiles(workingDirectory));
    await allRows(run);
    const model = args["model"] ?? args["model_deployment"];
    return `${run.name}: ${model === undefined ? "its model comes from --models-to-run" : `model ${model}`}`;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throwProblems(problemsOf(error).map((problem) => `${label} (${description}): ${problem}`));
    throw error;
  }
}
