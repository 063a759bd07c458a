import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeFolders } from "@medhelm/adapters/make-folders";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { keys } from "@medhelm/core/store/object-keys";
import { expect, test } from "vitest";
import { WEIGHTS_SEAL } from "./pull-weights.ts";
import { copyWeights } from "./copy-weights.ts";

const weights = `Qwen/Small@${"a".repeat(40)}`;
const folderOf = keys.weights("Qwen/Small", "a".repeat(40));
const never = new AbortController().signal;

test("the job copies whole weights in ranges, and a second job on the machine copies nothing", async () => {
  const objects = memoryStore();
  const text = Array.from({ length: 1000 }, (_, i) => `weight ${i}\n`).join("");
  await objects.put(`${folderOf}model.safetensors`, text);
  await objects.put(`${folderOf}nested/config.json`, "{}");
  await objects.put(`${folderOf}empty`, "");
  await objects.put(`${folderOf}${WEIGHTS_SEAL}`, "{}");
  const folder = await mkdtemp(join(tmpdir(), "medhelm-weights-"));
  expect(await copyWeights({ objects, makeFolders }, weights, folder, never, 100)).toEqual({ files: 4, copied: 4 });
  expect(await readFile(join(folder, weights, "model.safetensors"), "utf8")).toBe(text);
  expect(await copyWeights({ objects, makeFolders }, weights, folder, never, 100)).toEqual({ files: 4, copied: 0 });
  await writeFile(join(folder, weights, "model.safetensors"), "cut");
  await writeFile(join(folder, weights, "model.safetensors.part"), "x".repeat(20_000));
  expect(await copyWeights({ objects, makeFolders }, weights, folder, never, 100)).toEqual({ files: 4, copied: 1 });
  expect(await readFile(join(folder, weights, "model.safetensors"), "utf8")).toBe(text);
  expect((await readdir(join(folder, weights), { recursive: true })).filter((name) => name.endsWith(".part"))).toEqual(
    [],
  );
});

test("the job refuses weights whose pull has not finished", async () => {
  const objects = memoryStore();
  await objects.put(`${folderOf}model.safetensors`, "half of them");
  await expect(copyWeights({ objects, makeFolders }, weights, tmpdir(), never)).rejects.toThrow(
    `the weights ${weights} are not in the models bucket; start the job pull-weights for them`,
  );
});
