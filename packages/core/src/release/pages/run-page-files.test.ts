import { expect, test } from "vitest";
import { Excerpts } from "./excerpts.ts";
import { anchorHash, anchorOf, bucketOf } from "./instance-anchor.ts";
import type { ListedMetric } from "./list-row.ts";
import type { PageInstance } from "./page.ts";
import { ListPart } from "../runs/run-list.ts";
import { runPageFiles, type ShownInstance } from "./run-page-files.ts";

const metric: ListedMetric = {
  name: "exact_match",
  range: { min: 0, max: 1 },
  isJudged: false,
  means: { helm: 0.5, corrected: 0.5 },
  judges: [],
};

const instance = (more: Partial<PageInstance> = {}): PageInstance => ({
  id: "id1",
  trial: 0,
  prompt: "Instruction\n\nWhich tray?\nAnswer:",
  response: "A",
  references: [],
  stats: { exact_match: 0, num_output_tokens: 3 },
  corrected: { exact_match: 1, refusal: 0 },
  judgements: [],
  ...more,
});

const shown = (one: PageInstance, more: Partial<ShownInstance> = {}): ShownInstance => ({
  instance: one,
  question: "Which  tray?\n",
  isCut: false,
  details: {},
  ...more,
});

async function filesOf(all: readonly ShownInstance[], listed: ListedMetric = metric, bytes = 400) {
  async function* stream() {
    yield* all;
  }
  const files = new Map<string, unknown>();
  for await (const { file, body, value } of runPageFiles(stream(), listed, bytes)) {
    expect(JSON.parse(body)).toEqual(value);
    files.set(file, value);
  }
  return files;
}

test("a chunk has the main metric alone, and the details have all stats", async () => {
  const files = await filesOf([shown(instance(), { details: { judgePrompts: { jury: "Rate it." } } })]);
  expect([...files.keys()]).toEqual([
    "1.json",
    "details-1.json",
    "list-1.json",
    "ids-1.json",
    "list.json",
    "worst.json",
    "index.json",
  ]);
  expect(files.get("1.json")).toMatchObject({
    first: 0,
    details: 1,
    instances: [{ stats: { exact_match: 0 }, corrected: { exact_match: 1 } }],
  });
  expect(files.get("details-1.json")).toEqual({
    formatVersion: 1,
    part: 1,
    first: 0,
    instances: [
      {
        stats: { exact_match: 0, num_output_tokens: 3 },
        corrected: { exact_match: 1, refusal: 0 },
        judgePrompts: { jury: "Rate it." },
      },
    ],
  });
});

test("a line has the question without the instruction, the outcome under both profiles and its marks", async () => {
  const files = await filesOf([shown(instance({ corrected: { exact_match: 1, refusal: 1 } }), { isCut: true })]);
  expect(files.get("list-1.json")).toEqual({
    formatVersion: 1,
    part: 1,
    rows: [{ id: "id1", page: 1, text: "Which tray?", outcomes: "01", helm: 0, corrected: 1, marks: "rcp" }],
  });
  expect(files.get("list.json")).toEqual({
    formatVersion: 1,
    instances: 1,
    pages: 1,
    metric: "exact_match",
    counts: { "helm:0": 1, "corrected:1": 1, r: 1, c: 1, p: 1 },
    parts: [{ first: 0, count: 1, counts: { "helm:0": 1, "corrected:1": 1, r: 1, c: 1, p: 1 } }],
    ids: 1,
    details: 1,
  });
});

test("the list of a large run has parts, and a bucket of ids leads from an address to its chunk", async () => {
  const all = Array.from({ length: 9 }, (_, n) => shown(instance({ id: `id${n}` })));
  const files = await filesOf(all);
  expect(files.get("list.json")).toMatchObject({
    instances: 9,
    pages: 9,
    parts: [
      { first: 0, count: 5 },
      { first: 5, count: 4 },
    ],
    ids: 1,
  });
  const hash = anchorHash(anchorOf({ id: "id7" }));
  expect(files.get(`ids-${bucketOf(hash, 1)}.json`)).toMatchObject({ ids: expect.arrayContaining([[hash, 8]]) });
});

const judgement = (judge: string, score: number) => ({
  judge,
  standIn: false,
  criteria: [{ name: "accuracy", score, explanation: "" }],
});

test("judges that are half of the scale apart disagree, and a graded value is compared with the run's mean", async () => {
  const jury = { ...metric, name: "jury", range: { min: 1, max: 5 }, isJudged: true, judges: ["a", "b", "c"] };
  const unscored = { judge: "c", standIn: false, criteria: [], unscored: "no reply" };
  const one = instance({
    stats: { jury: 3 },
    corrected: { jury: 3 },
    judgements: [judgement("a", 4), judgement("b", 2), unscored],
  });
  const files = await filesOf([shown(one)], { ...jury, means: { helm: 3.5, corrected: 3 } });
  expect(files.get("list-1.json")).toMatchObject({
    rows: [{ outcomes: "<=", helm: 3, corrected: 3, marks: "du", judges: [4, 2, null] }],
  });
});

test("worst.json has the ten lowest and the ten highest instances under each profile, an instance once", async () => {
  const all = Array.from({ length: 30 }, (_, i) =>
    shown(instance({ id: `id${i}`, stats: { exact_match: i }, corrected: { exact_match: i === 15 ? -1 : i } })),
  );
  const { instances } = Excerpts.parse((await filesOf(all)).get("worst.json"));
  expect(instances.map(({ id }) => id).toSorted()).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29].map((i) => `id${i}`).toSorted(),
  );
});

test("an excerpt has the beginning and the end of a long text, few lines, and no half of a character", async () => {
  const response = `<think>no</think>${"a".repeat(419)}😀${"b".repeat(2000)}${"\n".repeat(20)}The answer is C.`;
  const one = instance({
    thinkingAt: [[0, 17]],
    response,
    references: [
      { text: "B", correct: false },
      { text: "C", correct: true },
    ],
  });
  const { instances } = Excerpts.parse((await filesOf([shown(one)])).get("worst.json"));
  expect(instances).toEqual([
    {
      id: "id1",
      question: "Which  tray?",
      answer: `${"a".repeat(419)} … ${"b".repeat(124)}\nThe answer is C.`,
      references: ["C"],
    },
  ]);
});

const asking = (id: string, question: string) => shown(instance({ id }), { question });

test("a line begins where its question differs from its neighbour's, if both begin with the same long text", async () => {
  const schema = "CREATE TABLE patient (id INT, name TEXT, age INT, ward TEXT, bed TEXT);\n";
  const files = await filesOf([
    asking("a", `${schema}How many beds?`),
    asking("b", `${schema}How old is he?`),
    asking("c", "Who?"),
  ]);
  const rows = [...files.values()].flatMap((file) => ListPart.safeParse(file).data?.rows ?? []);
  expect(rows.map(({ text }) => text)).toEqual(["… How many beds?", "… How old is he?", "Who?"]);
});
