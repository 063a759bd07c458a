import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findBenchmark, knownBenchmark } from "@medhelm/benchmarks/registry";
import { parseObjectSpec } from "@medhelm/core/helm/object-spec";
import type { ExpectedRun } from "@medhelm/core/release/runs/completeness";
import { parseSchema } from "@medhelm/core/release/schema/release-schema";
import { benchmarkArgs } from "@medhelm/core/run/spec/expand";
import { packagedConf } from "../packaged.ts";
import { diskFiles } from "../places/disk-files.ts";
import { readEntries } from "../run/read-entries.ts";

/**
 * The runs that the entries of .conf files make for each model. It reads no data. Without `confPaths` they are those of the benchmarks in the
 * packaged schema.
 * @throws UserError for a wrong file or entry
 */
export async function expectedRuns(confPaths: readonly string[] | undefined): Promise<ExpectedRun[]> {
  const entries = await readEntries(confPaths ?? [join(packagedConf, "run_entries_medhelm.conf")], []);
  const files = diskFiles(process.cwd());
  const runs = await Promise.all(
    entries.map(async ({ description }) => {
      const parsed = parseObjectSpec(description);
      const { card, name } = await (await findBenchmark(parsed.name)).settle(benchmarkArgs(parsed), files);
      const size = (await knownBenchmark(card.name))?.size;
      return { benchmark: card.name, base: name, entry: description, size };
    }),
  );
  if (confPaths !== undefined) return runs;
  const label = "schema_medhelm.yaml";
  const schema = parseSchema(await readFile(join(packagedConf, label), "utf8"), label);
  const shown = new Set(schema.run_groups.map((group) => group.name));
  return runs.filter(({ benchmark }) => shown.has(benchmark));
}
