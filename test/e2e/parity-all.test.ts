import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { oracle, shared, whyNoShared } from "../shared.ts";
import { cli, openFolder } from "./cli.ts";

const suites = [
  ["oracle-a", "oracle", 20],
  ["oracle-c", "oracle", 12],
  ["oracle-d", "oracle-d", 46],
  ["oracle-e", "oracle-d", 11],
] as const;
type Archive = "oracle" | "oracle-d";

const json = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), "utf8"));
const Spec = z.object({
  name: z.string(),
  scenario_spec: z.object({ args: z.record(z.string(), z.unknown()).optional() }),
  adapter_spec: z.object({ model: z.string(), model_deployment: z.string() }),
  annotators: z.array(z.unknown()).nullish(),
});
const State = z.looseObject({ request_states: z.array(z.looseObject({})) });
/** Reads the file without the results of the model and the judges. */
const asked = (run: string) => {
  const state = State.parse(json(run, "scenario_state.json"));
  const requests = state.request_states.map(({ result: _result, annotations: _annotations, ...rest }) => rest);
  return { ...state, request_states: requests };
};

/** Compares with the order of fields. */
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the run entry of a run. Its arguments come from the run spec, because HELM leaves paths out of the name. */
function entryOf(spec: z.infer<typeof Spec>, archive: Archive, bench: string): string {
  const { model, model_deployment } = spec.adapter_spec;
  const [base = ""] = spec.name.split(/[:,]/);
  const custom = { "EM-BENCH": "em.yaml", "JURY-BENCH": "jury.yaml" }[base];
  const train = /max_train_instances=(\d+)/.exec(spec.name)?.[1];
  const args =
    custom === undefined
      ? {
          ...spec.scenario_spec.args,
          ...(spec.annotators && base !== "ehr_sql" ? { jury_config_path: join(oracle(archive), "jury.yaml") } : {}),
          ...(train === undefined ? {} : { max_train_instances: train }),
        }
      : { config_path: join(bench, custom) };
  const all = Object.entries({ ...args, model, model_deployment });
  return `${custom === undefined ? base : "medhelm_configurable_benchmark"}:${all.map(([key, value]) => `${key}=${value}`).join(",")}`;
}

describe.skipIf(shared === undefined)(`every run folder of HELM's (skipped where ${whyNoShared})`, () => {
  let home: ReturnType<typeof openFolder> | undefined;
  const inHome = (...path: string[]): string => join(home?.folder ?? "", ...path);
  /** Replaces the folders of HELM's machine by those of this test. */
  const here = (text: string): string =>
    text
      .replaceAll("/data/oracle3", oracle("oracle-d"))
      .replaceAll("/data/oracle/bench", inHome("bench"))
      .replaceAll("/data/oracle/", `${oracle("oracle")}/`);

  beforeAll(() => {
    home = openFolder();
    mkdirSync(inHome("bench"));
    for (const file of readdirSync(join(oracle("oracle"), "bench")))
      writeFileSync(inHome("bench", file), here(readFileSync(join(oracle("oracle"), "bench", file), "utf8")));
    for (const [suite, archive] of suites) {
      const source = join(oracle(archive), "benchmark_output/runs", suite);
      for (const run of readdirSync(source).filter((name) => name.includes("model="))) {
        mkdirSync(inHome("helm", suite, run), { recursive: true });
        for (const file of readdirSync(join(source, run)))
          if (file !== "run_spec.json") symlinkSync(join(source, run, file), inHome("helm", suite, run, file));
        const spec = readFileSync(join(source, run, "run_spec.json"), "utf8");
        writeFileSync(inHome("helm", suite, run, "run_spec.json"), here(spec));
      }
    }
  });
  afterAll(() => home?.remove());

  test.each(suites)("%s: --dry-run --spec-from gives HELM's run spec, instances and requests", async (...one) => {
    const [suite, archive, count] = one;
    const runs = readdirSync(inHome("helm", suite));
    expect(runs).toHaveLength(count);
    const entries = runs.map((run) =>
      entryOf(Spec.parse(json(inHome("helm", suite, run, "run_spec.json"))), archive, inHome("bench")),
    );
    const data = archive === "oracle" ? join(shared ?? "", "datasets") : join(oracle(archive), "data/helm_scenarios");
    const args = ["run", "--dry-run", "--run-entries", ...entries, "--spec-from", inHome("helm", suite)];
    args.push("--suite", suite, "--data-dir", data, "--local-path", oracle("oracle"), "--output-path", inHome("out"));
    const { code, stderr } = await cli("medhelm", args, { cwd: inHome() });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const differing = runs.filter((run) => {
      const [ours, helm] = [inHome("out/runs", suite, run), inHome("helm", suite, run)];
      const specs = same(json(ours, "run_spec.json"), json(helm, "run_spec.json"));
      return !specs || !same(asked(ours), asked(helm));
    });
    expect(differing).toEqual([]);
  });
});
