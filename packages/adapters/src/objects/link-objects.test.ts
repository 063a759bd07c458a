import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fsStore } from "./fs-store.ts";
import { linkObjects } from "./link-objects.ts";

function folder() {
  const root = mkdtempSync(join(tmpdir(), "medhelm-link-"));
  const objects = fsStore(root);
  onTestFinished(() => {
    objects.close();
    rmSync(root, { recursive: true });
  });
  return { root, objects, link: linkObjects(root) };
}

test("a second key of an object is the same file", async () => {
  const { root, objects, link } = folder();
  await objects.put("a/one", "text");
  await link("a/one", "b/c/two");
  expect(statSync(join(root, "b/c/two")).ino).toBe(statSync(join(root, "a/one")).ino);
});

test("a repetition changes nothing, and another object at the key is replaced", async () => {
  const { root, objects, link } = folder();
  await objects.put("one", "text");
  await objects.put("two", "half a copy");
  await link("one", "two");
  await link("one", "two");
  expect(readFileSync(join(root, "two"), "utf8")).toBe("text");
});

test("a later put to one key leaves the other key's bytes", async () => {
  const { objects, link } = folder();
  await objects.put("one", "text");
  await link("one", "two");
  await objects.put("one", "new");
  expect(new TextDecoder().decode((await objects.get("two"))?.body)).toBe("text");
});
