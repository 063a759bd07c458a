import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  expect(await session.query("select 0x11112222333344445", signal)).toEqual({
    kind: "error",
    message: "hex literal too big: 0x11112222333344445",
  });
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
  "vacuum",
  "analyze",
  "detach main",
  "savepoint s",
  "rollback",
  "pragma database_list",
  "pragma integrity_check",
  "create trigger t after insert on patient begin select 1; end",
  "create virtual table t using fts5(a)",
  "with x as (select 1) insert into patient select 1, 1, 1",
  "select load_extension('/lib/libc.so.6', 'main')",
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

test.each([
  ["a pattern of 50,000 characters", `select '${"a".repeat(50_000)}' like '${"%a".repeat(25_000)}'`],
  ["a pattern that is too long", `select 'a' like '${"%a".repeat(30_000)}'`],
  ["many signs", `select ${"not ".repeat(250_000)}1`],
  ["many brackets", `select ${"(".repeat(100_000)}1`],
  ["many sums", `select ${"1+".repeat(100_000)}1`],
  ["many parts", `${"select 1 union all ".repeat(5000)}select 1`],
  ["many tables", `select * from ${"patient, ".repeat(100)}patient`],
  ["many columns", `select ${"1, ".repeat(5000)}1`],
  ["deep JSON", `select json('${"[".repeat(400_000)}')`],
  ["a comment without an end", `/*${"*".repeat(1_000_000)}`],
  ["many comments and a second statement", `select 1;${"/* a */".repeat(140_000)}x`],
  ["many lines of comments", `${"--\n".repeat(340_000)}select 1`],
  ["many semicolons", ";".repeat(1_000_000)],
  ["a text of more than 1 MiB", `select '${"x".repeat(1_100_000)}'`],
  ["a wide number", "select printf('%1000000000d', 1), printf('%.*f', 1000000000, 1.0)"],
  ["a replacement that grows", "select replace(hex(zeroblob(10000000)), '00', hex(zeroblob(1000)))"],
  ["a text that doubles", "with recursive n(s) as (select 'x' union all select s || s from n) select length(s) from n"],
  ["a character that is half of one", "select '\ud800' || x'ff'"],
  ["a zero byte", "select 1;\u0000 drop table patient"],
  ["a function of the shell", "select writefile('/tmp/medhelm-should-not-exist', 'x')"],
])("a query with %s ends, and the worker continues", async (_what, sql) => {
  await session.query(sql, signal);
  expect(await session.query("select count(*) from patient", signal)).toEqual({ kind: "rows", rows: [[1n]] });
  expect(existsSync("/tmp/medhelm-should-not-exist")).toBe(false);
});

test("a query that needs more memory than a used process has left gets a new process", async () => {
  const greedy = join(folder, "greedy.mjs");
  writeFileSync(
    greedy,
    `let asked = 0;
     process.on("message", () => {
       process.send(asked++ > 1 ? { kind: "stopped", reason: "it needs more memory than it may have" } : { kind: "rows", rows: [[1n]] });
     });`,
  );
  const guarded = await guardedSql({ program: greedy, processes: 1 }).open(bytes, "small.sqlite");
  onTestFinished(guarded.close);
  const outcomes = [await guarded.query("select 1", signal), await guarded.query("select 2", signal)];
  expect(outcomes).toEqual([
    { kind: "rows", rows: [[1n]] },
    { kind: "rows", rows: [[1n]] },
  ]);
});

test("an error of SQLite that repeats a long query is cut", async () => {
  const outcome = await session.query(`select * from ${"x".repeat(900_000)}`, signal);
  expect(outcome).toMatchObject({ kind: "error", message: expect.stringContaining("characters are left out]") });
});

test("an endless query ends with the worker that was killed, and its copy of the database goes", {
  timeout: 60_000,
}, async () => {
  const [worker, child] = [join(folder, "worker.mjs"), join(folder, "child.mjs")];
  const [pidFile, copies] = [join(folder, "pid"), join(folder, "copies")];
  mkdirSync(copies);
  writeFileSync(
    child,
    `import { writeFileSync } from "node:fs"; writeFileSync("${pidFile}", String(process.pid)); await import("${program}");`,
  );
  writeFileSync(
    worker,
    `import { readFileSync } from "node:fs";
     import { guardedSql } from "${fileURLToPath(new URL("guard.ts", import.meta.url))}";
     const bytes = readFileSync("${join(folder, "small.sqlite")}");
     const session = await guardedSql({ program: "${child}", processes: 1 }).open(bytes, "small.sqlite");
     session.query("${LOOP}", AbortSignal.timeout(100_000));
     console.log("it runs");`,
  );
  const killed = spawn(process.execPath, [worker], { env: { TMPDIR: copies }, stdio: ["ignore", "pipe", "inherit"] });
  await once(killed.stdout, "data");
  const pid = Number(readFileSync(pidFile, "utf8"));
  expect(readdirSync(copies)).toHaveLength(1);
  killed.kill("SIGKILL");
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), { timeout: 30_000 });
  expect(readdirSync(copies)).toEqual([]);
});

test("a query stops at the memory limit also where the system has none", { timeout: 60_000 }, async () => {
  const unlimited = await guardedSql({ program, processes: 1, platform: "darwin" }).open(bytes, "small.sqlite");
  onTestFinished(unlimited.close);
  const growing =
    "with recursive n(i, t) as (select 1, zeroblob(1000000) union all select i + 1, zeroblob(1000000) from n) select * from n order by t";
  expect(await unlimited.query(growing, signal)).toEqual({
    kind: "stopped",
    reason: "it needs more memory than it may have",
  });
  expect(await unlimited.query("select 1", signal)).toEqual({ kind: "rows", rows: [[1n]] });
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
