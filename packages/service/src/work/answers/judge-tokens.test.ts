import { runToSeal, plan, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { judgeTokens } from "./judge-tokens.ts";

test("the manifest has the tokens of the judges apart from those of the candidate", async () => {
  const ports = workerPorts(memoryStore(), {
    answered: [],
    saysInstead: (deployment, _prompt, reply) => {
      const usage = deployment.startsWith("judge/")
        ? { promptTokens: 100, completionTokens: 7 }
        : { promptTokens: 20, completionTokens: 5 };
      return reply.kind === "answer" ? { ...reply, usage } : reply;
    },
  });
  const manifest = await runToSeal(ports, workRequest(await plan(4)));
  expect(manifest.tokens).toEqual({ prompt: 80, completion: 20 });
  expect(manifest.judges.map(({ tokens }) => tokens)).toEqual([{ prompt: 400, completion: 28 }]);
});

const PRICE = { inputUsdPerMillion: 2, outputUsdPerMillion: 10 };

test("a judge's cost is that of its own tokens at its own price", () => {
  const tokens = judgeTokens();
  tokens.add({ judge: 0, usage: { promptTokens: 500_000, completionTokens: 100_000 } });
  tokens.add({ judge: 1, usage: { promptTokens: 3 } });
  tokens.add({ judge: 0, usage: { promptTokens: 500_000 } });
  expect(tokens.of(0, PRICE)).toEqual({ tokens: { prompt: 1_000_000, completion: 100_000 }, costUsd: 3 });
  expect(tokens.of(1, undefined)).toEqual({ tokens: { prompt: 3, completion: 0 } });
});

test("a judge's cost has the day of its price", () => {
  const tokens = judgeTokens();
  tokens.add({ judge: 0, usage: { promptTokens: 500_000 } });
  expect(tokens.of(0, { ...PRICE, asOf: "2026-07-02" })).toMatchObject({ costUsd: 1, priceAsOf: "2026-07-02" });
});

test("a judge whose provider counts no tokens has none", () => {
  const tokens = judgeTokens();
  tokens.add({ judge: 0, usage: {} });
  expect(tokens.of(0, PRICE)).toEqual({});
});
