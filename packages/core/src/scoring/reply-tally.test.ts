import { expect, test } from "vitest";
import { RequestState } from "../helm/scenario-state.ts";
import { replyTally } from "./reply-tally.ts";

const state = (result: Record<string, unknown>) =>
  RequestState.parse({
    instance: { input: { text: "q" }, references: [], id: "id0" },
    train_trial_index: 0,
    request: { model_deployment: "d", model: "m", prompt: "p" },
    result: { success: true, embedding: [], cached: false, ...result },
    num_train_instances: 0,
    prompt_truncated: false,
    num_conditioning_tokens: 0,
  });
const reply = (text: string, more: Record<string, unknown> = {}) =>
  state({ completions: [{ text, logprob: 0, tokens: [], ...more }] });
const cut = { finish_reason: { reason: "length" } };
const none = { cut: 0, empty: 0, onlyThinking: 0, filtered: 0, lostByCut: 0 };

/** The counts of one request. */
function counted(
  one: RequestState,
  corrected: Readonly<Record<string, number>> = {},
  readings: HowRead["readings"] = [],
  thinkingAt: HowRead["thinkingAt"] = [],
) {
  const tally = replyTally();
  tally.add(one, corrected, { readings, thinkingAt });
  return tally.counts();
}
type HowRead = Parameters<ReturnType<typeof replyTally>["add"]>[2];

test("a plain answer without reader and refusal measure counts nothing, and both are unknown", () => {
  expect(counted(reply("B"))).toEqual(none);
});

test("a letter that ends at max_tokens is cut, but not lost", () => {
  expect(counted(reply("B", cut), {}, [{ reader: "option", value: 1 }])).toEqual({ ...none, cut: 1, unread: 0 });
});

test("a sentence that ends at max_tokens without an answer is lost by the cut", () => {
  expect(counted(reply("The", cut), {}, [{ reader: "option" }])).toEqual({
    ...none,
    cut: 1,
    unread: 1,
    lostByCut: 1,
    withoutAnswer: 1,
  });
});

test("thinking without a reply is empty, and lost if it ends at max_tokens", () => {
  const thought = reply("", { ...cut, thinking: { text: "Hmm." } });
  expect(counted(thought)).toEqual({
    ...none,
    cut: 1,
    empty: 1,
    onlyThinking: 1,
    withThinking: 1,
    lostByCut: 1,
    withoutAnswer: 1,
  });
});

test("thinking between marks counts as thinking, and a reply of nothing else is empty", () => {
  const text = "<think>Hm</think>";
  const counts = { ...none, empty: 1, onlyThinking: 1, withThinking: 1, thinkingInText: 1, withoutAnswer: 1 };
  expect(counted(reply(text), {}, [], [[0, 17]])).toEqual(counts);
});

test("a refusal counts by its measure, and a content filter as well", () => {
  const filtered = state({
    success: false,
    completions: [],
    error: "the provider's content filter refused the prompt",
  });
  expect(counted(filtered, { refusal: 1 })).toEqual({ ...none, filtered: 1, refused: 1, deflected: 0 });
});

test("a reply that only sends the reader elsewhere is deflected, and no refusal", () => {
  const elsewhere = [{ reader: "refusal", value: "deflected" }];
  expect(counted(reply("Please talk to your pharmacist."), { refusal: 0 }, elsewhere)).toEqual({
    ...none,
    refused: 0,
    deflected: 1,
  });
});

test("a silent reply is a refusal, and not deflected as well", () => {
  const silent = [{ reader: "refusal", value: "deflected" }];
  expect(counted(reply(""), { refusal: 1 }, silent)).toMatchObject({ refused: 1, deflected: 0 });
});

test("a request that failed for another reason counts nothing", () => {
  expect(counted(state({ success: false, completions: [], error: "HTTP 500" }))).toEqual(none);
});

test.each(["tool_calls", "function_call", "tool_use"])("an empty reply that ends with %s is a tool call", (reason) => {
  expect(counted(reply("", { finish_reason: { reason } }))).toEqual({
    ...none,
    empty: 1,
    onlyToolCalls: 1,
    withoutAnswer: 1,
  });
});

test("a reply of invisible characters is empty, and so is thinking of them", () => {
  expect(counted(reply("\u200b\ufeff \u2060", { thinking: { text: "\u200b" } }))).toEqual({
    ...none,
    empty: 1,
    withoutAnswer: 1,
  });
});

test("a reply with text and a tool call is an answer", () => {
  expect(counted(reply("B", { finish_reason: { reason: "tool_calls" } }))).toEqual(none);
});
