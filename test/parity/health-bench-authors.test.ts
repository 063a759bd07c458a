import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clipped, exampleScores } from "@medhelm/benchmarks/health-bench/score";
import { conversationText, itemText, readMet } from "@medhelm/core/judge/rubric-items";
import { expect, test } from "vitest";
import { z } from "zod";
import { shared, whyNoShared } from "../shared.ts";

const Vectors = z.object({
  rubric_sets: z.array(
    z.object({
      name: z.string(),
      rubrics: z.array(z.object({ points: z.number(), tags: z.array(z.string()) })),
      criteria_met: z.array(z.boolean()),
      example_tags: z.array(z.string()),
      score: z.number().nullable(),
      metrics: z.record(z.string(), z.number()).nullish(),
    }),
  ),
  aggregates: z.array(
    z.object({
      name: z.string(),
      cases: z.array(z.string()),
      score: z.number().nullable(),
      metrics: z.record(z.string(), z.number()),
    }),
  ),
  clipped_stats: z.array(z.object({ values: z.array(z.number()), mean: z.number() })),
  grader_reply_parsing: z.array(
    z.object({ text: z.string(), accepted: z.boolean().default(false), criteria_met: z.boolean().nullish() }),
  ),
  rendering: z.object({
    messages: z.array(z.tuple([z.string(), z.string()])),
    response: z.string(),
    conversation_text: z.string(),
    rubric: z.object({ points: z.number(), criterion: z.string() }),
    rubric_text: z.string(),
  }),
});
const readVectors = () =>
  Vectors.parse(JSON.parse(readFileSync(join(shared ?? "", "authors/healthbench.json"), "utf8")));
const vectors = shared === undefined ? undefined : readVectors();
const given = shared === undefined ? whyNoShared : "found";
const sets = new Map((vectors?.rubric_sets ?? []).map((set) => [set.name, set]));

type RubricSet = NonNullable<typeof vectors>["rubric_sets"][number];
const scoresOf = (set: RubricSet) =>
  exampleScores(
    { rubrics: set.rubrics.map((item) => ({ ...item, criterion: "" })), example_tags: set.example_tags },
    set.criteria_met,
  );

test.skipIf(shared === undefined).each([...sets.values()])(
  `$name: the score and every tag's are the authors' (${given})`,
  (set) => {
    const ours = scoresOf(set);
    expect(ours?.get("overall_score") ?? null).toEqual(set.score);
    if (set.metrics === null || set.metrics === undefined) return; // the authors' code stops here; ours counts a repeated tag once
    expect([...(ours?.keys() ?? [])].toSorted()).toEqual(Object.keys(set.metrics).toSorted());
    for (const [name, value] of Object.entries(set.metrics)) expect(ours?.get(name)).toBeCloseTo(value, 12);
  },
);

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test.skipIf(shared === undefined).each((vectors?.aggregates ?? []).filter(({ cases }) => cases.length > 0))(
  `$name: means over examples are the authors', clipped after the mean (${given})`,
  ({ cases, score, metrics }) => {
    const all = cases.flatMap((name) => {
      const set = sets.get(name);
      return set === undefined ? [] : (scoresOf(set) ?? []);
    });
    expect(all).toHaveLength(cases.length);
    const ofName = (name: string) => clipped(mean(all.flatMap((scores) => scores.get(name) ?? [])));
    expect(ofName("overall_score")).toBeCloseTo(score ?? Number.NaN, 12);
    const scores = Object.entries(metrics).filter(([name]) => !/:(n_samples|bootstrap_std)$/.test(name));
    for (const [name, value] of scores) expect([name, ofName(name)]).toEqual([name, expect.closeTo(value, 12)]);
  },
);

test.skipIf(shared === undefined)(`means are clipped as the authors clip them (${given})`, () => {
  const stats = vectors?.clipped_stats ?? [];
  expect(stats.length).toBeGreaterThan(4);
  for (const { values, mean: theirs } of stats) expect(clipped(mean(values))).toBeCloseTo(theirs, 12);
});

function met(text: string): boolean | undefined {
  const read = readMet(text);
  return "value" in read ? read.value.value : undefined;
}

test.skipIf(shared === undefined)(
  `we read a grader's reply that the authors accept alike, and repair four that they request again (${given})`,
  () => {
    const replies = vectors?.grader_reply_parsing ?? [];
    expect(replies.filter(({ accepted }) => accepted).length).toBeGreaterThan(4);
    const ours = replies.map((reply) => ({ ...reply, read: met(reply.text) }));
    for (const { text, accepted, criteria_met: theirs, read } of ours.filter((reply) => reply.accepted))
      expect([text, accepted, read]).toEqual([text, true, theirs]);
    const differing = ours.filter(({ accepted, read }) => !accepted && read !== undefined).map(({ text }) => text);
    expect(differing).toEqual([
      '```\n{"criteria_met": true}\n```',
      'Sure: {"criteria_met": true}',
      '{"criteria_met": true} trailing',
      '```JSON\n{"criteria_met": true}\n```',
    ]);
  },
);

test.skipIf(shared === undefined)(`judges see conversation and item as the authors print them (${given})`, () => {
  if (vectors === undefined) return;
  const { messages, response, conversation_text, rubric, rubric_text } = vectors.rendering;
  const all = [...messages, ["assistant", response] as const].map(([role, content]) => ({ role, content }));
  expect(conversationText(all)).toBe(conversation_text);
  expect(itemText({ ...rubric, tags: [] })).toBe(rubric_text);
});
