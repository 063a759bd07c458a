import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { guardedSql } from "@medhelm/adapters/sql/guard";
import type { Result } from "@medhelm/benchmarks/ehr-sql/annotation";
import { ehrSqlAnnotator } from "@medhelm/benchmarks/ehr-sql/annotator";
import { comparable } from "@medhelm/benchmarks/ehr-sql/cells";
import { goldSql } from "@medhelm/benchmarks/ehr-sql/extract-sql";
import ehrSql from "@medhelm/benchmarks/ehr-sql/index";
import { postProcess } from "@medhelm/benchmarks/ehr-sql/post-process";
import { readQuery } from "@medhelm/benchmarks/ehr-sql/read-query";
import { NO_QUERY, score } from "@medhelm/benchmarks/ehr-sql/verdict";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { ScenarioState } from "@medhelm/core/helm/scenario-state";
import { valueOf } from "@medhelm/core/reading/reading";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { oracle, shared } from "../shared.ts";
import { specOf, withOwnWords } from "./with-own-words.ts";

const RUNS = [
  "oracle-d/ehr_sql:model=stub_stub-1,model_deployment=stub_stub-1",
  "oracle-d/ehr_sql:model=stub_stub-2,model_deployment=stub_stub-2",
  "oracle-e/ehr_sql:model=stub_stub-1,model_deployment=stub_stub-1",
  "oracle-e/ehr_sql:max_train_instances=3,model=stub_stub-1,model_deployment=stub_stub-1",
];
const at = (path: string): string => join(oracle("oracle-d"), path);
const json = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
const fileOfRun = (run: string, name: string): unknown => json(at(`benchmark_output/runs/${run}/${name}`));
const guard = guardedSql({ program: fileURLToPath(import.meta.resolve("@medhelm/adapters/sql/child")) });
const temporary = mkdtempSync(join(tmpdir(), "medhelm-ehr-sql-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const data = () => {
  const folder = at("data/helm_scenarios/ehr_sql");
  return dataOf(
    Object.fromEntries(readdirSync(folder).map((name) => [`ehr_sql/${name}`, readFileSync(join(folder, name))])),
  );
};

test.skipIf(shared === undefined).each(RUNS)("ehr_sql gives HELM's instances, one for one: %s", async (name) => {
  const { instances } = await (await ehrSql.settle({}, noUserFiles)).load(data());
  const byId = new Map(instances.map((instance) => [instance.id, instance]));
  const theirs = ScenarioState.parse(fileOfRun(name, "scenario_state.json")).request_states;
  expect(instances).toHaveLength(284);
  expect(theirs).toHaveLength(278);
  for (const { instance } of theirs) expect(byId.get(instance.id)).toEqual(instance);
});

const isReadAsItself = (query: string): boolean =>
  isDeepStrictEqual(valueOf(readQuery(query)), query === "null" ? { abstains: true } : { query });

test.skipIf(shared === undefined)(
  "the public question files are read whole, without HELM's database too, and each reference query as a reply is itself",
  async () => {
    const files = ["eicu.sql", "valid.json", "test.json"].map((name) => [
      `ehr_sql/${name}`,
      readFileSync(join(shared ?? "", "datasets/ehr_sql", name)),
    ]);
    const { instances } = await (await ehrSql.settle({}, noUserFiles)).load(dataOf(Object.fromEntries(files)));
    expect(instances).toHaveLength(2909);
    expect(instances.filter(({ extra_data }) => extra_data?.["is_impossible"] === true)).toHaveLength(950);
    const queries = instances.flatMap(({ references }) => references.map(({ output }) => output.text.trim()));
    expect(queries.filter((query) => !isReadAsItself(query))).toEqual([]);
  },
);

test.skipIf(shared === undefined)(
  "ehr_sql has HELM's run spec except for the instructions, the model and -m",
  async () => {
    const run = await ehrSql.settle({}, noUserFiles);
    const theirs = RunSpec.parse(fileOfRun(RUNS[2] ?? "", "run_spec.json"));
    expect(specOf(run)).toEqual(withOwnWords(theirs, run));
  },
);

// gold queries with current_time see another time of day, but no result on this database depends on it (gated-layouts.md)
test.skipIf(shared === undefined).each(RUNS)("our annotations are HELM's, one for one: %s", async (name) => {
  const states = ScenarioState.parse(fileOfRun(name, "scenario_state.json")).request_states;
  const { signal } = new AbortController();
  const annotator = await ehrSqlAnnotator({ class_name: "", args: {} }, { data: data(), sql: guard });
  try {
    for (const state of states) {
      const { annotation } = await annotator.annotate(state, { signal });
      expect({ id: state.instance.id, annotation }).toEqual({
        id: state.instance.id,
        annotation: state.annotations?.["ehr_sql"],
      });
    }
  } finally {
    await annotator.close?.();
  }
});

const Vectors = z.object({
  setup_inserts: z.array(z.string()),
  items: z.array(
    z.object({
      id: z.string(),
      note: z.string(),
      gold: z.string(),
      pred: z.string(),
      v2024: z.object({ score: z.int() }),
    }),
  ),
  post_processing: z.array(z.object({ id: z.string(), query: z.string(), v2024: z.string() })),
});
const vectors = () => Vectors.parse(json(join(shared ?? "", "authors/ehrsql.json")));
/** The shared task of 2024 used another current date than the eICU questions. */
const NOW_2024 = "2100-12-31 23:59:00";

test.skipIf(shared === undefined)("queries are prepared as the authors of 2024 do", () => {
  const { post_processing: queries } = vectors();
  expect(queries).toHaveLength(35);
  expect(queries.filter(({ query, v2024 }) => postProcess(query, NOW_2024) !== v2024)).toEqual([]);
});

// docs/scoring.md, "EHRSQL", explains each
test.skipIf(shared === undefined)("scores differ from the authors' of 2024 only on these of 52 items", async () => {
  const { setup_inserts, items } = vectors();
  expect(items).toHaveLength(52);
  const path = join(temporary, "vectors.sqlite");
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  database.exec(readFileSync(join(shared ?? "", "datasets/ehr_sql/eicu.sql"), "utf8"));
  for (const insert of setup_inserts) database.exec(insert);
  database.close();
  const session = await guard.open(readFileSync(path), "vectors");
  const { signal } = new AbortController();
  const result = async (sql: string | undefined): Promise<Result> => {
    if (sql === undefined) return { kind: "abstained" };
    const outcome = await session.query(postProcess(sql, NOW_2024), signal);
    return outcome.kind === "rows"
      ? { kind: "rows", rows: comparable(outcome.rows) }
      : { kind: "failed", reason: outcome.kind };
  };
  const predictedBy = async (text: string): Promise<Result> => {
    const answer = valueOf(readQuery(text));
    return answer === undefined ? NO_QUERY : result("query" in answer ? answer.query : undefined);
  };
  const differing: Record<string, string> = {};
  for (const { note, gold, pred, v2024 } of items) {
    const ours = score({ gold: await result(goldSql(gold)), predicted: await predictedBy(pred) });
    if (ours !== v2024.score) differing[note] = `authors ${v2024.score}, ours ${ours}`;
  }
  await session.close();
  expect(differing).toEqual({
    "pred NULL upper case, gold null": "authors -1, ours 1",
    "pred null with semicolon": "authors -1, ours 1",
    "pred empty, gold null": "authors -1, ours 1",
    "pred Null on answerable": "authors -1, ours 0",
    "empty against empty script": "authors 1, ours 0",
    "empty against comment": "authors 1, ours 0",
    "pragma empty": "authors 1, ours -1",
  });
});
