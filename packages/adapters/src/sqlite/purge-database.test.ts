import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sqliteStore } from "../objects/sqlite-store.ts";
import { purgeDatabase } from "./purge-database.ts";

test("no file of a purged database has a byte of a deleted row", async () => {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-purge-"));
  const store = sqliteStore(join(dir, "answers.sqlite"));
  await store.put("cache/a", `PATIENT ${"x".repeat(10_000)}`);
  await store.put("cache/b", "kept");
  await store.delete("cache/a");
  store.close();
  purgeDatabase(join(dir, "answers.sqlite"));
  const bytes = readdirSync(dir)
    .map((name) => readFileSync(join(dir, name), "latin1"))
    .join("");
  expect([bytes.includes("PATIENT"), bytes.includes("kept")]).toEqual([false, true]);
  rmSync(dir, { recursive: true });
});
