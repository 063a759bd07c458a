import { describe, expect, test } from "vitest";
import { z } from "zod";
import { policiesOnThings } from "./expected-policies.ts";
import type { InfraProgram } from "../../scripts/infra-program.ts";
import { all, json, names, one, sorted, withoutSuffix, stages } from "./program.ts";

const table = (program: InfraProgram) => one(program, "dynamodb/table:Table", "IndexTable");

export function storageCases(): void {
  describe("storage", () => {
    const buckets = ["ResultsBucket", "InputsBucket", "DataBucket", "ModelsBucket", "ScratchBucket", "SiteBucket"];

    test("each of the six buckets is private, encrypted, and accepts TLS only", () => {
      expect(names(stages.dev, "s3/bucket:Bucket").toSorted()).toEqual(buckets.toSorted());
      for (const bucket of buckets) {
        const closed = all(stages.dev, "s3/bucketPublicAccessBlock:BucketPublicAccessBlock").find(
          ({ inputs }) => withoutSuffix(inputs["bucket"]) === bucket.toLowerCase(),
        );
        expect(closed?.inputs).toMatchObject({
          blockPublicAcls: true,
          blockPublicPolicy: true,
          ignorePublicAcls: true,
          restrictPublicBuckets: true,
        });
        const encrypted = all(
          stages.dev,
          "s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration",
        ).find(({ inputs }) => withoutSuffix(inputs["bucket"]) === bucket.toLowerCase());
        expect(encrypted?.inputs["rules"]).toEqual([
          { applyServerSideEncryptionByDefault: { sseAlgorithm: "AES256" } },
        ]);
        const policy = policiesOnThings[bucket.replace("Bucket", "Policy")] ?? [];
        expect(policy).toContain(`deny * s3:* ${bucket} ${bucket}/* if Bool aws:SecureTransport false`);
      }
    });

    test("only results have versions, so that a delete in another bucket is final", () => {
      expect(all(stages.dev, "s3/bucketVersioning:BucketVersioning").map(({ inputs }) => inputs)).toEqual([
        {
          bucket: expect.stringMatching(/-resultsbucket-/),
          versioningConfiguration: { status: "Enabled" },
        },
      ]);
    });

    test("the intermediate files of a release expire after 7 days", () => {
      const { rules } = one(
        stages.dev,
        "s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration",
        "ResultsLifecycle",
      );
      expect(z.array(z.unknown()).parse(rules)[1]).toEqual({
        id: "temporary",
        status: "Enabled",
        filter: { prefix: "releases/.staging/" },
        expiration: { days: 7 },
        noncurrentVersionExpiration: { noncurrentDays: 7 },
      });
    });

    test("scratch data, old versions and delete markers expire after 90 days, inputs after 60, and abandoned uploads after 7", () => {
      const rules = Object.fromEntries(
        all(stages.dev, "s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration").map(({ name, inputs }) => [
          name,
          z.array(z.record(z.string(), z.unknown())).parse(inputs["rules"])[0],
        ]),
      );
      const abandoned = { abortIncompleteMultipartUpload: { daysAfterInitiation: 7 } };
      const rule = { id: "expiry", status: "Enabled", filter: {}, ...abandoned };
      expect(rules).toEqual({
        ResultsLifecycle: {
          ...rule,
          noncurrentVersionExpiration: { noncurrentDays: 90 },
          expiration: { expiredObjectDeleteMarker: true },
        },
        InputsLifecycle: { ...rule, expiration: { days: 60 } },
        DataLifecycle: rule,
        ModelsLifecycle: rule,
        ScratchLifecycle: { ...rule, expiration: { days: 90 } },
      });
    });
  });

  describe("the index", () => {
    test("is a table on demand with the keys of the adapter, an expiry and recovery to any second of the last days", () => {
      expect(table(stages.dev)).toMatchObject({
        attributes: [
          { name: "pk", type: "S" },
          { name: "sk", type: "S" },
        ],
        hashKey: "pk",
        rangeKey: "sk",
        billingMode: "PAY_PER_REQUEST",
        ttl: { attributeName: "ttl", enabled: true },
        pointInTimeRecovery: { enabled: true },
        globalSecondaryIndexes: [],
        streamEnabled: false,
      });
    });

    test("cannot be deleted in production", () => {
      const production = all(stages.production, "dynamodb/table:Table").map(({ inputs, retainOnDelete }) => [
        inputs["deletionProtectionEnabled"],
        retainOnDelete,
      ]);
      expect(production).toEqual([[true, true]]);
      expect(table(stages.dev)["deletionProtectionEnabled"]).toBe(false);
    });
  });

  describe("queues", () => {
    test("the visibility timeout is six times the consumer's, and a message becomes a dead letter after five receives", () => {
      const queues = Object.fromEntries(all(stages.dev, "sqs/queue:Queue").map(({ name, inputs }) => [name, inputs]));
      const seen = Object.fromEntries(
        Object.entries(queues).map(([name, inputs]) => [
          name,
          [inputs["visibilityTimeoutSeconds"], inputs["messageRetentionSeconds"], inputs["sqsManagedSseEnabled"]],
        ]),
      );
      expect(seen).toEqual({
        DispatchQueue: [360, 1_209_600, true],
        DispatchDeadLettersQueue: [360, 1_209_600, true],
        AggregateQueue: [1800, 1_209_600, true],
        AggregateDeadLettersQueue: [360, 1_209_600, true],
        ReleaseQueue: [360, 1_209_600, true],
        ReleaseDeadLettersQueue: [360, 1_209_600, true],
        LostJobEventsQueue: [30, 1_209_600, true],
      });
      for (const name of ["Dispatch", "Aggregate", "Release"])
        expect(json(queues[`${name}Queue`]?.["redrivePolicy"], z.unknown())).toMatchObject({
          deadLetterTargetArn: expect.stringContaining(`${name}DeadLettersQueue`),
          maxReceiveCount: 5,
        });
    });

    test("consumers report each failed message of a batch, and their concurrency leaves room for the API", () => {
      const mappings = all(stages.dev, "lambda/eventSourceMapping:EventSourceMapping").map(({ inputs }) => [
        /(\w+)Queue-/.exec(String(inputs["eventSourceArn"]))?.[1],
        /(Dispatch|Aggregate|Release|Failure)(?:Subscriber|Function)/.exec(String(inputs["functionName"]))?.[1],
        inputs["batchSize"],
        inputs["functionResponseTypes"],
        z.object({ maximumConcurrency: z.int() }).parse(inputs["scalingConfig"]).maximumConcurrency,
      ]);
      expect(sorted(mappings)).toEqual([
        ["Aggregate", "Aggregate", 1, ["ReportBatchItemFailures"], 100],
        ["AggregateDeadLetters", "Failure", 10, ["ReportBatchItemFailures"], 2],
        ["Dispatch", "Dispatch", 10, ["ReportBatchItemFailures"], 10],
        ["DispatchDeadLetters", "Failure", 10, ["ReportBatchItemFailures"], 2],
        ["Release", "Release", 1, ["ReportBatchItemFailures"], 5],
        ["ReleaseDeadLetters", "Failure", 10, ["ReportBatchItemFailures"], 2],
      ]);
    });

    test("a finished run's scenario state notifies the aggregator", () => {
      expect(one(stages.dev, "s3/bucketNotification:BucketNotification", "RunFinished")).toMatchObject({
        bucket: expect.stringMatching(/-resultsbucket-/),
        queues: [
          {
            events: ["s3:ObjectCreated:*"],
            filterPrefix: "runs/",
            filterSuffix: "/scenario_state.json",
            queueArn: expect.stringContaining("AggregateQueue"),
          },
        ],
      });
    });
  });
}
