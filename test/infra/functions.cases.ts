import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { InfraProgram } from "../../scripts/infra-program.ts";
import { all, json, one, sorted, stages } from "./program.ts";

const BUCKETS = ["MEDHELM_DATA_BUCKET", "MEDHELM_INPUTS_BUCKET", "MEDHELM_RESULTS_BUCKET", "MEDHELM_SCRATCH_BUCKET"];
const variables = (...more: string[]) =>
  [...BUCKETS, "MEDHELM_CONF", "MEDHELM_INDEX_TABLE", "MEDHELM_LOG_LEVEL", ...more].toSorted();
const JOB_ENDED = "EventsSubscriberJobEnded";
const queue = (name: string) => `arn:aws:batch:eu-central-1:123456789012:job-queue/medhelm-dev-${name}`;

const reserved = (program: InfraProgram) =>
  all(program, "lambda/function:Function").flatMap(({ name, inputs }) =>
    inputs["reservedConcurrentExecutions"] === undefined
      ? []
      : [[name.slice(0, 3), inputs["reservedConcurrentExecutions"]]],
  );

export function functionCases(): void {
  describe("functions", () => {
    test("are bundles of scripts/bundle.ts, one per handler", () => {
      expect(stages.dev.builds.map(({ bundle, handler }) => `${bundle} ${handler}`).toSorted()).toEqual(
        ["aggregate", "api", "dispatch", "failure", "release", "sweep"].map(
          (name) => `dist/functions/${name} index.handler`,
        ),
      );
    });

    test("get the environment variables that their entry points read", () => {
      const environments = Object.fromEntries(
        all(stages.dev, "lambda/function:Function").map(({ name, inputs }) => [
          /^(?:Api|Aggregate|Dispatch|Failure|Release|Sweep)/.exec(name)?.[0],
          Object.keys(z.object({ variables: z.record(z.string(), z.string()) }).parse(inputs["environment"]).variables)
            .filter((variable) => variable.startsWith("MEDHELM_"))
            .toSorted(),
        ]),
      );
      expect(environments).toEqual({
        Api: variables(
          "MEDHELM_AGGREGATE_QUEUE",
          "MEDHELM_DISPATCH_QUEUE",
          "MEDHELM_EDGE_KEY",
          "MEDHELM_RELEASE_QUEUE",
          "MEDHELM_SITE_BUCKET",
          "MEDHELM_SITE_URL",
        ),
        Dispatch: variables("MEDHELM_JOB_PREFIX"),
        Aggregate: variables("MEDHELM_JOB_PREFIX"),
        Release: variables("MEDHELM_JOB_PREFIX", "MEDHELM_SITE_BUCKET"),
        Sweep: variables(
          "MEDHELM_DISPATCH_QUEUE",
          "MEDHELM_AGGREGATE_QUEUE",
          "MEDHELM_RELEASE_QUEUE",
          "MEDHELM_JOB_PREFIX",
          "MEDHELM_SITE_BUCKET",
        ),
        Failure: variables(
          "MEDHELM_DEAD_LETTERS",
          "MEDHELM_DISPATCH_QUEUE",
          "MEDHELM_RELEASE_QUEUE",
          "MEDHELM_SITE_BUCKET",
        ),
      });
    });

    test("have Node 24 on arm64 and their own time limits", () => {
      const settings = all(stages.dev, "lambda/function:Function").map(({ name, inputs }) => [
        /^(?:Api|Aggregate|Dispatch|Failure|Release|Sweep)/.exec(name)?.[0],
        inputs["timeout"],
        inputs["memorySize"],
      ]);
      expect(sorted(settings)).toEqual([
        ["Aggregate", 300, 2048],
        ["Api", 29, 1024],
        ["Dispatch", 60, 512],
        ["Failure", 60, 512],
        ["Release", 60, 512],
        ["Sweep", 240, 512],
      ]);
      for (const { inputs } of all(stages.dev, "lambda/function:Function"))
        expect(inputs).toMatchObject({ runtime: "nodejs24.x", architectures: ["arm64"], handler: "index.handler" });
    });

    test("only the functions that the configuration names reserve concurrency", () => {
      expect(reserved(stages.dev)).toEqual([["Api", 50]]);
      expect(reserved(stages.production)).toEqual([]);
    });

    test("the sweep runs every five minutes", () => {
      expect(one(stages.dev, "scheduler/schedule:Schedule", "EveryFiveMinutesSchedule")).toMatchObject({
        scheduleExpression: "rate(5 minutes)",
        state: "ENABLED",
        target: { arn: expect.stringContaining("SweepFunction") },
      });
    });

    test("the failure function gets the end of every job on our queues and of no other; a queue keeps lost events", () => {
      const rule = one(stages.dev, "cloudwatch/eventRule:EventRule", `${JOB_ENDED}Rule`);
      expect(json(rule["eventPattern"], z.unknown())).toEqual({
        source: ["aws.batch"],
        "detail-type": ["Batch Job State Change"],
        detail: { status: ["FAILED", "SUCCEEDED"], jobQueue: [queue("cpu"), queue("gpu-24"), queue("gpu-8x80")] },
      });
      expect(one(stages.dev, "cloudwatch/eventTarget:EventTarget", `${JOB_ENDED}Target`)).toMatchObject({
        rule: expect.stringContaining(`${JOB_ENDED}Rule`),
        arn: expect.stringContaining("FailureFunction"),
        deadLetterConfig: { arn: expect.stringContaining("LostJobEventsQueue") },
      });
      expect(one(stages.dev, "lambda/permission:Permission", `${JOB_ENDED}Permission`)).toMatchObject({
        action: "lambda:InvokeFunction",
        principal: "events.amazonaws.com",
        sourceArn: expect.stringContaining(`${JOB_ENDED}Rule`),
      });
      const retries = one(stages.dev, "lambda/functionEventInvokeConfig:FunctionEventInvokeConfig", "JobEndedRetries");
      expect(retries["destinationConfig"]).toEqual({
        onFailure: { destination: expect.stringContaining("LostJobEventsQueue") },
      });
    });

    test("the API is one Lambda behind a gateway with a rate limit", () => {
      expect(all(stages.dev, "apigatewayv2/route:Route").map(({ inputs }) => inputs["routeKey"])).toEqual(["$default"]);
      expect(all(stages.dev, "apigatewayv2/stage:Stage")[0]?.inputs["defaultRouteSettings"]).toEqual({
        throttlingRateLimit: 300,
        throttlingBurstLimit: 600,
      });
    });
  });
}
