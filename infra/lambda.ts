import { jobPrefix } from "./names.ts";
import { arnHere, checked, type Permission } from "./permissions.ts";

export interface LambdaSettings {
  /** folder of functions/ that scripts/bundle.ts bundles */
  name: string;
  timeoutS: number;
  memory?: sst.aws.FunctionArgs["memory"];
  environment: Record<string, $util.Input<string>>;
  permissions: Permission[];
}

/** What all functions have in common. They are bundled beforehand (scripts/bundle.ts): infra imports no code of theirs. */
export function lambda({ name, timeoutS, memory = "512 MB", environment, permissions }: LambdaSettings) {
  return {
    bundle: `dist/functions/${name}`,
    handler: "index.handler",
    runtime: "nodejs24.x",
    architecture: "arm64",
    timeout: `${timeoutS} seconds`,
    memory,
    environment: { ...environment, MEDHELM_CONF: "/var/task/conf" },
    permissions: checked([...permissions, ...canLog()]),
    logging: { retention: "1 month", format: "json" },
    // sst 4.17's own trust policy also names the whole account, in every stage (it negates an Output, which is always true)
    transform: {
      role: {
        assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal({ Service: "lambda.amazonaws.com" }),
        managedPolicyArns: [], // AWS's own for logs is for every log of the account
      },
    },
    live: false, // `sst dev` would need that trust; `medhelm up` is the way to run the handlers here
  } satisfies sst.aws.FunctionArgs;
}

/** sst names a function's log after the function, and makes it. */
const canLog = (): Permission[] => [
  {
    actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
    resources: [arnHere("logs", `log-group:/aws/lambda/${jobPrefix}-*`)],
  },
];
