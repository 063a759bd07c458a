import { reporting } from "./conf.ts";
import { jobPrefix } from "./names.ts";
import { checked, type Permission } from "./permissions.ts";

export interface LambdaSettings {
  /** folder of functions/ that scripts/bundle.ts bundles */
  name: string;
  timeoutS: number;
  /** concurrent calls that AWS keeps for the function, and its most */
  reserved: number | undefined;
  memory?: sst.aws.FunctionArgs["memory"];
  environment: Record<string, $util.Input<string>>;
  permissions: Permission[];
}

/** The common settings of all functions. scripts/bundle.ts bundles their code first, so that infra/ does not import it. */
export function lambda({ name, timeoutS, reserved, memory = "512 MB", environment, permissions }: LambdaSettings) {
  // sst derives the names of its own groups from the stage, and shortens long ones. The permission names this group by its ARN.
  const log = new aws.cloudwatch.LogGroup(`${name}Log`, {
    name: `/${jobPrefix}/functions/${name}`,
    retentionInDays: 30,
  });
  return {
    bundle: `dist/functions/${name}`,
    handler: "index.handler",
    runtime: "nodejs24.x",
    architecture: "arm64",
    timeout: `${timeoutS} seconds`,
    memory,
    ...(reserved !== undefined && { concurrency: { reserved } }),
    environment: { ...environment, MEDHELM_CONF: "/var/task/conf", ...reporting },
    permissions: checked([...permissions, ...canLog(log)]),
    logging: { logGroup: log.name, format: "json" },
    // The trust policy of sst 4.17 names the whole account in every stage, because it tests an Output, which is always true.
    transform: {
      role: {
        assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal({ Service: "lambda.amazonaws.com" }),
        managedPolicyArns: [], // the managed policy for logs allows every log of the account
      },
    },
    live: false, // `sst dev` needs that trust; `medhelm up` runs the handlers on a laptop
  } satisfies sst.aws.FunctionArgs;
}

const canLog = (log: aws.cloudwatch.LogGroup): Permission[] => [
  { actions: ["logs:CreateLogStream", "logs:PutLogEvents"], resources: [$interpolate`${log.arn}:*`] },
];
