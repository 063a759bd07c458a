import { describe, expect, test } from "vitest";
import { z } from "zod";
import { policiesOnThings } from "./expected-policies.ts";
import type { InfraProgram } from "../../scripts/infra-program.ts";
import { all, json, names, one, sorted, withoutSuffix, stages } from "./program.ts";

const table = (program: InfraProgram) => one(program, "dynamodb/table:Table", "IndexTable");

export function storageCases(): void {
  describe("storage", () => {
    const buckets = ["ResultsBucket", "InputsBucket", "DataBucket", "ModelsBucket", "ScratchBucket", "SiteBucket"];
    const copied = [...buckets, "AuditCopyBucket"];

    test("each bucket is private and accepts TLS only", () => {
      expect(names(stages.dev, "s3/bucket:Bucket").toSorted()).toEqual(copied.toSorted());
      for (const bucket of copied) {
        const closed = all(stages.dev, "s3/bucketPublicAccessBlock:BucketPublicAccessBlock").find(
          ({ inputs }) => withoutSuffix(inputs["bucket"]) === bucket.toLowerCase(),
        );
        expect(closed?.inputs).toMatchObject({
          blockPublicAcls: true,
          blockPublicPolicy: true,
          ignorePublicAcls: true,
          restrictPublicBuckets: true,
        });
        const policy = policiesOnThings[bucket.replace("Bucket", "Policy")] ?? [];
        expect(policy).toContain(`deny * s3:* ${bucket} ${bucket}/* if Bool aws:SecureTransport false`);
      }
    });

    test("S3 encrypts every bucket; with its own key, the operator's key does", () => {
      const type = "s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration";
      expect(names(stages.production, type)).toEqual([]);
      expect(names(stages.production, "kms/key:Key")).toEqual([]);
      const rules = all(stages.dev, type).map(({ name, inputs }) => [
        name.replace("Encryption", "Bucket"),
        inputs["rules"],
      ]);
      const key = "arn:aws:kms:eu-central-1:123456789012:StorageKey";
      const rule = {
        applyServerSideEncryptionByDefault: { sseAlgorithm: "aws:kms", kmsMasterKeyId: key },
        bucketKeyEnabled: true,
      };
      expect(sorted(rules)).toEqual(sorted(copied.map((bucket) => [bucket, [rule]])));
      expect(one(stages.dev, "kms/key:Key", "StorageKey")["enableKeyRotation"]).toBe(true);
    });

    test("only results, and the copy of the audit trail, have versions, so that a delete in another bucket is final", () => {
      expect(all(stages.dev, "s3/bucketVersioning:BucketVersioning").map(({ inputs }) => inputs)).toEqual([
        {
          bucket: expect.stringMatching(/-resultsbucket-/),
          versioningConfiguration: { status: "Enabled" },
        },
        { bucket: expect.stringMatching(/-auditcopybucket-/), versioningConfiguration: { status: "Enabled" } },
      ]);
    });

    test("nobody can delete the copy of the audit trail before its time", () => {
      expect(names(stages.production, "s3/bucketObjectLockConfiguration:BucketObjectLockConfiguration")).toEqual([]);
      expect(one(stages.dev, "s3/bucket:Bucket", "AuditCopyBucket")["objectLockEnabled"]).toBe(true);
      const lock = one(stages.dev, "s3/bucketObjectLockConfiguration:BucketObjectLockConfiguration", "AuditLock");
      expect(lock["rule"]).toEqual({ defaultRetention: { mode: "COMPLIANCE", days: 365 } });
    });

    test("copies of the audit trail and of the results keep what is deleted", () => {
      expect(names(stages.production, "s3/bucketReplicationConfig:BucketReplicationConfig")).toEqual([]);
      const Rule = z.object({
        filter: z.object({ prefix: z.string() }),
        deleteMarkerReplication: z.object({ status: z.string() }),
        destination: z.object({
          bucket: z.string(),
          encryptionConfiguration: z.object({ replicaKmsKeyId: z.string() }),
        }),
      });
      const config = one(stages.dev, "s3/bucketReplicationConfig:BucketReplicationConfig", "Copies");
      const rules = z.array(Rule).parse(config["rules"]);
      expect(
        rules.map(({ filter, destination, deleteMarkerReplication }) => [
          filter.prefix,
          withoutSuffix(destination.bucket.replace("arn:aws:s3:::", "")),
          destination.encryptionConfiguration.replicaKmsKeyId,
          deleteMarkerReplication.status,
        ]),
      ).toEqual([
        ["audit/", "AuditCopyBucket", "arn:aws:kms:eu-central-1:123456789012:StorageKey", "Disabled"],
        ["", "hospital-copies", "arn:aws:kms:eu-west-1:210987654321:key/9d0c", "Disabled"],
      ]);
    });

    test("AWS Backup copies the results and the index daily, and keeps the copies as long as the configuration says", () => {
      expect(names(stages.production, "backup/plan:Plan")).toEqual([]);
      expect(one(stages.dev, "backup/plan:Plan", "BackupPlan")["rules"]).toMatchObject([
        { schedule: "cron(0 3 * * ? *)", lifecycle: { deleteAfter: 35 } },
      ]);
      expect(one(stages.dev, "backup/selection:Selection", "BackupSelection")["resources"]).toEqual([
        expect.stringContaining("ResultsBucket"),
        expect.stringContaining("IndexTable"),
      ]);
    });

    test("S3 reports changes of the results to EventBridge if AWS Backup copies them, because its backups need that", () => {
      const [dev, production] = [stages.dev, stages.production].map((program) =>
        one(program, "s3/bucketNotification:BucketNotification", "RunFinished"),
      );
      expect([dev?.["eventbridge"], production?.["eventbridge"]]).toEqual([true, false]);
    });

    test("the deploy activates the tags of the bill if the configuration says so", () => {
      expect(names(stages.production, "costexplorer/costAllocationTag:CostAllocationTag")).toEqual([]);
      const keys = all(stages.dev, "costexplorer/costAllocationTag:CostAllocationTag").map(
        ({ inputs }) => inputs["tagKey"],
      );
      expect(keys).toEqual(["project", "stage"]);
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
