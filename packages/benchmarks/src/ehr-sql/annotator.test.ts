import { answeredState } from "@medhelm/testing/fixtures/answered-state";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import type { SqlGuard, SqlOutcome } from "@medhelm/core/run/sql-guard";
import { expect, test } from "vitest";
import { dataOf } from "@medhelm/testing/fixtures/benchmarks/files";
import { ehrSqlAnnotator } from "./annotator.ts";

const { signal } = new AbortController();
const asked: string[] = [];
/** A stand-in for the database that knows a few queries. */
const guard = (answers: Record<string, SqlOutcome>): SqlGuard => ({
  open: async () => ({
    query: async (sql) => {
      asked.push(sql);
      return answers[sql] ?? { kind: "error", message: `near "${sql.split(" ", 1)[0]}": syntax error` };
    },
    close: async () => undefined,
  }),
});
const open = (answers: Record<string, SqlOutcome>) =>
  ehrSqlAnnotator(
    { class_name: "", args: {} },
    { data: dataOf({ "ehr_sql/eicu.sqlite": "bytes" }), sql: guard(answers) },
  );
const state = (gold: string, reply: string, extra: Record<string, unknown> = {}): RequestState =>
  answeredState(reply, {
    instance: {
      input: { text: "?" },
      references: [{ output: { text: gold }, tags: ["correct"] }],
      split: "test",
      id: "id0",
      extra_data: { db_path: "eicu.sqlite", value: { age: 50 }, is_impossible: false, ...extra },
    },
  });
const rows = (...of: (number | bigint | string)[][]): SqlOutcome => ({ kind: "rows", rows: of });

test("the queries of reply and reference run as in HELM and by the rules of 2024", async () => {
  const { annotate } = await open({ "select 1": rows([1n], [2n]), "select 2": rows([2]) });
  expect(await annotate(state("select 2", "```sql\nselect 1\n```"), { signal })).toEqual({
    annotation: { predicted_result: [[1], [2]], ground_truth_result: [[2]], query_error: null },
    details: { gold: { kind: "rows", rows: [["2"]] }, predicted: { kind: "rows", rows: [["1"], ["2"]] } },
  });
});

test("an infinite number is stored as its name, because JSON has none", async () => {
  const { annotate } = await open({ "select 1e999": rows([Number.POSITIVE_INFINITY]) });
  expect(await annotate(state("select 1e999", "select 1e999"), { signal })).toEqual({
    annotation: { predicted_result: [["Infinity"]], ground_truth_result: [["Infinity"]], query_error: null },
    details: { gold: { kind: "rows", rows: [["Infinity"]] }, predicted: { kind: "rows", rows: [["Infinity"]] } },
  });
});

test("HELM uses the question's parameters as the answer if the reference has no rows", async () => {
  const { annotate } = await open({ "select 0": rows() });
  const { annotation, details } = await annotate(state("select 0", ""), { signal });
  expect(annotation).toEqual({
    predicted_result: [],
    ground_truth_result: [50],
    query_error: "No query generated",
  });
  expect(details).toEqual({ gold: { kind: "rows", rows: [] }, predicted: { kind: "abstained" } });
});

test("the annotation of a stopped query has the reason", async () => {
  const { annotate } = await open({
    "delete from patient": { kind: "stopped", reason: "it asks for more than reading" },
  });
  const { annotation, details } = await annotate(
    state("null", "delete from patient", { is_impossible: true, value: {} }),
    {
      signal,
    },
  );
  expect(annotation).toMatchObject({ query_error: "not executed: it asks for more than reading" });
  expect(details).toEqual({
    gold: { kind: "abstained" },
    predicted: { kind: "failed", reason: "not executed: it asks for more than reading" },
  });
});

test("queries use the authors' fixed date, and a repeated annotation runs no query again", async () => {
  const { annotate } = await open({ "select '2105-12-31 23:59:00'": rows(["x"]) });
  asked.length = 0;
  await annotate(state("select current_time", "select CURRENT_TIME"), { signal });
  await annotate(state("select current_time", "select CURRENT_TIME"), { signal });
  expect(asked.toSorted()).toEqual(["select '2105-12-31 23:59:00'", "select CURRENT_TIME", "select current_time"]);
});

test("the error for a missing database says in one sentence which file is missing and where to get it", async () => {
  await expect(ehrSqlAnnotator({ class_name: "", args: {} }, { data: dataOf({}), sql: guard({}) })).rejects.toThrow(
    /^ehr_sql: there is no ehr_sql\/eicu\.sqlite in the folder of --data-dir; the benchmark needs /,
  );
});
