// One secret for each model provider (conf/model_deployments.yaml, api_key_env), and one for the hub's token for gated weights.
// The program and its state hold only the name of a secret. The operator sets the value with
//   aws secretsmanager put-secret-value --secret-id <name> --secret-string <key>
// The execution role passes it to a job; it never appears in a job definition. A job whose secret has no value fails to start.
// The Secret of sst keeps the value in sst's own bucket and state, and passes it to functions. Batch takes secrets of Secrets Manager only.
import { secretNames } from "./conf.ts";
import { isProduction, jobPrefix } from "./names.ts";

const secret = (variable: string, description: string) => ({
  variable,
  arn: new aws.secretsmanager.Secret(variable, {
    namePrefix: `${jobPrefix}/${variable}-`,
    description,
    recoveryWindowInDays: isProduction ? 30 : 0,
  }).arn,
});

export const providerSecrets = secretNames.map((variable) => secret(variable, `${variable} for MedHELM's workers`));
export const hubToken = secret("HF_TOKEN", "token for gated weights, which only pull-weights reads");
