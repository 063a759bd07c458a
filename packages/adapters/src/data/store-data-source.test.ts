import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { DataSource, SourceFile } from "@medhelm/core/run/benchmark";
import { expect, test } from "vitest";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { DATA_INDEX, storeDataSource } from "./store-data-source.ts";

const textOf = (file: SourceFile | undefined): string | undefined =>
  file === undefined ? undefined : new TextDecoder().decode(file.bytes);
const url = "https://data.example.com/questions.json";

/** Answers every read, so a test can see which files the store did not hold. */
const fallback: DataSource = {
  read: async ({ path }) => ({ label: path, bytes: new TextEncoder().encode("downloaded"), sha256: "" }),
  open: async () => undefined,
};

const licensed = (sha256: string) => keys.licensedData("hospital-a", sha256);

async function emptyStore() {
  const objects = memoryStore();
  const put = async (key: (sha256: string) => string, text: string): Promise<string> => {
    await objects.put(key(sha256Hex(text)), text);
    return sha256Hex(text);
  };
  return { objects, put };
}

test("a pinned file comes from the public mirror, and from a download only if the mirror lacks it", async () => {
  const { objects, put } = await emptyStore();
  const sha256 = await put(keys.publicData, "questions");
  const data = storeDataSource({ objects, otherwise: fallback });
  const file = { path: "q/questions.json", url };
  expect(textOf(await data.read({ ...file, sha256 }))).toBe("questions");
  expect(textOf(await data.read({ ...file, sha256: sha256Hex("other") }))).toBe("downloaded");
  expect(textOf(await data.read(file))).toBe("downloaded");
});

test("only its organisation reads licensed data", async () => {
  const { objects, put } = await emptyStore();
  const sha256 = await put(licensed, "a licensed table");
  await putJson(objects, licensed(DATA_INDEX), { formatVersion: 1, files: { "clear/depression.csv": sha256 } });
  const ours = storeDataSource({ objects, organisation: "hospital-a", otherwise: fallback });
  const folder = await ours.open({ path: "clear" });
  expect(await folder?.list()).toEqual(["depression.csv"]);
  expect(textOf(await folder?.read("depression.csv"))).toBe("a licensed table");
  expect(await folder?.read("../clear/depression.csv")).toBeUndefined();
  expect(textOf(await (await ours.open({ path: "clear/depression.csv" }))?.read())).toBe("a licensed table");
  for (const organisation of [undefined, "hospital-b"]) {
    const theirs = storeDataSource({ objects, organisation, otherwise: fallback });
    expect(await theirs.open({ path: "clear" })).toBeUndefined();
    expect(textOf(await theirs.read({ path: "clear/depression.csv", url, sha256 }))).toBe("downloaded");
  }
});

test("a mirror's file replaces a file with a reported checksum, but not one with a pinned checksum", async () => {
  const { objects, put } = await emptyStore();
  const sha256 = await put(keys.publicData, "as it is");
  await putJson(objects, keys.publicData(DATA_INDEX), { formatVersion: 1, files: { "q/x.json": sha256 } });
  const data = storeDataSource({ objects, otherwise: fallback });
  const file = { path: "q/x.json", url, sha256: sha256Hex("reported") };
  expect(textOf(await data.read({ ...file, isReported: true }))).toBe("as it is");
  expect(textOf(await data.read(file))).toBe("downloaded");
});

test("errors name damaged and missing objects, and a path on this machine is refused", async () => {
  const { objects, put } = await emptyStore();
  const sha256 = await put(keys.publicData, "right");
  await objects.put(keys.publicData(sha256), "wrong");
  await putJson(objects, keys.publicData(DATA_INDEX), {
    formatVersion: 1,
    files: { "q/gone.json": sha256Hex("gone") },
  });
  const data = storeDataSource({ objects, otherwise: fallback });
  await expect(data.read({ path: "q/y.json", url, sha256 })).rejects.toThrow(
    `data/public/${sha256} holds bytes of sha256 ${sha256Hex("wrong")}: upload it again with medhelm data push`,
  );
  const folder = await data.open({ path: "q" });
  await expect(folder?.read("gone.json")).rejects.toThrow(
    "q/gone.json is in the index of the data but not in the store",
  );
  await expect(data.open({ path: "q", at: "/etc/passwd" })).rejects.toThrow("the service reads no paths");
});
