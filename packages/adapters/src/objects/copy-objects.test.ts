import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fsStore } from "./fs-store.ts";
import { copyObjects, isCopy } from "./copy-objects.ts";

function folder() {
  const root = mkdtempSync(join(tmpdir(), "medhelm-copy-"));
  const objects = fsStore(root);
  onTestFinished(() => {
    objects.close();
    rmSync(root, { recursive: true });
  });
  return { root, objects, copy: copyObjects(root) };
}

test("a copy has the bytes and the time of the original, and an edit in place leaves the original", async () => {
  const { root, objects, copy } = folder();
  await objects.put("a/one", "text");
  await copy("a/one", "b/c/two");
  expect(isCopy(root, "a/one", "b/c/two")).toBe(true);
  appendFileSync(join(root, "b/c/two"), "!");
  expect(isCopy(root, "a/one", "b/c/two")).toBe(false);
  expect(readFileSync(join(root, "a/one"), "utf8")).toBe("text");
});

test("a repetition changes nothing, and another object at the key is replaced", async () => {
  const { root, objects, copy } = folder();
  await objects.put("one", "text");
  await objects.put("two", "half a copy");
  await copy("one", "two");
  await copy("one", "two");
  expect(readFileSync(join(root, "two"), "utf8")).toBe("text");
});

test("a folder in the place of the copy is named, and not the file that would replace it", async () => {
  const { root, objects, copy } = folder();
  await objects.put("one", "text");
  mkdirSync(join(root, "two"));
  await expect(copy("one", "two")).rejects.toThrow(`${join(root, "two")}: a folder is in the place of this file`);
});

test("a later put to one key leaves the other key's bytes", async () => {
  const { objects, copy } = folder();
  await objects.put("one", "text");
  await copy("one", "two");
  await objects.put("one", "new");
  expect(new TextDecoder().decode((await objects.get("two"))?.body)).toBe("text");
});
