import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { InfraProgram } from "../../scripts/infra-program.ts";
import { cpuJob } from "./jobs.ts";
import { all, names, one, stages } from "./program.ts";

const behaviours = () => {
  const [distribution] = all(stages.dev, "cloudfront/distribution:Distribution");
  const Behaviour = z.object({
    pathPattern: z.string().optional(),
    cachePolicyId: z.string(),
    responseHeadersPolicyId: z.string(),
    viewerProtocolPolicy: z.string(),
    allowedMethods: z.array(z.string()),
  });
  const { defaultCacheBehavior, orderedCacheBehaviors } = z
    .object({ defaultCacheBehavior: Behaviour, orderedCacheBehaviors: z.array(Behaviour) })
    .parse(distribution?.inputs);
  return [defaultCacheBehavior, ...orderedCacheBehaviors];
};
const buckets = (program: InfraProgram) =>
  all(program, "s3/bucket:Bucket").map(({ inputs, retainOnDelete }) => [inputs["forceDestroy"], retainOnDelete]);
const windows = (program: InfraProgram) =>
  new Set(all(program, "secretsmanager/secret:Secret").map(({ inputs }) => inputs["recoveryWindowInDays"]));

export function surroundingCases(): void {
  describe("the site", () => {
    test("CloudFront caches releases, but not the home page and the pointer; every page has its headers", () => {
      const common = {
        responseHeadersPolicyId: "SiteHeaders-id",
        viewerProtocolPolicy: "redirect-to-https",
        allowedMethods: ["GET", "HEAD", "OPTIONS"],
      };
      expect(behaviours()).toEqual([
        { ...common, cachePolicyId: "4135ea2d-6df8-44a3-9df3-4b5a84be39ad" },
        { ...common, pathPattern: "/r/*", cachePolicyId: "658327ea-f89d-4fab-a63d-7e88639e58f6" },
        { ...common, pathPattern: "/runs/*", cachePolicyId: "658327ea-f89d-4fab-a63d-7e88639e58f6" },
      ]);
      const policy = one(stages.dev, "cloudfront/responseHeadersPolicy:ResponseHeadersPolicy", "SiteHeaders");
      expect(policy["securityHeadersConfig"]).toEqual({
        contentSecurityPolicy: { contentSecurityPolicy: "frame-ancestors 'none'", override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: "DENY", override: true },
        referrerPolicy: { referrerPolicy: "no-referrer", override: true },
        strictTransportSecurity: { accessControlMaxAgeSec: 31_536_000, includeSubdomains: true, override: true },
      });
    });

    test("the address of a folder gives its index page, and the address of a release redirects to its folder", async () => {
      const functions = all(stages.dev, "cloudfront/function:Function");
      expect(functions).toHaveLength(2);
      for (const { inputs } of functions) {
        const at = async (uri: string): Promise<unknown> => {
          const event = { request: { uri, headers: {} } };
          return runInNewContext(`${z.string().parse(inputs["code"])}; handler(event)`, { event });
        };
        expect(await at("/r/v1.2/")).toMatchObject({ uri: "/r/v1.2/index.html" });
        expect(await at("/")).toMatchObject({ uri: "/index.html" });
        expect(await at("/r/v1.2/leaderboard.json")).toMatchObject({ uri: "/r/v1.2/leaderboard.json" });
        expect(await at("/r/v1.2")).toMatchObject({ statusCode: 301, headers: { location: { value: "/r/v1.2/" } } });
      }
    });
  });

  describe("stages", () => {
    test("production is protected and keeps its buckets and secrets; removing dev deletes everything", () => {
      expect(stages.production.app).toMatchObject({ removal: "retain", protect: true });
      expect(stages.dev.app).toMatchObject({ removal: "remove", protect: false });
      expect(buckets(stages.production)).toEqual(Array.from({ length: 6 }, () => [false, true]));
      expect(buckets(stages.dev)).toEqual(Array.from({ length: 6 }, () => [true, undefined]));
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
