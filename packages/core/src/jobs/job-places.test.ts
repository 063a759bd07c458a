import { describe, expect, test } from "vitest";
import type { JobRequest } from "../ports.ts";
import { checkDistinct, jobNames, jobPlace, shareIdentifier } from "./job-places.ts";

const where = { prefix: "medhelm-dev", gpuClassOf: new Map([["local/qwen3-8b", "gpu-24"]]) };
const place = (request: Partial<JobRequest>) =>
  jobPlace({ name: "a", definition: "worker", environment: {}, ...request }, where);

describe("places of jobs", () => {
  test("a job for hosted models uses the CPU queue and a definition that contains only its secrets", () => {
    expect(place({})).toEqual({
      definition: "medhelm-dev-worker-cpu",
      queue: "medhelm-dev-cpu",
      shareIdentifier: "service",
    });
    expect(place({ secrets: ["OPENAI_API_KEY", "ANTHROPIC_API_KEY"], owner: "ana" })).toEqual({
      definition: "medhelm-dev-worker-cpu-ANTHROPIC_API_KEY-OPENAI_API_KEY",
      queue: "medhelm-dev-cpu",
      shareIdentifier: "owner90",
    });
  });

  test("a served deployment has its own definition, on the queue of its GPU class", () => {
    expect(place({ served: "local/qwen3-8b" })).toEqual({
      definition: "medhelm-dev-worker-local_qwen3_8b",
      queue: "medhelm-dev-gpu-24",
      container: "worker",
      shareIdentifier: "service",
    });
  });

  test("only the organisation's own definition reads its licensed data", () => {
    expect(place({ organisation: "st-mary" }).definition).toBe("medhelm-dev-worker-cpu-org-st_mary");
    expect(place({ organisation: "st-mary", secrets: ["OPENAI_API_KEY"] }).definition).toBe(
      "medhelm-dev-worker-cpu-OPENAI_API_KEY-org-st_mary",
    );
    expect(place({ organisation: "st-mary", served: "local/qwen3-8b" }).definition).toBe(
      "medhelm-dev-worker-local_qwen3_8b-org-st_mary",
    );
  });

  test("aggregation and the site's build run on CPU", () => {
    expect(place({ definition: "aggregate" })).toMatchObject({
      definition: "medhelm-dev-aggregate",
      queue: "medhelm-dev-cpu",
    });
    expect(place({ definition: "site" })).toMatchObject({ definition: "medhelm-dev-site", queue: "medhelm-dev-cpu" });
  });

  test("an unknown served deployment is a user error, and a secret for a served deployment is a bug", () => {
    expect(() => place({ served: "local/other" })).toThrow("local/other is not served here");
    expect(() => place({ served: "local/qwen3-8b", secrets: ["OPENAI_API_KEY"] })).toThrow(
      "may not read a provider's secret",
    );
  });

  test("a name that is too long for AWS Batch is refused", () => {
    expect(jobNames.gpuWorker("medhelm-dev", "a".repeat(109))).toHaveLength(128);
    expect(() => jobNames.gpuWorker("medhelm-dev", "a".repeat(110))).toThrow("at most 128 characters");
  });

  test("a share has letters and digits only, and an owner always has the same share", () => {
    expect(shareIdentifier("st-mary")).toBe("owner263");
    expect(shareIdentifier("ana")).toBe("owner90");
    expect(shareIdentifier()).toBe("service");
  });

  test("a pool's worker uses the share of its pool, and two pools of one queue never have the same", () => {
    const gpuClassOf = new Map([
      ["b", "gpu-24"],
      ["a", "gpu-24"],
      ["c", "gpu-80"],
    ]);
    const shareOf = (deployment: string, isFurther = false) =>
      jobPlace(
        { name: "n", definition: "worker", environment: {}, served: deployment, pool: { deployment, isFurther } },
        { prefix: "m", gpuClassOf },
      ).shareIdentifier;
    expect([shareOf("a"), shareOf("b"), shareOf("c")]).toEqual(["pool0", "pool1", "pool0"]);
    expect([shareOf("a", true), shareOf("b", true)]).toEqual(["further", "further"]);
  });

  test("200 pools of one queue, 5,000 owners and the service have fewer shares than the 500 that a queue of AWS Batch accepts", () => {
    const pools = Array.from({ length: 200 }, (_, i) => `pool-${i}`);
    const gpuClassOf = new Map(pools.map((name) => [name, "gpu-24"]));
    const requests: Partial<JobRequest>[] = [
      {},
      ...Array.from({ length: 5000 }, (_, i) => ({ owner: `owner-${i}` })),
      ...pools.flatMap((deployment) => [true, false].map((isFurther) => ({ pool: { deployment, isFurther } }))),
    ];
    const shares = requests.map(
      (request) =>
        jobPlace({ name: "n", definition: "worker", environment: {}, ...request }, { prefix: "m", gpuClassOf })
          .shareIdentifier,
    );
    expect(new Set(shares).size).toBe(492);
  });

  test("5,000 owners have fewer shares than the 500 that a queue of AWS Batch accepts, and use all of them", () => {
    const shares = new Set(Array.from({ length: 5000 }, (_, i) => shareIdentifier(`owner-${i}`)));
    expect(shares.size).toBe(400);
  });

  test("two configured names that give one job definition name are refused, and the error names both", () => {
    const named = ["local/a.b", "local/a-b"].map((what) => ({ what, name: jobNames.gpuWorker("m", what) }));
    expect(() => checkDistinct(named)).toThrow("local/a.b and local/a-b both give the name m-worker-local_a_b");
    expect(() => checkDistinct(named.slice(1))).not.toThrow();
  });

  test("two configured names that differ in capital letters only are refused, because IAM has one role for both", () => {
    const named = ["St-Mary", "st-mary"].map((what) => ({
      what,
      name: jobNames.cpuWorker("m", { organisation: what }),
    }));
    expect(() => checkDistinct(named)).toThrow("St-Mary and st-mary both give the name m-worker-cpu-org-st_mary");
  });
});
