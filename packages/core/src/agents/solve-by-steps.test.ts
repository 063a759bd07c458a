import { requestTo } from "@medhelm/testing/fixtures/request";
import { expect, test } from "vitest";
import { RequestResult, type Request, type RequestState } from "../helm/scenario-state.ts";
import type { Outcome } from "../run/asking/ask.ts";
import type { Agent, Reaction } from "./environment.ts";
import { solveBySteps } from "./solve-by-steps.ts";
import { TRANSCRIPT } from "./transcript.ts";

const first = requestTo("a/b", "Close it.", 9);
const state: RequestState = {
  instance: { input: { text: "Close it." }, references: [], id: "t1" },
  train_trial_index: 0,
  request: first,
  num_train_instances: 0,
  prompt_truncated: false,
  num_conditioning_tokens: 0,
};

const agent = (react: () => Reaction, more: Partial<Agent> = {}): Agent => ({
  tools: [{ name: "close", description: "Closes it.", parameters: { type: "object" } }],
  maxSteps: 3,
  open: () => ({ react, checks: () => [{ name: "closed", passed: true }] }),
  ...more,
});
const goesOn = (): Reaction => ({ results: [{ text: "not yet" }] });

/** Each answer calls close with these arguments and has 10 tokens. */
async function solve(tested: Agent, { args = "{}", fails = false, usdPerMillion = 1 } = {}) {
  const requests: Request[] = [];
  const solved = await solveBySteps(tested, state, {
    ask: async (request): Promise<Outcome> => {
      requests.push(request);
      if (fails)
        return {
          kind: "failure",
          failure: { reason: "timeout", message: "slow", isRetriable: true },
          attempts: 1,
          requestKey: "k",
        };
      const result = RequestResult.parse({
        success: true,
        embedding: [],
        cached: false,
        request_time: 2,
        completions: [{ text: "", logprob: 0, tokens: [], tool_calls: [{ id: "c", name: "close", arguments: args }] }],
      });
      return { kind: "answer", result, usage: {}, fromCache: false, requestKey: `k${requests.length}` };
    },
    price: { inputUsdPerMillion: usdPerMillion, outputUsdPerMillion: usdPerMillion },
    tokensOf: () => ({ promptTokens: 6, completionTokens: 4 }),
  });
  return { solved, requests, transcript: solved.annotations[TRANSCRIPT] };
}

test("the limit of steps ends a task that goes on, and the tokens are the sum of its steps", async () => {
  const { solved, transcript } = await solve(agent(goesOn));
  expect(transcript.end).toEqual({ kind: "steps", reason: "the limit of 3 steps" });
  expect(solved.outcome).toMatchObject({
    usage: { promptTokens: 18, completionTokens: 12 },
    result: { request_time: 6 },
  });
});

test("the limit of dollars ends a task after the step that reaches it", async () => {
  const { transcript } = await solve(agent(goesOn, { maxMicroUsd: 20 }));
  expect(transcript.end.kind).toBe("dollars");
  expect(transcript.turns).toHaveLength(2);
});

test("the limit of dollars counts steps that each cost less than half a millionth", async () => {
  const { transcript } = await solve(agent(goesOn, { maxMicroUsd: 2, maxSteps: 9 }), { usdPerMillion: 0.04 });
  expect(transcript.end.kind).toBe("dollars");
  expect(transcript.turns).toHaveLength(4);
});

test("each request has the tools and all messages so far", async () => {
  const { requests } = await solve(agent(goesOn, { maxSteps: 2 }));
  expect(requests.map(({ messages }) => messages?.map(({ role }) => role))).toEqual([
    ["user"],
    ["user", "assistant", "tool"],
  ]);
  expect(requests[1]?.tools?.[0]?.name).toBe("close");
});

test("arguments that are no JSON object are not sent back, and the transcript keeps them", async () => {
  const { requests, transcript } = await solve(agent(goesOn, { maxSteps: 2 }), { args: "{day" });
  expect(requests[1]?.messages?.[1]?.tool_calls?.[0]?.arguments).toBe("{}");
  expect(transcript.turns[0]?.calls[0]?.arguments).toBe("{day");
});

test("a request without an answer fails the task and keeps the transcript", async () => {
  const { solved, transcript } = await solve(agent(goesOn), { fails: true });
  expect(solved.outcome.kind).toBe("failure");
  expect(transcript).toMatchObject({ turns: [], end: { kind: "failed", reason: "slow" }, checks: [] });
});

test("the environment ends the task, and its checks are in the transcript", async () => {
  const { transcript } = await solve(agent(() => ({ results: [{ text: "ok" }], end: { kind: "finished" } })));
  expect(transcript).toMatchObject({ end: { kind: "finished" }, checks: [{ name: "closed", passed: true }] });
});
