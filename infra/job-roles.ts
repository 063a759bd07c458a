// Each job has two roles. The execution role starts the containers: it pulls images, opens the log and reads the secrets of the
// definition. The job role holds the permissions of the program. Each organisation that licenses data has its own job role.
// sst makes roles for its own functions and tasks only.
import { organisations, servedDeployments } from "./conf.ts";
import { indexTable } from "./index-table.ts";
import { jobPrefix } from "./names.ts";
import { canDelete, canRead, canSend, canUseIndex, canWrite, type Permission, policyOf } from "./permissions.ts";
import { dispatch } from "./queue.ts";
import { hubToken, providerSecrets } from "./secrets.ts";
import { siteBucket } from "./site.ts";
import { data, inputs, models, results, scratch } from "./storage.ts";
import { serverImage, workerImage } from "./worker-image.ts";

/** The longest prefix that AWS accepts before it adds a unique suffix. */
const NAME_PREFIX = 38;

function taskRole(name: string, permissions: Permission[]) {
  const role = new aws.iam.Role(name, {
    // With four secrets or more, the name that Pulumi chooses is longer than the 64 characters that AWS accepts.
    namePrefix: `${jobPrefix}-${name}-`.slice(0, NAME_PREFIX),
    description: name,
    assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal({ Service: "ecs-tasks.amazonaws.com" }),
  });
  const policy = new aws.iam.RolePolicy(`${name}Policy`, { role: role.id, policy: policyOf(permissions) });
  // Waits for the policy, because a job that starts without it fails.
  return $output([role.arn, policy.id]).apply(([arn]) => arn as string);
}

export const jobLog = new aws.cloudwatch.LogGroup("JobLog", { name: `/${jobPrefix}/jobs`, retentionInDays: 30 });

const executionRole = (name: string, images: { repositoryArn: string }[], secrets: { arn: $util.Output<string> }[]) =>
  taskRole(name, [
    { actions: ["ecr:GetAuthorizationToken"], resources: ["*"] },
    {
      actions: ["ecr:BatchGetImage", "ecr:BatchCheckLayerAvailability", "ecr:GetDownloadUrlForLayer"],
      resources: images.map(({ repositoryArn }) => repositoryArn),
    },
    { actions: ["logs:CreateLogStream", "logs:PutLogEvents"], resources: [$interpolate`${jobLog.arn}:*`] },
    ...(secrets.length === 0
      ? []
      : [{ actions: ["secretsmanager:GetSecretValue"], resources: secrets.map(({ arn }) => arn) }]),
  ]);

/** The secrets with these environment variables. */
export const secretsOf = (names: readonly string[]) =>
  providerSecrets.filter(({ variable }) => names.includes(variable));

/** The execution role for a subset of the providers' secrets. */
export const cpuExecutionRole = (names: readonly string[]) =>
  executionRole(`Start${["Cpu", ...names].join("_")}`, [workerImage()], secretsOf(names));
const serverImages = [
  ...new Map(servedDeployments.map(({ served }) => serverImage(served)).map((one) => [one.image, one])).values(),
];
export const gpuExecutionRole = executionRole("StartGpu", [workerImage(), ...serverImages], []);
export const pullExecutionRole = executionRole("StartPullWeights", [workerImage()], [hubToken]);

const workerPermissions: Permission[] = [
  ...canRead(results, "submissions/", "runs/", "owners/"), // owners/ holds the cost of a run
  ...canWrite(results, "submissions/", "runs/", "owners/"),
  ...canRead(inputs, "inputs/"),
  ...canRead(data, "data/public/", "cache/"),
  ...canWrite(data, "cache/"),
  ...canRead(models, "models/"),
  ...canRead(scratch, "work/"),
  ...canWrite(scratch, "work/"),
  ...canDelete(scratch, "work/"),
  ...canUseIndex(indexTable, [
    "submission/*",
    "waiting/*", // the states of its runs
    "owner/*", // the cost of a run
  ]),
  ...canSend(dispatch.queue), // to pass a run on to another deployment
];

const workerRoles = new Map(
  organisations.map((organisation) => [
    organisation,
    organisation === undefined
      ? taskRole("Worker", workerPermissions)
      : taskRole(`Worker_${organisation}`, [...workerPermissions, ...canRead(data, `data/licensed/${organisation}/`)]),
  ]),
);
/**
 * @param organisation the only organisation whose licensed data the job reads
 * @throws for an organisation that conf/service.yaml does not name
 */
export function workerRole(organisation: string | undefined) {
  const role = workerRoles.get(organisation);
  if (role === undefined) throw new Error(`${organisation} is not in conf/service.yaml`);
  return role;
}

/** The permissions of functions/aggregate, and of the job for runs that are too large for it, except for those of the index. */
export const aggregatePermissions: Permission[] = [
  ...canRead(results, "runs/"),
  ...canWrite(results, "runs/"),
  ...canDelete(results, "runs/"), // to remove attempts that were never sealed
  ...canRead(scratch, "work/"),
];
export const aggregateRole = taskRole("AggregateJob", [
  ...aggregatePermissions,
  ...canUseIndex(indexTable, ["submission/*", "waiting/*"]), // to end the waiting of submissions for a seal
]);

export const releaseRole = taskRole("ReleaseJob", [
  ...canUseIndex(indexTable, ["releases", "releases/*", "owner/*"]), // the state of the release
  ...canRead(results, "release-requests/", "runs/", "releases/"),
  ...canRead(scratch, "work/"), // holds the reason why a run is missing
  ...canRead(siteBucket, "r/"), // shows whether the site exists
  ...canRead(inputs, "inputs/"), // may hold the user's schema
  ...canWrite(scratch, "work/.scores/"), // what a release has read from HELM's runs, for the next release
  ...canWrite(results, "releases/", "release-failures/"),
  ...canDelete(results, "releases/", "release-failures/"), // intermediate files, and the record of an earlier failure
]);

export const siteRole = taskRole("SiteJob", [
  ...canUseIndex(indexTable, ["releases", "releases/*", "owner/*"]), // the state of the release
  ...canRead(results, "release-requests/", "releases/"),
  ...canRead(results, "release-failures/"), // to record the state in the index
  ...canRead(results, "runs/*/.generations/public/*/pages/worst.json"), // the excerpts of public runs
  ...canRead(siteBucket, "r/", "latest.json", "releases.json", "index.html"),
  ...canWrite(siteBucket, "r/", "latest.json", "releases.json", "index.html"),
]);

export const pullRole = taskRole("PullWeights", [...canRead(models, "models/"), ...canWrite(models, "models/")]);
