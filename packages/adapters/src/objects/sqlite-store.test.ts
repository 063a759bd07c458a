import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
