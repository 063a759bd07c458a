// Two roles a job. The execution role starts the containers: pulls images, opens the log, reads this definition's secrets. The job
// role is what the program inside may do; each organisation that licenses data has one of its own.
import { organisations } from "./conf.ts";
import { jobPrefix } from "./names.ts";
import { canDelete, canRead, canSend, canWrite, type Permission, policyOf } from "./permissions.ts";
import { dispatch } from "./queue.ts";
import { hubToken, providerSecrets } from "./secrets.ts";
import { siteBucket } from "./site.ts";
import { data, inputs, models, results, scratch } from "./storage.ts";
import { serverImage, workerImage } from "./worker-image.ts";

/** AWS's most, for what it then makes unique. */
const NAME_PREFIX = 38;

function taskRole(name: string, permissions: Permission[]) {
  const role = new aws.iam.Role(name, {
    // not Pulumi's own choice, which is longer than AWS's 64 characters from the fourth provider's secret on
    namePrefix: `${jobPrefix}-${name}-`.slice(0, NAME_PREFIX),
    description: name,
    assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal({ Service: "ecs-tasks.amazonaws.com" }),
  });
  const policy = new aws.iam.RolePolicy(`${name}Policy`, { role: role.id, policy: policyOf(permissions) });
  // a job that starts before its role has the policy would fail
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

/** Those of a definition, by their environment names. */
export const secretsOf = (names: readonly string[]) =>
  providerSecrets.filter(({ variable }) => names.includes(variable));

/** One for each subset of the providers' secrets. */
export const cpuExecutionRole = (names: readonly string[]) =>
  executionRole(`Start${["Cpu", ...names].join("_")}`, [workerImage()], secretsOf(names));
export const gpuExecutionRole = executionRole("StartGpu", [workerImage(), serverImage()], []);
export const pullExecutionRole = executionRole("StartPullWeights", [workerImage()], [hubToken]);

const workerPermissions: Permission[] = [
  ...canRead(results, "submissions/", "runs/", "owners/"), // owners/: what a run cost
  ...canWrite(results, "submissions/", "runs/", "owners/"),
  ...canDelete(results, "runs/"), // a re-opened run loses its seal
  ...canRead(inputs, "inputs/"),
  ...canRead(data, "data/public/", "cache/"),
  ...canWrite(data, "cache/"),
  ...canRead(models, "models/"),
  ...canRead(scratch, "work/"),
  ...canWrite(scratch, "work/"),
  ...canDelete(scratch, "work/"),
  ...canSend(dispatch.queue), // a run that awaits another deployment's answers
];

const workerRoles = new Map(
  organisations.map((organisation) => [
    organisation,
    organisation === undefined
      ? taskRole("Worker", workerPermissions)
      : taskRole(`Worker_${organisation}`, [...workerPermissions, ...canRead(data, `data/licensed/${organisation}/`)]),
  ]),
);
/** `organisation`: whose licensed data the job reads, and nobody else's */
export function workerRole(organisation: string | undefined) {
  const role = workerRoles.get(organisation);
  if (role === undefined) throw new Error(`${organisation} is not in conf/service.yaml`);
  return role;
}

/** Of functions/aggregate (aggregate.ts), and of the job for runs that are too large for it. */
export const aggregatePermissions: Permission[] = [
  ...canRead(results, "runs/"),
  ...canWrite(results, "runs/"),
  ...canDelete(results, "runs/"), // a seal that holds no longer
  ...canRead(scratch, "work/"),
];
export const aggregateRole = taskRole("AggregateJob", aggregatePermissions);

export const siteRole = taskRole("SiteJob", [
  ...canRead(results, "release-requests/", "releases/"),
  ...canRead(siteBucket, "r/", "latest.json", "index.html"),
  ...canWrite(siteBucket, "r/", "latest.json", "index.html"),
]);

export const pullRole = taskRole("PullWeights", [...canRead(models, "models/"), ...canWrite(models, "models/")]);
