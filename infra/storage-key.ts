// The operator's own key for all buckets, if the configuration wants one. S3 encrypts with its own key otherwise.
// sst's Bucket takes no key.
import { service } from "./conf.ts";
import { distributionsOfThisAccount } from "./site-readers.ts";

const account = aws.getCallerIdentityOutput().accountId;

/**
 * Everybody of this account may use the key through S3, if S3's own permissions allow the request: the policy of AWS's own key is the same.
 * No role therefore names the key.
 */
const policy = $jsonStringify({
  Version: "2012-10-17",
  Statement: [
    {
      Effect: "Allow",
      Principal: { AWS: $interpolate`arn:aws:iam::${account}:root` },
      Action: "kms:*",
      Resource: "*",
    },
    {
      Effect: "Allow",
      Principal: { AWS: "*" },
      Action: ["kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:DescribeKey"],
      Resource: "*",
      Condition: {
        StringEquals: {
          "kms:CallerAccount": account,
          "kms:ViaService": $interpolate`s3.${aws.getRegionOutput().region}.amazonaws.com`,
        },
      },
    },
    {
      Effect: "Allow",
      Principal: { Service: "cloudfront.amazonaws.com" },
      Action: "kms:Decrypt",
      Resource: "*",
      Condition: { ArnLike: { "aws:SourceArn": distributionsOfThisAccount } },
    },
  ],
});

export const storageKey = service.storage.ownKey
  ? new aws.kms.Key("StorageKey", {
      description: "the buckets of MedHELM",
      enableKeyRotation: true,
      deletionWindowInDays: 30,
      policy,
    })
  : undefined;

/** Encrypts the objects of a bucket with the operator's key. Without one, S3 encrypts them anyway. */
export function encrypted(name: string, bucket: sst.aws.Bucket): void {
  if (storageKey === undefined) return;
  new aws.s3.BucketServerSideEncryptionConfiguration(`${name}Encryption`, {
    bucket: bucket.name,
    rules: [
      {
        applyServerSideEncryptionByDefault: { sseAlgorithm: "aws:kms", kmsMasterKeyId: storageKey.arn },
        bucketKeyEnabled: true, // otherwise each request is a request to KMS, which costs money
      },
    ],
  });
}
