import type { EntryArgs } from "@medhelm/core/run/benchmark";
import { expect, test } from "vitest";
import { z } from "zod";
import { generation } from "@medhelm/core/run/spec/prompt-specs";
import { dataPath } from "./shared/arguments.ts";
import { benchmark, type CardText } from "./define.ts";
import { exactMatch } from "./shared/metric-specs.ts";
import { readText } from "./files/read-json.ts";
import { alike, textBefore } from "./shared/read-wording.ts";
import { dataOf, noUserFiles, userFilesOf } from "@medhelm/testing/fixtures/benchmarks/files";

const card: CardText = {
  name: "wards",
  displayName: "Wards",
  description: "Invented.",
  category: "Administration and Workflow",
  subcategory: "Scheduling",
  access: "private",
  licence: "none",
  form: "open",
  source: "invented",
  mainMetric: "exact_match",
  mainSplit: "test",
  facets: { task: "x", what: "x", who: "x", when: "x", language: "English" },
};

const wards = benchmark({
  card,
  args: { ward: z.enum(["north", "south"]), depth: z.number().default(3), data_path: dataPath },
  name: ({ ward }) => `wards:ward=${ward}`,
  scenario: { className: "helm.benchmark.scenarios.wards.Wards", tags: [], name: ({ ward }) => `wards_${ward}` },
  licensed: {
    path: "wards",
    holds: "a folder of texts, <ward>.txt",
    obtain: "ask the invented hospital for it",
  },
  instances: async (_read, { args, files }) =>
    readText(await files.read(`${args.ward}.txt`))
      .split("\n")
      .map((text) => ({ input: { text }, references: [], split: "test" })),
  prompt: ({ depth }) => generation({ maxTokens: depth }),
  metrics: exactMatch(),
});
const mirror = dataOf({ "wards/north.txt": "a\nb", "/mine/north.txt": "c" });
const settle = (args: EntryArgs) => wards.settle(args, noUserFiles);
const load = async (args: EntryArgs) => (await settle(args)).load(mirror);

test("arguments appear in the run name, the scenario and the prompt as the definition says", async () => {
  const run = await settle({ depth: 7, ward: "north", data_path: "/mine" });
  expect(run.name).toBe("wards:ward=north");
  expect(run.scenario.name).toBe("wards_north");
  expect(run.scenarioSpec.args).toEqual({ ward: "north", depth: 7, data_path: "/mine" });
  expect(Object.keys(run.scenarioSpec.args)).toEqual(["ward", "depth", "data_path"]);
  expect(run.adapterSpec.max_tokens).toBe(7);
});

test("licensed files come from data_path=, or from their path in the mirror", async () => {
  expect((await load({ ward: "north" })).instances.map((i) => [i.id, i.input.text])).toEqual([
    ["id0", "a"],
    ["id1", "b"],
  ]);
  const mine = await load({ ward: "north", data_path: "/mine" });
  expect(mine.instances.map((i) => i.input.text)).toEqual(["c"]);
  expect(mine.sources.map(({ label }) => label)).toEqual(["wards/north.txt"]);
});

test("the error about missing data says which files are needed, where to get them and where to put them", async () => {
  await expect((await settle({ ward: "north" })).load(dataOf({}))).rejects.toThrow(
    "wards: there is no wards in the folder of --data-dir; the benchmark needs a folder of texts, <ward>.txt; ask the invented hospital for it, then name it with data_path=PATH or put it at wards in the folder of --data-dir",
  );
  await expect((await settle({ ward: "south" })).load(mirror)).rejects.toThrow(
    "wards: wards: there is no file south.txt in it; the benchmark needs a folder of texts",
  );
  await expect((await settle({ ward: "south", data_path: "/none" })).load(mirror)).rejects.toThrow(
    "there is nothing at data_path=/none",
  );
});

test("a file that was uploaded to the API replaces the file on disk", async () => {
  const one = benchmark({
    card: { ...card, name: "one" },
    args: { data_path: dataPath },
    scenario: { className: "x", tags: [] },
    licensed: { path: "one/one.txt", holds: "a text", obtain: "ask" },
    instances: async (_read, { files }) => [{ input: { text: readText(await files.read()) }, references: [] }],
    prompt: generation(),
    metrics: [],
  });
  const run = await one.settle({ data_path: "input:abc" }, userFilesOf({ "input:abc": "sent" }));
  expect((await run.load(dataOf({}))).instances[0]?.input.text).toBe("sent");
});

test("an unknown or missing argument and an unknown value are refused with the known ones", async () => {
  await expect(settle({ wardd: "north" })).rejects.toThrow(
    'wards takes no argument "wardd" (did you mean ward?): in addition to those of every entry it takes ward, depth, data_path',
  );
  await expect(settle({})).rejects.toThrow("wards needs the argument ward=...; it is one of north, south");
  await expect(settle({ ward: "nroth" })).rejects.toThrow("wards has no ward=nroth (did you mean north?)");
  await expect(settle({ ward: "north", depth: "deep" })).rejects.toThrow(/^wards has depth=deep: /);
});

test("data may depend on an argument", async () => {
  const tongues = benchmark({
    card: { ...card, access: "public", name: "tongues" },
    args: { language: z.enum(["en", "es"]).default("en") },
    scenario: { className: "x", tags: [] },
    data: ({ language }) => ({ exam: { path: `tongues/${language}.txt`, url: "http://x.invalid", sha256: "" } }),
    instances: (read) => [{ input: { text: readText(read("exam")) }, references: [] }],
    prompt: generation(),
    metrics: [],
  });
  const data = dataOf({ "tongues/en.txt": "ward", "tongues/es.txt": "sala" });
  const text = async (args: EntryArgs) =>
    (await (await tongues.settle(args, noUserFiles)).load(data)).instances[0]?.input.text;
  expect([await text({}), await text({ language: "es" })]).toEqual(["ward", "sala"]);
});

test("sentences in the instances are ours or HELM's, and are part of the run's identity", async () => {
  const worded = benchmark({
    card: { ...card, name: "worded" },
    args: { data_path: dataPath },
    scenario: { className: "x", tags: [] },
    licensed: { path: "worded.txt", holds: "a text", obtain: "ask" },
    wording: {
      own: { task: "Read this." },
      read: (texts) =>
        alike(texts, (text) => {
          const task = textBefore(text, "\nNote: ");
          return task === undefined ? undefined : { task };
        }),
    },
    instances: async (_read, { files, wording: { task } }) => [
      { input: { text: `${task}\nNote: ${readText(await files.read())}` }, references: [] },
    ],
    prompt: generation(),
    metrics: [],
  });
  const own = await worded.settle({}, noUserFiles);
  const theirs = own.withWording?.(["Please read.\nNote: a", "Please read.\nNote: b"]);
  const texts = [own, theirs].map(
    async (run) => (await run?.load(dataOf({ "worded.txt": "c" })))?.instances[0]?.input.text,
  );
  expect(await Promise.all(texts)).toEqual(["Read this.\nNote: c", "Please read.\nNote: c"]);
  expect(theirs?.identityParts["instance wording"]).not.toBe(own.identityParts["instance wording"]);
  expect(own.withWording?.(["Please read.\nNote: a", "Read!\nNote: b"])).toBeUndefined();
  expect(own.withWording?.(["Please read."])).toBeUndefined();
  expect((await settle({ ward: "north" })).withWording).toBeUndefined();
});
