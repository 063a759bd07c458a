import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import type { SqlSession } from "@medhelm/core/run/sql-guard";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { guardedSql } from "./guard.ts";

const program = fileURLToPath(new URL("child.ts", import.meta.url));
const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), "medhelm-guard-test-"));
let bytes: Uint8Array;
let session: SqlSession;

beforeAll(async () => {
  const path = join(folder, "small.sqlite");
  const database = new DatabaseSync(path);
  database.exec("create table patient (id integer, age real, name text); insert into patient values (1, 40.0, 'A')");
  database.close();
  bytes = readFileSync(path);
  session = await guardedSql({ program, processes: 2 }).open(bytes, "small.sqlite");
});
afterAll(async () => {
  await session.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a query returns its rows, and integers differ from other numbers", async () => {
  expect(await session.query("select id, age, name, null, x'41' from patient;", signal)).toEqual({
    kind: "rows",
    rows: [[1n, 40, "A", null, new Uint8Array([0x41])]],
  });
  expect(await session.query("-- nothing\n", signal)).toEqual({ kind: "rows", rows: [] });
  expect(await session.query(";", signal)).toEqual({ kind: "rows", rows: [] });
});

test("an infinite number is a result, and the worker continues", async () => {
  expect(await session.query("select 1e999, -1e999", signal)).toEqual({
    kind: "rows",
    rows: [[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
  });
});

test("a message that no query gives stops the query, and the worker continues", async () => {
  const strange = join(folder, "strange.mjs");
  writeFileSync(
    strange,
    `let first = true;
     process.on("message", () => { process.send(first ? { kind: "rows", rows: [[1n]] } : { kind: "rows", rows: 1 }); first = false; });`,
  );
  const odd = await guardedSql({ program: strange, processes: 1 }).open(bytes, "small.sqlite");
  onTestFinished(odd.close);
  expect(await odd.query("select 1", signal)).toEqual({
    kind: "stopped",
    reason: "its process answered in a form that it does not have",
  });
});

test("an error of SQLite keeps SQLite's message", async () => {
  expect(await session.query("selec 1", signal)).toEqual({ kind: "error", message: 'near "selec": syntax error' });
  expect(await session.query("select x from patient", signal)).toEqual({ kind: "error", message: "no such column: x" });
  expect(await session.query("select 1; select 2", signal)).toEqual({
    kind: "error",
    message: "You can only execute one statement at a time.",
  });
});

test.each([
  "delete from patient",
  "insert into patient values (2, 2, 'B')",
  "update patient set id = 2",
  "drop table patient",
  "create table t (x)",
  "create temp table t (x)",
  "attach '/etc/passwd' as p",
  "attach ':memory:' as p",
  "pragma writable_schema = on",
  "pragma hard_heap_limit = 0",
  "select * from pragma_table_info('patient')",
  "begin",
  "vacuum into '/tmp/medhelm-should-not-exist.sqlite'",
  "analyze",
])("%s is not executed", async (sql) => {
  expect(await session.query(sql, signal)).toEqual({ kind: "stopped", reason: "it asks for more than reading" });
});

test("a query cannot load code or read files", async () => {
  expect(await session.query("select load_extension('x')", signal)).toMatchObject({
    kind: expect.not.stringMatching("rows"),
  });
  expect(await session.query("select readfile('/etc/passwd')", signal)).toEqual({
    kind: "error",
    message: "no such function: readfile",
  });
});

const LOOP = "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n";

test("an endless query is killed at the deadline, and later queries have a new process", {
  timeout: 60_000,
}, async () => {
  // the deadline covers the start of a process, which is slow on a busy machine: what has to answer is tried again
  const patient = { timeout: 30_000 };
  const hasty = await vi.waitFor(
    () => guardedSql({ program, deadlineMs: 1500, processes: 1 }).open(bytes, "small.sqlite"),
    patient,
  );
  onTestFinished(hasty.close);
  expect(await hasty.query(LOOP, signal)).toEqual({ kind: "stopped", reason: "it ran longer than 1.5 s" });
  await vi.waitFor(
    async () =>
      expect(await hasty.query("select count(*) from patient", signal)).toEqual({ kind: "rows", rows: [[1n]] }),
    patient,
  );
});

test("a query is answered while another one runs endlessly", async () => {
  const stop = new AbortController();
  const looping = session.query(LOOP, stop.signal);
  expect(await session.query("select 1", signal)).toEqual({ kind: "rows", rows: [[1n]] });
  stop.abort(new Error("stop"));
  await expect(looping).rejects.toThrow("stop");
});

test.each([
  "select zeroblob(1000000000)",
  "select printf('%.*c', 1000000000, 'x')",
  "select randomblob(900000000) || randomblob(900000000)",
  "with recursive n(i) as (select 1 union all select i + 1 from n limit 3000) select group_concat(printf('%.*c', 20000, 'x')) from n",
  "with recursive n(i, t) as (select 1, zeroblob(1000000) union all select i + 1, zeroblob(1000000) from n limit 5000) select * from n order by t",
  "with recursive n(i) as (select 1 union all select i + 1 from n limit 30000000) select i from n order by -i",
  "with recursive n(i) as (select 1 union all select i + 1 from n limit 10000000) select i, 'a long enough text' from n",
])("%s stops at the memory limit, and the worker continues", { timeout: 120_000 }, async (sql) => {
  const generous = await guardedSql({ program, processes: 1 }).open(bytes, "small.sqlite");
  try {
    const outcome = await generous.query(sql, signal);
    expect(outcome).toMatchObject({ kind: "stopped", reason: expect.stringMatching(/MiB|memory/) });
    expect(await generous.query("select 1", signal)).toEqual({ kind: "rows", rows: [[1n]] });
  } finally {
    await generous.close();
  }
});

test("an abort ends the wait at once", async () => {
  const controller = new AbortController();
  const looping = session.query(LOOP, controller.signal);
  controller.abort(new Error("stop"));
  await expect(looping).rejects.toThrow("stop");
});

test("the error for a file that is not a database names the file", async () => {
  const guard = guardedSql({ program });
  await expect(
    guard.open(new TextEncoder().encode("<html>not found</html> and more text"), "eicu.sqlite"),
  ).rejects.toThrow(/^eicu\.sqlite: not a readable SQLite database \(.*file is not a database.*\); copy it again$/);
});
