import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { oracle, shared, whyNoShared } from "../shared.ts";
import { cli, openFolder, testFolder } from "./cli.ts";
import { cliHere } from "./cli-here.ts";

const runs = ["stub-1", "stub-2", "stub-3"].flatMap((stub) => [
  ["oracle-a", "pubmed_qa", stub] as const,
  ["oracle-a", "EM-BENCH", stub] as const,
  ["oracle-c", "EM-BENCH", stub] as const,
]);
const folderName = (benchmark: string, stub: string) => `${benchmark}:model=stub_${stub},model_deployment=stub_${stub}`;
const HELM_FOLDER = "/data/oracle";

const State = z.looseObject({ request_states: z.array(z.looseObject({})) });
const json = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), "utf8"));
/** Reads each request without the results of the model and the judges. */
const asked = (...path: string[]) =>
  State.parse(json(...path)).request_states.map(({ result: _result, annotations: _annotations, ...rest }) => rest);

/** Lists the differences of two parsed files in names, order and length, and of numbers by more than 1e-9. */
function differences(ours: unknown, helm: unknown, path: string): string[] {
  if (typeof helm === "number" && typeof ours === "number")
    return Math.abs(ours - helm) <= 1e-9 ? [] : [`${path}: ${ours}, HELM ${helm}`];
  if (Array.isArray(helm) && Array.isArray(ours) && ours.length === helm.length)
    return helm.flatMap((value, i) => differences(ours[i], value, `${path}[${i}]`));
  if (isRecord(helm) && isRecord(ours) && Object.keys(ours).join() === Object.keys(helm).join())
    return Object.entries(helm).flatMap(([key, value]) => differences(ours[key], value, `${path}.${key}`));
  return ours === helm ? [] : [`${path}: ${JSON.stringify(ours)}, HELM ${JSON.stringify(helm)}`];
}
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

describe.skipIf(shared === undefined)(`the programs compared with HELM's runs (skipped where ${whyNoShared})`, () => {
  let home: ReturnType<typeof openFolder> | undefined;
  const suiteFolder = (suite: string): string => join(home?.folder ?? "", "runs", suite);
  const bench = (): string => join(home?.folder ?? "", "bench");

  // HELM's files name the folder of HELM's machine; the copies name their own folder
  beforeAll(() => {
    home = openFolder();
    const source = oracle("oracle");
    mkdirSync(bench());
    for (const file of readdirSync(join(source, "bench")))
      writeFileSync(
        join(bench(), file),
        readFileSync(join(source, "bench", file), "utf8").replaceAll(`${HELM_FOLDER}/bench`, bench()),
      );
    for (const [suite, benchmark, stub] of runs) {
      const run = folderName(benchmark, stub);
      cpSync(join(source, "benchmark_output/runs", suite, run), join(suiteFolder(suite), run), { recursive: true });
      const spec = join(suiteFolder(suite), run, "run_spec.json");
      writeFileSync(spec, readFileSync(spec, "utf8").replaceAll(`${HELM_FOLDER}/bench`, bench()));
    }
  });
  afterAll(() => home?.remove());

  const entryOf = (benchmark: string, stub: string): string => {
    const model = `model=stub/${stub},model_deployment=stub/${stub}`;
    return benchmark === "EM-BENCH"
      ? `medhelm_configurable_benchmark:${model},config_path=${join(bench(), "em.yaml")}`
      : `${benchmark}:${model}`;
  };
  const dryRun = (entries: readonly string[], specFrom: string, out: string, run = cliHere) => {
    const args = ["run", "--dry-run", "--run-entries", ...entries, "--spec-from", specFrom, "--suite", "dry"];
    args.push("--data-dir", join(shared ?? "", "datasets"), "--local-path", oracle("oracle"), "--output-path", out);
    return run("medhelm", args, { cwd: home?.folder ?? "" });
  };

  test.each(runs)("%s %s %s: medhelm run --dry-run --spec-from RUN writes HELM's requests", async (...run) => {
    const [suite, benchmark, stub] = run;
    const name = folderName(benchmark, stub);
    const [helm, out] = [join(suiteFolder(suite), name), testFolder()];
    const { code, stderr } = await dryRun([entryOf(benchmark, stub)], helm, out);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const ours = join(out, "runs/dry", name);
    expect(json(ours, "run_spec.json")).toEqual(json(helm, "run_spec.json"));
    expect(asked(ours, "scenario_state.json")).toEqual(asked(helm, "scenario_state.json"));
  });

  test("--spec-from SUITE finds each entry's run by its name, without a model server", async () => {
    const out = testFolder();
    const entries = runs
      .filter(([suite]) => suite === "oracle-a")
      .map(([, benchmark, stub]) => entryOf(benchmark, stub));
    const { code, stderr } = await dryRun(entries, suiteFolder("oracle-a"), out, cli);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(readdirSync(join(out, "runs/dry")).toSorted()).toEqual(readdirSync(suiteFolder("oracle-a")).toSorted());
  });

  test("prompts that were pulled from a suite give every model HELM's requests, with --prompts helm", async () => {
    const [folder, out] = [testFolder(), testFolder()];
    const pulled = await cliHere("medhelm", ["prompts", "pull", suiteFolder("oracle-a"), "--prompts-dir", folder], {
      cwd: out,
    });
    expect(pulled.code).toBe(0);
    const builtin = runs.filter(([suite, benchmark]) => suite === "oracle-a" && benchmark !== "EM-BENCH");
    const entries = builtin.map(([, benchmark, stub]) => entryOf(benchmark, stub));
    const args = ["run", "--dry-run", "--prompts", "helm", "--prompts-dir", folder, "--run-entries", ...entries];
    args.push("--suite", "dry", "--data-dir", join(shared ?? "", "datasets"), "--local-path", oracle("oracle"));
    const { code, stderr } = await cliHere("medhelm", [...args, "--output-path", out], { cwd: home?.folder ?? "" });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toContain("none sent; prompts: helm");
    const names = builtin.map(([, benchmark, stub]) => folderName(benchmark, stub));
    for (const name of names)
      expect(asked(join(out, "runs/dry", name), "scenario_state.json")).toEqual(
        asked(join(suiteFolder("oracle-a"), name), "scenario_state.json"),
      );
  });

  test.each(runs)("%s %s %s: medhelm score gives HELM's stats within 1e-9", async (...run) => {
    const [suite, benchmark, stub] = run;
    const helm = join(suiteFolder(suite), folderName(benchmark, stub));
    const out = testFolder();
    const { code, stderr } = await cliHere("medhelm", ["score", helm, "--output-path", out, "--profile", "helm"], {
      cwd: out,
    });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    for (const file of ["stats.json", "per_instance_stats.json"])
      expect(differences(json(out, file), json(helm, file), file)).toEqual([]);
  });
});
