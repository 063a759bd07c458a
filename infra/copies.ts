// Copies of the results, as the configuration wants them: a bucket whose audit trail nobody can delete, and one of another region or account.
import { service } from "./conf.ts";
import { isProduction } from "./names.ts";
import { policyOf } from "./permissions.ts";
import { encrypted, storageKey } from "./storage-key.ts";
import { results } from "./storage.ts";

const { lockAuditDays, replicateTo } = service.storage;

interface Copy {
  id: string;
  prefix: string;
  bucket: $util.Input<string>;
  /** the component of the bucket, if this stack makes it */
  made?: sst.aws.Bucket;
  key: $util.Input<string> | undefined;
}

function lockedAudit(days: number): Copy {
  const bucket = new sst.aws.Bucket("AuditCopy", {
    versioning: true,
    cors: false,
    transform: { bucket: { objectLockEnabled: true, forceDestroy: !isProduction } },
  });
  encrypted("AuditCopy", bucket);
  new aws.s3.BucketObjectLockConfiguration("AuditLock", {
    bucket: bucket.name,
    rule: { defaultRetention: { mode: "COMPLIANCE", days } }, // not even the account's owner can delete earlier
  });
  return { id: "audit", prefix: "audit/", bucket: bucket.arn, made: bucket, key: storageKey?.arn };
}

const copies: Copy[] = [
  ...(lockAuditDays === undefined ? [] : [lockedAudit(lockAuditDays)]),
  ...(replicateTo === undefined
    ? []
    : [{ id: "results", prefix: "", bucket: replicateTo.bucket, key: replicateTo.key }]),
];

if (copies.length > 0) {
  const role = new aws.iam.Role("CopyRole", {
    assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal({ Service: "s3.amazonaws.com" }),
  });
  new aws.iam.RolePolicy("CopyPolicy", {
    role: role.id,
    policy: policyOf([
      { actions: ["s3:GetReplicationConfiguration", "s3:ListBucket"], resources: [results.arn] },
      {
        actions: ["s3:GetObjectVersionForReplication", "s3:GetObjectVersionAcl", "s3:GetObjectVersionTagging"],
        resources: [$interpolate`${results.arn}/*`],
      },
      {
        actions: ["s3:ReplicateObject", "s3:ReplicateTags"], // no s3:ReplicateDelete, so that a copy keeps what is deleted
        resources: copies.map(({ bucket }) => $interpolate`${bucket}/*`),
      },
      ...(storageKey === undefined ? [] : [{ actions: ["kms:Decrypt"], resources: [storageKey.arn] }]),
      ...copies.flatMap(({ key }) =>
        key === undefined ? [] : [{ actions: ["kms:Encrypt", "kms:GenerateDataKey"], resources: [key] }],
      ),
    ]),
  });
  new aws.s3.BucketReplicationConfig(
    "Copies",
    {
      bucket: results.name,
      role: role.arn,
      rules: copies.map(({ id, prefix, bucket, key }, i) => ({
        id,
        priority: i + 1,
        status: "Enabled",
        filter: { prefix },
        deleteMarkerReplication: { status: "Disabled" },
        ...(storageKey !== undefined && {
          sourceSelectionCriteria: { sseKmsEncryptedObjects: { status: "Enabled" } },
        }),
        destination: {
          bucket,
          ...(key !== undefined && { encryptionConfiguration: { replicaKmsKeyId: key } }),
        },
      })),
    },
    // S3 accepts it only when both buckets have versions, which sst turns on after it has made a bucket
    { dependsOn: [results, ...copies.flatMap(({ made }) => made ?? [])] },
  );
}
