import { describe, expect, test } from "vitest";
import { z } from "zod";
import { policiesOnThings } from "./expected-policies.ts";
import { all, json, names, one, sorted, withoutSuffix, stages } from "./program.ts";

export function storageCases(): void {
  describe("storage", () => {
    const buckets = ["ResultsBucket", "InputsBucket", "DataBucket", "ModelsBucket", "ScratchBucket", "SiteBucket"];

    test("six buckets, each closed to the public, encrypted, and over TLS alone", () => {
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

    test("results are versioned, and nothing else: what must be deletable for good has no old versions", () => {
      expect(all(stages.dev, "s3/bucketVersioning:BucketVersioning").map(({ inputs }) => inputs)).toEqual([
        {
          bucket: expect.stringMatching(/-resultsbucket-/),
          versioningConfiguration: { status: "Enabled" },
        },
      ]);
    });

    test("scratch expires after 90 days, as do old versions and the marks of what was deleted; abandoned uploads after 7", () => {
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
        InputsLifecycle: rule,
        DataLifecycle: rule,
        ModelsLifecycle: rule,
        ScratchLifecycle: { ...rule, expiration: { days: 90 } },
      });
    });
  });

  describe("queues", () => {
    test("visibility is six times the consumer's time-out, and a message is given up after five tries", () => {
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
        ReleaseQueue: [1800, 1_209_600, true],
        ReleaseDeadLettersQueue: [360, 1_209_600, true],
        LostJobEventsQueue: [30, 1_209_600, true],
      });
      for (const name of ["Dispatch", "Aggregate", "Release"])
        expect(json(queues[`${name}Queue`]?.["redrivePolicy"], z.unknown())).toMatchObject({
          deadLetterTargetArn: expect.stringContaining(`${name}DeadLettersQueue`),
          maxReceiveCount: 5,
        });
    });

    test("consumers say which messages of a batch failed, and leave the API its share of the account", () => {
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
