import { Request } from "@medhelm/core/helm/scenario-state";
import type { Deployment } from "@medhelm/core/models/deployment";
import { createBudget } from "@medhelm/core/money/budget";
import type { ModelClient } from "@medhelm/core/ports";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { openDeployments } from "./open-deployments.ts";

const MODEL = "stub/one";
const deployment: Deployment = {
  name: MODEL,
  modelName: MODEL,
  client: { kind: "openai-chat", baseUrl: "http://127.0.0.1:8000/v1", modelSent: "one" },
  deprecated: false,
  trust: "local",
};

/** Asks a model four questions at once, two as a candidate and two as a judge. @returns the seconds in which they are sent */
async function askInBothRoles(own: Pick<Deployment, "perMinute">): Promise<number[]> {
  const clock = fakeClock();
  const sentS: number[] = [];
  const client: ModelClient = {
    endpoint: "http://127.0.0.1:8000/v1/chat/completions",
    flavour: "chat",
    wireBody: ({ prompt }) => ({ prompt }),
    async ask() {
      sentS.push(clock.monotonicMs() / 1000);
      const result = {
        success: true,
        embedding: [],
        completions: [{ text: "A", logprob: 0, tokens: [] }],
        cached: false,
      };
      return { kind: "answer", result, usage: { promptTokens: 3, completionTokens: 1 } };
    },
  };
  const open = openDeployments({
    objects: memoryStore(),
    clock,
    resolve: async () => ({ ...deployment, ...own }),
    connect: async () => client,
    budget: createBudget(),
    owner: "local",
    concurrency: 8,
    perMinute: { requests: 3 },
    offline: false,
    allowedHosts: [],
    allowHosted: false,
    shareAnswers: true,
  });
  const { signal } = new AbortController();
  const asked = (["candidate", "judge"] as const).flatMap((role) =>
    ["first", "second"].map(async (prompt) => {
      const use = { role, benchmark: "b", access: "public", run: "r", suite: "s", identified: {} } as const;
      const model = await (await open(MODEL, MODEL, use)).identify();
      const request = Request.parse({
        model_deployment: MODEL,
        model: MODEL,
        prompt: `${role} ${prompt}`,
        max_tokens: 5,
      });
      return model.ask(request, { signal });
    }),
  );
  await clock.advance(600_000);
  await Promise.all(asked);
  return sentS;
}

test("a deployment that answers and judges has one limit a minute", async () => {
  expect(await askInBothRoles({})).toEqual([0, 0, 0, 62]);
});

test("a deployment's own limit a minute precedes that of the command", async () => {
  expect(await askInBothRoles({ perMinute: { requests: 1 } })).toEqual([0, 62, 124, 186]);
});
