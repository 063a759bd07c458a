import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { keysIn } from "@medhelm/testing/stores/keys-in";
import { type Call, type Fault, faultyStore } from "@medhelm/testing/stores/faulty-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { storeDataSource } from "@medhelm/adapters/data/store-data-source";
import { allCards } from "@medhelm/benchmarks/registry";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { afterEach, beforeEach, expect, test } from "vitest";
import { licensedPlaces, placeOf } from "./licensed-places.ts";
import { type PushOptions, pushData } from "./push-data.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "medhelm-push-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const places = await licensedPlaces();
async function push(objects: ObjectStore, options: Partial<PushOptions> = {}) {
  const sent: string[] = [];
  const report: PushOptions["report"] = (step, { path }) => void (step === "sent" && sent.push(path));
  const all = { folder, readers: { public: true }, places, isDryRun: false, report, ...options } as const;
  const files = await pushData(objects, all);
  return { sent: sent.toSorted(), files };
}
const otherwise = { read: () => Promise.reject(new Error("not there")), open: async () => undefined };
const textAt = async (objects: ObjectStore, path: string, organisation?: string) => {
  const place = await storeDataSource({ objects, organisation, otherwise }).open({ path });
  const file = await place?.read();
  return file && new TextDecoder().decode(file.bytes);
};

test("files are stored under their checksums, and a worker reads them at their paths", async () => {
  const objects = memoryStore();
  put("pubmed_qa/ori_pqal.json", "questions");
  put("mtsamples_replicate/reports/a b.txt", "a report");
  put("again.txt", "a report");
  put(".git/config", "no data");
  put("pubmed_qa/.DS_Store", "no data");
  symlinkSync(join(folder, "pubmed_qa"), join(folder, "to-a-folder"));
  expect((await push(objects)).sent).toHaveLength(2);
  expect(await keysIn(objects)).toEqual([
    ...[sha256Hex("questions"), sha256Hex("a report")].toSorted().map((sha256) => `data/public/${sha256}`),
    "data/public/index.json",
  ]);
  expect(await textAt(objects, "pubmed_qa/ori_pqal.json")).toBe("questions");
  const reports = await storeDataSource({ objects, otherwise }).open({ path: "mtsamples_replicate/reports" });
  expect(await reports?.list()).toEqual(["a b.txt"]);
});

test("a stored file is not sent again, and the index gets new and changed files", async () => {
  const objects = memoryStore();
  put("a/one.csv", "one");
  await push(objects);
  put("a/two.csv", "two");
  expect((await push(objects)).sent).toEqual(["a/two.csv"]);
  rmSync(join(folder, "a/one.csv"));
  put("a/two.csv", "two, mended");
  expect((await push(objects)).sent).toEqual(["a/two.csv"]);
  expect([await textAt(objects, "a/one.csv"), await textAt(objects, "a/two.csv")]).toEqual(["one", "two, mended"]);
  const before = await objects.head("data/public/index.json");
  expect((await push(objects)).sent).toEqual([]);
  expect(await objects.head("data/public/index.json")).toMatchObject({ etag: before?.etag });
});

test("the files of eight concurrent pushes are all in the index", async () => {
  const objects = memoryStore();
  for (let i = 0; i < 8; i++) put(`${i}/file.csv`, `text ${i}`);
  await Promise.all(Array.from({ length: 8 }, (_, i) => push(objects, { only: [`${i}`] })));
  for (let i = 0; i < 8; i++) expect(await textAt(objects, `${i}/file.csv`)).toBe(`text ${i}`);
});

test("an interrupted push puts nothing into the index, and the next one sends the rest", async () => {
  const objects = memoryStore();
  for (let i = 0; i < 12; i++) put(`set/${i}.csv`, `text ${i}`);
  let puts = 0;
  const fault = ({ operation }: Call): Fault | undefined =>
    operation === "put" && ++puts > 6 ? "throw before" : undefined;
  await expect(push(faultyStore(objects, fault))).rejects.toThrow("did not take place");
  expect(await objects.head("data/public/index.json")).toBeUndefined();
  expect((await push(objects)).sent).toHaveLength(6);
  expect(await textAt(objects, "set/11.csv")).toBe("text 11");
});

test("a dry run lists and sends nothing", async () => {
  const objects = memoryStore();
  put("a.csv", "one");
  await push(objects);
  put("b.csv", "two!");
  const { files } = await push(objects, { isDryRun: true });
  expect(files.map(({ path, sizeBytes, isThere }) => [path, sizeBytes, isThere])).toEqual([
    ["a.csv", 3, true],
    ["b.csv", 4, false],
  ]);
  expect(await keysIn(objects)).toHaveLength(2);
});

