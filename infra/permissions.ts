// Every permission names its actions and prefixes. Never use `link` with a bucket or queue, because it grants every action.
import type { TOP_FOLDERS } from "@medhelm/core/store/object-keys";

/** A folder of the object tree, or a file or folder of the site, whose bucket omits "site/". A misspelt folder is a type error. */
type Prefix =
  | `${(typeof TOP_FOLDERS)[keyof typeof TOP_FOLDERS]}${string}`
  | "r/"
  | "latest.json"
  | "releases.json"
  | "index.html";

/** The partitions of the index (core/src/store/index-keys.ts). "*" represents the rest of a name. */
type Partition =
  | "submissions"
  | "submission/*"
  | "open"
  | "waiting/*"
  | "owner/*"
  | "suites"
  | "suite/*"
  | "releases"
  | "releases/*"
  | "jobs/*"
  | "starts"
  | "reindex"
  | "index";

export interface Permission {
  actions: string[];
  resources: $util.Input<string>[];
  conditions?: { test: string; variable: string; values: string[] }[];
}

/** The only actions that may have the resource "*", each with its reason. */
const UNSCOPED: Readonly<Record<string, string>> = {
  "ecr:GetAuthorizationToken": "one token is valid for the whole registry; other actions name the repositories",
  "batch:DescribeJobs": "AWS accepts no narrower resource",
  "batch:ListJobs": "AWS accepts no narrower resource",
  "ecs:DiscoverPollEndpoint": "AWS accepts no narrower resource",
};

/** @throws if an action is a pattern, or has the resource "*" without a reason in UNSCOPED */
export function checked(permissions: Permission[]): Permission[] {
  for (const { actions, resources } of permissions) {
    const pattern = actions.find((action) => action.includes("*"));
    if (pattern !== undefined) throw new Error(`the action ${pattern} is a pattern: name each action`);
    if (!resources.includes("*")) continue;
    const unexplained = actions.find((action) => UNSCOPED[action] === undefined);
    if (unexplained !== undefined) throw new Error(`${unexplained} has the resource "*": name its resources`);
  }
  return permissions;
}

const under = (bucket: sst.aws.Bucket, prefixes: readonly Prefix[]) =>
  prefixes.map((prefix) => $interpolate`${bucket.arn}/${prefix}${prefix.endsWith("/") ? "*" : ""}`);

/**
 * Allows to get objects below prefixes (which end in "/") or single objects, and to list the whole bucket. Without ListBucket, S3
 * answers 403 for a missing key, but the port must report it as absent. So the role also lists names that it cannot read.
 */
export const canRead = (bucket: sst.aws.Bucket, ...prefixes: Prefix[]): Permission[] => [
  { actions: ["s3:GetObject"], resources: under(bucket, prefixes) },
  ...canList(bucket),
];

export const canList = (bucket: sst.aws.Bucket): Permission[] => [
  { actions: ["s3:ListBucket"], resources: [bucket.arn] },
];

export const canWrite = (bucket: sst.aws.Bucket, ...prefixes: Prefix[]): Permission[] => [
  { actions: ["s3:PutObject", "s3:AbortMultipartUpload"], resources: under(bucket, prefixes) },
];

/** Includes get: the store first checks that the object exists (packages/adapters/src/objects/s3-store.ts), and S3 requires it for If-Match. */
export const canDelete = (bucket: sst.aws.Bucket, ...prefixes: Prefix[]): Permission[] => [
  { actions: ["s3:DeleteObject", "s3:GetObject"], resources: under(bucket, prefixes) },
];

/** A transaction needs the permissions of its parts. No role may scan the table. */
export const USE_INDEX = [
  ...["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"],
  ...["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem", "dynamodb:ConditionCheckItem"],
];

/**
 * Allows to read and write partitions of the index. A role has one statement for all its partitions, because all keys of a request must
 * match the same statement.
 */
export const canUseIndex = (table: sst.aws.Dynamo, partitions: Partition[]): Permission[] => [
  {
    actions: USE_INDEX,
    resources: [table.arn],
    conditions: [{ test: "ForAllValues:StringLike", variable: "dynamodb:LeadingKeys", values: partitions }],
  },
];

export const canSend = (...queues: sst.aws.Queue[]): Permission[] => [
  { actions: ["sqs:SendMessage"], resources: queues.map((queue) => queue.arn) },
];

/** Needed only where sst does not create the subscriber's function; otherwise sst grants this. */
export const canReceive = (...queues: sst.aws.Queue[]): Permission[] => [
  {
    actions: [
      "sqs:ReceiveMessage",
      "sqs:DeleteMessage",
      "sqs:ChangeMessageVisibility",
      "sqs:GetQueueAttributes",
      "sqs:GetQueueUrl",
    ],
    resources: queues.map((queue) => queue.arn),
  },
];

/** "arn:aws:<service>:<region>:<account>:<rest>", in this account and region */
export const arnHere = (service: string, rest: $util.Input<string>) =>
  $interpolate`arn:aws:${service}:${aws.getRegionOutput().region}:${aws.getCallerIdentityOutput().accountId}:${rest}`;

/** Allows to submit jobs by the names of core/src/jobs/job-places.ts, with every revision of a definition. */
export const canSubmit = (definitions: string[], queues: $util.Input<string>[]): Permission[] => [
  {
    actions: ["batch:SubmitJob"],
    resources: [
      ...queues,
      ...definitions.flatMap((name) =>
        name.endsWith("*")
          ? [arnHere("batch", `job-definition/${name}`)]
          : [arnHere("batch", `job-definition/${name}`), arnHere("batch", `job-definition/${name}:*`)],
      ),
    ],
  },
];

/** Allows to look up a job before a function submits it again. */
export const canSeeJobs: Permission[] = [{ actions: ["batch:DescribeJobs", "batch:ListJobs"], resources: ["*"] }];
/** Covers all jobs, because their ids are not known at deployment. */
export const canEndJobs = (): Permission[] => [
  { actions: ["batch:TerminateJob"], resources: [arnHere("batch", "job/*")] },
];

/** The statements as a policy document, for roles that sst does not create. */
export const policyOf = (permissions: Permission[]) =>
  $jsonStringify({
    Version: "2012-10-17",
    Statement: checked(permissions).map(({ actions, resources, conditions }) => ({
      Effect: "Allow",
      Action: actions,
      Resource: resources,
      ...(conditions && {
        Condition: Object.fromEntries(conditions.map(({ test, variable, values }) => [test, { [variable]: values }])),
      }),
    })),
  });
