import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import ehrSql from "./index.ts";

const sample = readFileSync(new URL("sample.json", import.meta.url), "utf8");
const schema = `DROP TABLE IF EXISTS patient;
CREATE TABLE patient
(
    name TEXT NOT NULL,
    age INT
) ;

CREATE TABLE visit
(
    at TEXT
) ;
`;
const files = {
  "ehr_sql/eicu.sql": schema,
  "ehr_sql/train.json": '[{"question": "q", "query": "select 1", "is_impossible": false}]',
  "ehr_sql/valid.json": sample,
  "ehr_sql/test.json": "[]",
};
const load = async (over: Record<string, string | Uint8Array> = {}) =>
  (await ehrSql.settle({}, noUserFiles)).load(dataOf({ ...files, ...over }));

test("an instance has the tables and the question; training questions are first, and questions without a query are skipped", async () => {
  const { instances } = await load();
  expect(instances.map(({ id, split }) => [id, split])).toEqual([
    ["id0", "train"],
    ["id1", "test"],
    ["id2", "test"],
    ["id3", "test"],
  ]);
  expect(instances[2]).toEqual({
    input: {
      text: "-- Database Schema:\nCREATE TABLE patient\n(\nname TEXT NOT NULL,\nage INT\n) ;\n\nCREATE TABLE visit\n(\nat TEXT\n) ;\n\n--                     Question:\nwhich invented patients are older than 50?\n\n",
    },
    references: [{ output: { text: "select name from patient where age > 50" }, tags: ["correct"] }],
    split: "test",
    id: "id2",
    extra_data: { db_path: "eicu.sqlite", value: { age: 50 }, is_impossible: false },
  });
});

test("the loader also finds HELM's file names, and the database is one of the sources", async () => {
  const { sources } = await (await ehrSql.settle({}, noUserFiles)).load(
    dataOf({
      "ehr_sql/eicu.sql": schema,
      "ehr_sql/ehrsql_valid.json": sample,
      "ehr_sql/ehrsql_test.json": "[]",
      "ehr_sql/eicu.sqlite": "bytes",
    }),
  );
  expect(sources.map(({ label }) => label)).toEqual([
    "ehr_sql/ehrsql_test.json",
    "ehr_sql/ehrsql_valid.json",
    "ehr_sql/eicu.sql",
    "ehr_sql/eicu.sqlite",
  ]);
});

test("the error names missing files and says where to get them", async () => {
  const run = await ehrSql.settle({}, noUserFiles);
  await expect(run.load(dataOf({}))).rejects.toThrow(
    /no ehr_sql in the folder of --data-dir; the benchmark needs a folder with train\.json/,
  );
  await expect(run.load(dataOf({ "ehr_sql/eicu.sql": schema }))).rejects.toThrow(/there is no file valid\.json in it/);
});

test("a truncated file, another layout and another encoding are refused in one sentence", async () => {
  await expect(load({ "ehr_sql/valid.json": sample.slice(0, 90) })).rejects.toThrow(
    /valid\.json: not complete, readable JSON/,
  );
  await expect(load({ "ehr_sql/valid.json": '{"a": 1}' })).rejects.toThrow(/valid\.json: /);
  await expect(load({ "ehr_sql/eicu.sql": new Uint8Array([0xe9]) })).rejects.toThrow(/not UTF-8 text/);
});
