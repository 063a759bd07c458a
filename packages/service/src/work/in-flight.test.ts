import { setImmediate as turn } from "node:timers/promises";
import { judgedBy, plan, runToSeal, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test, vi } from "vitest";

test("a deployment that answers and judges has one limit of requests in flight for both", async () => {
  let inFlight = 0;
  let most = 0;
  const duringAsk = async (): Promise<void> => {
    most = Math.max(most, ++inFlight);
    for (let i = 0; i < 4; i++) await turn();
    inFlight--;
  };
  const ownJudge = judgedBy(await plan(8, "demo_notes:model=gpu/judge"), "gpu/judge");
  await runToSeal(workerPorts(memoryStore(), { answered: [], duringAsk }), workRequest(ownJudge));
  expect(most).toBe(2);
});

test("the candidate is asked while the judges are busy with earlier answers", async () => {
  const answersAtVerdict: number[] = [];
  let asked = 0;
  let answers = 0;
  const duringAsk = async (deployment: string): Promise<void> => {
    if (deployment !== "judge/lexical") return void answers++;
    if (++asked > 2) await vi.waitUntil(() => answers === 8, { timeout: 1000, interval: 1 }).catch(() => undefined);
    answersAtVerdict.push(answers);
  };
  await runToSeal(workerPorts(memoryStore(), { answered: [], duringAsk }), workRequest(await plan(8)));
  expect(answersAtVerdict[2]).toBe(8);
});

test("requests that wait are not sent after the run has failed", async () => {
  let asked = 0;
  let askedAtFailure = 0;
  const duringAsk = async (): Promise<void> => {
    asked++;
    for (let i = 0; i < 4; i++) await turn();
    if (asked < 20) return;
    askedAtFailure ||= asked;
    throw new Error("the server is on fire");
  };
  const ports = workerPorts(memoryStore(), { answered: [], duringAsk });
  await expect(runToSeal(ports, workRequest(await plan(40)))).rejects.toThrow("on fire");
  expect(asked - askedAtFailure).toBe(1); // the request that got the slot of the failed one
});
