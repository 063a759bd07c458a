import { describe, expect, test } from "vitest";
import type { InfraProgram } from "../../scripts/infra-program.ts";
import { cpuJob } from "./jobs.ts";
import { all, names, stages } from "./program.ts";

const buckets = (program: InfraProgram) =>
  all(program, "s3/bucket:Bucket").map(({ inputs, retainOnDelete }) => [inputs["forceDestroy"], retainOnDelete]);
const windows = (program: InfraProgram) =>
  new Set(all(program, "secretsmanager/secret:Secret").map(({ inputs }) => inputs["recoveryWindowInDays"]));

export function surroundingCases(): void {
  describe("stages", () => {
    test("production is protected and keeps its buckets and secrets; removing dev deletes everything", () => {
      expect(stages.production.app).toMatchObject({ removal: "retain", protect: true });
      expect(stages.dev.app).toMatchObject({ removal: "remove", protect: false });
      expect(buckets(stages.production)).toEqual(Array.from({ length: 6 }, () => [false, true]));
      expect(buckets(stages.dev)).toEqual(Array.from({ length: 7 }, () => [true, undefined]));
      expect(windows(stages.production)).toEqual(new Set([30]));
      expect(windows(stages.dev)).toEqual(new Set([0]));
    });

    test("every resource is tagged, so that costs can be separated", () => {
      expect(stages.production.app.providers.aws.defaultTags.tags).toEqual({ project: "medhelm", stage: "production" });
      expect(stages.dev.app.providers.aws.defaultTags.tags).toEqual({ project: "medhelm", stage: "dev" });
    });

    test("the configuration in conf/ can be deployed", () => {
      expect(names(stages.production, "batch/jobQueue:JobQueue").toSorted()).toEqual([
        "CpuQueue",
        "Queue-gpu-24",
        "Queue-gpu-48",
        "Queue-gpu-4x48",
        "Queue-gpu-80",
        "Queue-gpu-8x80",
      ]);
      expect(names(stages.production, "secretsmanager/secret:Secret").toSorted()).toEqual([
        "ANTHROPIC_API_KEY",
        "GEMINI_API_KEY",
        "HF_TOKEN",
        "OPENAI_API_KEY",
      ]);
      expect(cpuJob(stages.production, "worker-cpu-ANTHROPIC_API_KEY-OPENAI_API_KEY").secrets).toHaveLength(2);
    });

    test("no key, password or token is in the program", () => {
      const text = JSON.stringify([stages.dev.resources, stages.production.resources]);
      expect(text).not.toMatch(/sk-[A-Za-z0-9]{8}|AKIA[A-Z0-9]{12}|hf_[A-Za-z]{8}/);
      expect(names(stages.dev, "secretsmanager/secretVersion:SecretVersion")).toEqual([]);
    });
  });
}
