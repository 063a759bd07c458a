import { expect, test } from "vitest";
import { RequestState } from "../../helm/scenario-state.ts";
import { instanceDetails } from "./instance-details.ts";
import type { PageInstance } from "./page.ts";
import { pageIndex, pageInstance, type PageChunk, paginator } from "./page-instances.ts";

const state = (more: Record<string, unknown> = {}): RequestState =>
  RequestState.parse({
    instance: {
      input: { text: "Is it?" },
      references: [
        { output: { text: "yes" }, tags: ["correct"] },
        { output: { text: "no" }, tags: [] },
      ],
      split: "test",
      id: "id1",
    },
    train_trial_index: 0,
    output_mapping: { A: "yes", B: "no" },
    request: { model: "m", model_deployment: "d", prompt: "Is it?\nA. yes\nB. no\nAnswer:" },
    result: { success: true, embedding: [], completions: [{ text: " B\n", logprob: 0, tokens: [] }], cached: false },
    num_train_instances: 0,
    prompt_truncated: false,
    ...more,
  });

test("an instance has the exact prompt, the unchanged response and the option that it chose", () => {
  expect(pageInstance(state(), { exact_match: 0 }, { exact_match: 1 })).toEqual({
    id: "id1",
    trial: 0,
    split: "test",
    prompt: "Is it?\nA. yes\nB. no\nAnswer:",
    response: " B\n",
    mapped: "no",
    references: [
      { text: "yes", correct: true },
      { text: "no", correct: false },
    ],
    stats: { exact_match: 0 },
    corrected: { exact_match: 1 },
    judgements: [],
  });
});

test("a failed request has a reason and no response", () => {
  const failed = state({
    result: { success: false, embedding: [], completions: [], cached: false, error: "timed out" },
  });
  const shown = pageInstance(failed, {}, {});
  expect([shown.failure, shown.response]).toEqual(["timed out", undefined]);
});

test("without our verdicts the judgements come from HELM's annotations, without scores that are not numbers", () => {
  const annotations = {
    bench: { prompt_text: "Rate", lex: { accuracy: { score: "4", explanation: "close" }, clarity: { score: "n/a" } } },
    ehr_sql: { predicted_result: "[]" },
  };
  expect(pageInstance(state({ annotations }), {}, {}, [{ name: "lex", standIn: true }]).judgements).toEqual([
    { judge: "lex", standIn: true, criteria: [{ name: "accuracy", score: 4, explanation: "close" }] },
  ]);
});

test("our verdicts include judges that HELM's annotations lack, with a score or the reason for its absence", () => {
  const common = { model: "m", modelDeployment: "d", standIn: false, protocol: "fenced", attempts: [] };
  const scores = { accuracy: { score: 4, explanation: "close" } };
  const annotations = {
    bench: { prompt_text: "Rate" },
    medhelm_verdicts: {
      bench: [
        { judge: "claude", kind: "scored", ...common, scores, isRepaired: true },
        { judge: "gpt", kind: "unscored", ...common, reason: "unreadable_reply", message: "The reply is no JSON." },
      ],
    },
  };
  expect(pageInstance(state({ annotations }), {}, {}).judgements).toEqual([
    { judge: "claude", standIn: false, criteria: [{ name: "accuracy", score: 4, explanation: "close" }] },
    { judge: "gpt", standIn: false, criteria: [], unscored: "The reply is no JSON." },
  ]);
});

test("a page has the replies of our judges with the steps that read them", () => {
  const steps = [{ step: "found no answer", at: [[0, 3]] }];
  const attempts = [
    { kind: "reply", reply: "No.", steps },
    { kind: "failure", reason: "timeout", message: "no reply within 60 s" },
  ];
  const common = { model: "m", modelDeployment: "d", standIn: false, protocol: "fenced", attempts };
  const unread = { judge: "gpt", kind: "unscored", ...common, reason: "unreadable_reply", message: "no JSON" };
  const annotations = { bench: { prompt_text: "Rate" }, medhelm_verdicts: { bench: [unread] } };
  expect(pageInstance(state({ annotations }), {}, {}).judgements).toEqual([
    { judge: "gpt", standIn: false, criteria: [], unscored: "no JSON", replies: [{ reply: "No.", steps }] },
  ]);
});

const sized = (id: string, length: number): PageInstance => ({
  ...pageInstance(state(), {}, {}),
  id,
  prompt: "ü".repeat(length),
});

function paged(instances: readonly PageInstance[], maxBytes?: number): PageChunk[] {
  const pages = paginator(maxBytes);
  return [...instances.map(pages.add), pages.end()].filter((page) => page !== undefined);
}

test("a page has as many instances as fit, and an instance that exceeds the limit is alone on its page", () => {
  const chunks = paged([sized("a", 10), sized("b", 10), sized("c", 2000), sized("d", 10)], 800);
  expect(chunks.map(({ page, first, count }) => [page, first, count])).toEqual([
    [1, 0, 2],
    [2, 2, 1],
    [3, 3, 1],
  ]);
  expect(chunks.every(({ body, bytes }) => new TextEncoder().encode(body).length === bytes)).toBe(true);
  expect(pageIndex(chunks).instances).toBe(4);
});

test("a run without instances has no pages", () => {
  expect(pageIndex(paged([]))).toEqual({ formatVersion: 1, instances: 0, pages: [] });
});

test("the steps of an agent are in its instance, and not repeated among the details", () => {
  const transcript = { formatVersion: 1, turns: [], end: { kind: "finished" }, checks: [] };
  const solved = state({ annotations: { medhelm_transcript: transcript } });
  expect(pageInstance(solved, {}, {}).transcript).toEqual(transcript);
  expect(instanceDetails(solved)).toEqual({});
});
