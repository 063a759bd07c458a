import { zstdCompressSync } from "node:zlib";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { fsStore } from "./fs-store.ts";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { unpackedStore } from "./unpacked-store.ts";

const PAGE = "runs/s/.generations/public/r/1-a/pages/1.json";
const COPY = "teams/a/pages/1.json";
const LARGE = `["${"0123456789".repeat(5000)}"]`;

/** A bucket to which the user has copied a file of a folder store, and the view of it. */
async function copied() {
  const root = mkdtempSync(join(tmpdir(), "medhelm-unpacked-"));
  const folder = fsStore(root);
  onTestFinished(() => {
    folder.close();
    rmSync(root, { recursive: true });
  });
  await folder.put(PAGE, LARGE);
  const bucket = memoryStore();
  await bucket.put(`${COPY}.zst`, readFileSync(join(root, `${PAGE}.zst`)));
  return { bucket, view: unpackedStore(bucket) };
}
async function textOf(chunks: AsyncIterable<Uint8Array>) {
  let text = "";
  for await (const chunk of chunks) text += Buffer.from(chunk).toString();
  return text;
}
async function listed(objects: ReturnType<typeof unpackedStore>, after?: string) {
  const found: [string, number][] = [];
  for await (const { key, sizeBytes } of objects.list("", after === undefined ? {} : { after }))
    found.push([key, sizeBytes]);
  return found;
}

test("a copied compressed file is read, sized and listed as the plain file", async () => {
  const { view } = await copied();
  expect(Buffer.from((await view.get(COPY))?.body ?? []).toString()).toBe(LARGE);
  expect(await view.head(COPY)).toMatchObject({ key: COPY, sizeBytes: 50_004 });
  expect(await textOf(view.stream(COPY, { start: 2, end: 12 }))).toBe("0123456789");
  expect(await textOf(view.stream(COPY))).toBe(LARGE);
  expect(await listed(view)).toEqual([[COPY, 50_004]]);
  expect(await listed(view, COPY)).toEqual([]);
});

test("a plain file is read before a compressed one of the same name, and listed once", async () => {
  const { bucket, view } = await copied();
  await bucket.put(COPY, "[1]");
  expect(Buffer.from((await view.get(COPY))?.body ?? []).toString()).toBe("[1]");
  expect(await textOf(view.stream(COPY))).toBe("[1]");
  expect(await listed(view)).toEqual([[COPY, 3]]);
});

test("a file that another program has compressed has its plain size", async () => {
  const { bucket, view } = await copied();
  await bucket.put("x.json.zst", zstdCompressSync("[12]"));
  expect(await view.head("x.json")).toMatchObject({ sizeBytes: 4 });
});

test("a file that is in neither form is missing", async () => {
  const { view } = await copied();
  expect(await view.get("y.json")).toBeUndefined();
  expect(await view.head("y.json")).toBeUndefined();
  await expect(textOf(view.stream("y.json"))).rejects.toThrow("y.json");
});

test("a damaged copy is named with its key", async () => {
  const { bucket, view } = await copied();
  await bucket.put("x.json.zst", "no frame");
  await expect(view.get("x.json")).rejects.toThrow("x.json");
});
