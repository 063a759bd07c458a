import { allowedVariables } from "@medhelm/adapters/compute/allowed-variables";
import { PROXY_VARIABLES } from "@medhelm/adapters/proxy/proxy-of";
import { secretsOf } from "@medhelm/core/models/credentials";
import { allProviderSecrets, providerVariables } from "@medhelm/core/models/providers";
import { credentialsOf } from "@medhelm/core/models/secret-variables";
import { JobAsks } from "@medhelm/service/dispatch/job-asks";
import type { Env } from "../../env.ts";
import type { Models } from "../../models/load-models.ts";
import { ownVariables, type StackSettings } from "./stack-settings.ts";

type JobVariables = Readonly<Record<string, string>>;

/**
 * The environment of a child process that asks models: paths, certificates, the proxy, the data, addresses of providers, and the keys of the models
 * that the job asks.
 */
export function jobEnvironment(
  settings: Pick<StackSettings, "apiKeyEnv" | "store">,
  models: Pick<Models, "prodEnv" | "secretsFor">,
  env: Env,
): (job: JobVariables) => Record<string, string> {
  const plain = [...ownVariables(settings), ...PROXY_VARIABLES, ...WITHOUT_SECRET];
  const everyKey = [
    ...allProviderSecrets,
    "MEDHELM_API_KEY",
    ...(settings.apiKeyEnv === undefined ? [] : [settings.apiKeyEnv]),
    ...models.prodEnv.deployments.flatMap(secretsOf),
  ];
  return (job) => {
    const asks = asksOf(job);
    // an earlier version started the job, without the names of its models
    if (asks === undefined) return allowedVariables(env, [...plain, ...everyKey, CREDENTIALS]);
    const names = [...asks.candidates, ...asks.judges];
    const keys = [
      ...asks.candidates.flatMap((name) => models.secretsFor(name, "candidate")),
      ...asks.judges.flatMap((name) => models.secretsFor(name, "judge")),
    ];
    const credentials = credentialsOf(names, models.prodEnv.credentials);
    return {
      ...allowedVariables(env, [...plain, ...keys]),
      // JSON is HOCON. The variable replaces the file credentials.conf, so it is set only where the service has it.
      ...((env[CREDENTIALS] ?? "") !== "" && { [CREDENTIALS]: JSON.stringify(Object.fromEntries(credentials)) }),
    };
  };
}

/** The text of credentials.conf, with all its keys. */
const CREDENTIALS = "HELM_CREDENTIALS";
const secrets = new Set(allProviderSecrets);
const WITHOUT_SECRET = [
  "MEDHELM_DATA",
  "MEDHELM_ENCODER",
  "MEDHELM_FHIR_SERVER",
  "MEDHELM_ENDPOINT",
  "HELM_RETRIES",
  "OPENAI_BASE_URL",
  ...providerVariables.filter((name) => !secrets.has(name)),
];

/** The models that a job asks. A pool serves one deployment, in both roles. */
function asksOf({ MEDHELM_POOL: pool, MEDHELM_ASKS: asks }: JobVariables): JobAsks | undefined {
  if (pool !== undefined) return { candidates: [pool], judges: [pool] };
  return asks === undefined ? undefined : JobAsks.parse(JSON.parse(asks));
}
