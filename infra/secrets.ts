// Keys of model providers, one secret a provider (conf/model_deployments.yaml, api_key_env), and the hub's token for gated weights.
// Only the secret's name is in the program and in its state: the value is put by
//   aws secretsmanager put-secret-value --secret-id <name> --secret-string <key>
// and handed to a job by its execution role, never as environment text. A job whose secret has no value fails to start and says so.
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
export const hubToken = secret("HF_TOKEN", "token for gated weights, read by pull-weights alone");
