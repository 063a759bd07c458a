import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { objectStoreContract } from "@medhelm/testing/contract/object-store";
import { race } from "@medhelm/testing/contract/race";
import { sqliteStore } from "./sqlite-store.ts";

objectStoreContract("sqlite", () => {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-sqlite-"));
  const [store, other] = [sqliteStore(join(dir, "o.sqlite")), sqliteStore(join(dir, "o.sqlite"))];
  return {
    store,
    other,
    dispose() {
      store.close();
      other.close();
      rmSync(dir, { recursive: true });
    },
  };
});

test("three processes and a killed one lose no update, and only one of them creates a key", async () => {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-sqlite-"));
  const file = join(dir, "o.sqlite");
  const { counted, created } = await race("sqlite", file, 100, join(dir, "log"));
  expect(new Set(counted).size).toBe(counted.length);
  expect(new Set(created).size).toBe(created.length);
  const store = sqliteStore(file);
  // The killed process may have written an object without recording it.
  const value = Number(new TextDecoder().decode((await store.get("n"))?.body));
  expect([counted.length, counted.length + 1]).toContain(value);
  store.close();
  rmSync(dir, { recursive: true });
});

const DAMAGED = /o\.sqlite: (?:the object cache\/a|an object) in it is damaged; stop medhelm, and call medhelm repair/;

test.each([
  ["a text in place of its body", "body = CAST(body AS TEXT)", DAMAGED],
  ["bytes in place of its key", "key = x'ff00'", DAMAGED],
  ["a text in place of its time", "modified_ms = 'never'", undefined],
  ["a time beyond 2^53", "modified_ms = 9007199254740993", undefined],
  ["a time below -2^53", "modified_ms = -9007199254740993", undefined],
])("a row with %s is damaged, or its time means nothing", async (_, change, message) => {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-sqlite-"));
  const file = join(dir, "o.sqlite");
  const store = sqliteStore(file);
  await store.put("cache/a", "{}");
  const db = new DatabaseSync(file);
  db.exec(`UPDATE objects SET ${change}`);
  db.close();
  const read = async () => {
    for await (const { key } of store.list("cache/")) return (await store.get(key))?.body.length;
    return undefined;
  };
  if (message === undefined) expect(await read()).toBe(2);
  else await expect(read()).rejects.toThrow(message);
  store.close();
  rmSync(dir, { recursive: true });
});
