import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteStore } from "@medhelm/adapters/objects/sqlite-store";
import { collect } from "@medhelm/core/run/collect";
import { keys } from "@medhelm/core/store/object-keys";
import { expect, test } from "vitest";
import { repairAnswers } from "./repair-answers.ts";

const ANSWER = JSON.stringify({
  formatVersion: 1,
  deployment: "d",
  result: { success: true, embedding: [], completions: [{ text: "A", logprob: 0, tokens: [] }], cached: false },
  usage: {},
});

test.each([
  ["another value in place of an answer", "UPDATE objects SET body = x'6e756c6c', etag = 'old' WHERE key LIKE '%b'"],
  ["a text in place of its bytes", "UPDATE objects SET body = CAST(body AS TEXT) WHERE key LIKE '%b'"],
  ["bytes in place of its key", "UPDATE objects SET key = x'ff00' WHERE key LIKE '%b'"],
  [
    "a text and a time beyond 2^53",
    "UPDATE objects SET body = 'x', modified_ms = 9007199254740993 WHERE key LIKE '%b'",
  ],
])("a file of answers with a row that has %s keeps its other rows", async (_, damage) => {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-answers-"));
  const place = { file: join(dir, "a.sqlite"), markFile: join(dir, "mark.json") };
  const store = sqliteStore(place.file);
  for (const key of ["a", "b", "c"]) await store.put(keys.answer("public", key), ANSWER);
  store.close();
  expect(await repairAnswers(place)).toBeUndefined();
  const db = new DatabaseSync(place.file);
  db.exec(damage);
  db.close();
  expect(await repairAnswers(place)).toContain("was damaged: 2 answers are kept");
  const repaired = sqliteStore(place.file);
  expect((await collect(repaired.list("cache/"))).map(({ key }) => key)).toEqual(["cache/public/a", "cache/public/c"]);
  repaired.close();
  rmSync(dir, { recursive: true });
});