test("only an organisation's own runs read its files", async () => {
  const objects = memoryStore();
  put("clear/depression.xlsx", "notes");
  await push(objects, { readers: { organisation: "Stanford" } });
  expect(await keysIn(objects)).toEqual([
    keys.licensedData("Stanford", sha256Hex("notes")),
    keys.licensedData("Stanford", "index.json"),
  ]);
  const read = (organisation?: string) => storeDataSource({ objects, organisation, otherwise }).open({ path: "clear" });
  expect(await (await read("Stanford"))?.list()).toEqual(["depression.xlsx"]);
  expect([await read("PhysioNet"), await read()]).toEqual([undefined, undefined]);
});

test("a gated or private benchmark's file is never made public, also from a folder above or below its place", async () => {
  const objects = memoryStore();
  put("pubmed_qa/ori_pqal.json", "questions");
  put("mirror/CLEAR/depression.xlsx", "notes");
  put("n2c2/train/100.xml", "a patient");
  const refused = (at: string, only?: readonly string[]) => push(objects, { folder: join(folder, at), only });
  await expect(refused("mirror")).rejects.toThrow(
    /CLEAR\/depression\.xlsx is of clear, which is private: push it with --organisation Stanford, and the public files with --only; nothing was sent$/,
  );
  await expect(refused("mirror/CLEAR")).rejects.toThrow("is of clear, which is private");
  await expect(refused("n2c2/train")).rejects.toThrow(
    "n2c2_ct_matching, which is gated: push it with --organisation Harvard-DBMI",
  );
  expect(await keysIn(objects)).toEqual([]);
  expect((await refused(".", ["pubmed_qa"])).sent).toEqual(["pubmed_qa/ori_pqal.json"]);
});

test("one organisation's runs do not get the files of another", async () => {
  put("clear/depression.xlsx", "notes");
  await expect(push(memoryStore(), { readers: { organisation: "PhysioNet" } })).rejects.toThrow(
    "is of clear, which Stanford licenses: runs with PhysioNet's data must not read it",
  );
});

test("a copy of a licensed file under another name is not made public", async () => {
  const objects = memoryStore();
  put("clear/depression.xlsx", "notes");
  await push(objects, { readers: { organisation: "Stanford" } });
  put("my/table.xlsx", "notes");
  await expect(push(objects, { only: ["my"] })).rejects.toThrow(
    /^my\/table\.xlsx has the bytes of data\/licensed\/Stanford\//,
  );
  await expect(push(objects, { only: ["my"], isDryRun: true })).rejects.toThrow("cannot be public");
});

test("the store does not keep a file that changes while it is sent", async () => {
  const objects = memoryStore();
  put("a.csv", "one");
  const put1: ObjectStore["put"] = (key, body, condition) => {
    put("a.csv", "two");
    return objects.put(key, body, condition);
  };
  await expect(push({ ...objects, put: put1 })).rejects.toThrow("a.csv changed while it was sent; push it again");
  expect(await keysIn(objects)).toEqual([]);
});

test("a missing folder, file or path is one sentence", async () => {
  await expect(push(memoryStore())).rejects.toThrow(`${folder}: it has no files`);
  await expect(push(memoryStore(), { folder: join(folder, "no") })).rejects.toThrow("there is no such folder");
  await expect(push(memoryStore(), { folder: import.meta.filename })).rejects.toThrow("it is not a folder");
  put("a.csv", "one");
  await expect(push(memoryStore(), { only: ["b"] })).rejects.toThrow("--only b: there is no file at or below it");
});

test("every gated or private benchmark states the paths of its files, which are found in every folder", async () => {
  // the text of demo_inbox is invented, and comes with the program
  const closed = (await allCards()).filter(
    ({ access, name }) => (access === "gated" || access === "private") && name !== "demo_inbox",
  );
  const names = closed.map(({ name }) => name);
  expect(places.map(({ benchmark }) => benchmark)).toEqual(names);
  expect(names).toHaveLength(21);
  expect(placeOf(places, "/data", "shc/conf.csv")?.benchmark).toBe("shc_conf_med");
  expect(placeOf(places, "/data", "clearly/a.csv")).toBeUndefined();
  expect(placeOf(places, "/data/physionet.org/files", "discharge-me/1.3/a.csv.gz")?.benchmark).toBe("dischargeme");
});
