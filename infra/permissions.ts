// Permissions are spelled out, action by action and prefix by prefix. Never `link` a bucket or a queue: it grants every action on it.

export interface Permission {
  actions: string[];
  resources: $util.Input<string>[];
  conditions?: { test: string; variable: string; values: string[] }[];
}

/** Actions for which AWS knows no narrower resource than "*". Any other is refused with it. */
const UNSCOPED: Readonly<Record<string, string>> = {
  "ecr:GetAuthorizationToken": "one token opens the account's whole registry; what may be pulled is said by repository",
  "batch:DescribeJobs": "AWS takes no resource",
  "batch:ListJobs": "AWS takes no resource",
  "ecs:DiscoverPollEndpoint": "AWS takes no resource",
};

/** @throws where an action is a pattern, or takes "*" for its resource without a reason above */
export function checked(permissions: Permission[]): Permission[] {
  for (const { actions, resources } of permissions) {
    const pattern = actions.find((action) => action.includes("*"));
    if (pattern !== undefined) throw new Error(`the action ${pattern} is wider than any one need`);
    if (!resources.includes("*")) continue;
    const unexplained = actions.find((action) => UNSCOPED[action] === undefined);
    if (unexplained !== undefined) throw new Error(`${unexplained} may be scoped: name its resources`);
  }
  return permissions;
}

const under = (bucket: sst.aws.Bucket, prefixes: string[]) =>
  prefixes.map((prefix) => $interpolate`${bucket.arn}/${prefix}${prefix === "" || prefix.endsWith("/") ? "*" : ""}`);

/**
 * Get and head of what lies under prefixes (ending in "/") or of single objects; and list, of the whole bucket: without ListBucket S3
 * answers 403 for a missing key, where the port promises "absent". Names can be listed, then, that cannot be read.
 */
export const canRead = (bucket: sst.aws.Bucket, ...prefixes: string[]): Permission[] => [
  { actions: ["s3:GetObject"], resources: under(bucket, prefixes) },
  ...canList(bucket),
];

export const canList = (bucket: sst.aws.Bucket): Permission[] => [
  { actions: ["s3:ListBucket"], resources: [bucket.arn] },
];

export const canWrite = (bucket: sst.aws.Bucket, ...prefixes: string[]): Permission[] => [
  { actions: ["s3:PutObject", "s3:AbortMultipartUpload"], resources: under(bucket, prefixes) },
];

/** And get: the store asks whether there is something first (packages/adapters/src/objects/s3-store.ts), and S3 wants it for a delete with If-Match. */
export const canDelete = (bucket: sst.aws.Bucket, ...prefixes: string[]): Permission[] => [
  { actions: ["s3:DeleteObject", "s3:GetObject"], resources: under(bucket, prefixes) },
];

export const canSend = (...queues: sst.aws.Queue[]): Permission[] => [
  { actions: ["sqs:SendMessage"], resources: queues.map((queue) => queue.arn) },
];

/** sst grants this by itself where it makes the subscriber's function. */
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

/** Jobs of some definitions, on some queues, both by the names of core/run/job-places.ts; a definition's revision is not fixed. */
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

/** To look a job up before it is submitted again. */
export const canSeeJobs: Permission[] = [{ actions: ["batch:DescribeJobs", "batch:ListJobs"], resources: ["*"] }];
/** A job's id is not known beforehand. */
export const canEndJobs = (): Permission[] => [
  { actions: ["batch:TerminateJob"], resources: [arnHere("batch", "job/*")] },
];

/** The same statements as a policy document, for roles that sst does not make. */
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
