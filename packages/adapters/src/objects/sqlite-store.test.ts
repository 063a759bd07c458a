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

/** Returns the error of a reader of the only row, or the size of its body. */
async function readAfter(change: string): Promise<unknown> {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-sqlite-"));
  const file = join(dir, "o.sqlite");
  const store = sqliteStore(file);
  await store.put("cache/a", "{}");
  const db = new DatabaseSync(file);
  db.exec(`UPDATE objects SET ${change}`);
  db.close();
  try {
    for await (const { key } of store.list("cache/")) return (await store.get(key))?.body.length;
    return undefined;
  } catch (error) {
    return String(error).replace(dir, "");
  } finally {
    store.close();
    rmSync(dir, { recursive: true });
  }
}

test("a row with a text in place of its body, or bytes in place of its key, is damaged", async () => {
  const said = await Promise.all(["body = CAST(body AS TEXT)", "key = x'ff00'"].map(readAfter));
  expect(said).toEqual(
    ["the object cache/a", "an object"].map(
      (what) => `UserError: /o.sqlite: ${what} in it is damaged; stop medhelm, and call medhelm repair`,
    ),
  );
});

test("a row is read whose time is a text or a number that JavaScript lacks", async () => {
  const times = ["'never'", "9007199254740993", "-9007199254740993"];
  expect(await Promise.all(times.map((time) => readAfter(`modified_ms = ${time}`)))).toEqual([2, 2, 2]);
});
