import { z } from "zod";
import { nearNames } from "../text/near-names.ts";
import { readYaml } from "../text/read-yaml.ts";
import { issueText } from "../text/issue-text.ts";
import { UserError } from "../user-error.ts";
import { type Credentials, keyReference } from "./credentials.ts";
import {
  checkedBaseUrl,
  Deployment,
  type DeploymentClient,
  enginePart,
  hostOrganization,
  OPENAI_URL,
  SERVED_URL,
  Trust,
  trustOfUrl,
} from "./deployment.ts";
import { keepLastByName } from "./keep-last-by-name.ts";
import { outputProcessor } from "../run/output-processors.ts";

const ClientArgs = z.strictObject({
  base_url: z.string().optional(),
  vllm_model_name: z.string().optional(),
  openai_model_name: z.string().optional(),
  output_processor: z.string().optional(),
  reasoning_effort: z.string().optional(),
});
/** HELM's keys and, from `trust` on, our own. The object is strict because a misspelled `trust` must be an error. */
const Entry = z.strictObject({
  name: z.string().min(1),
  client_spec: z.object({ class_name: z.string(), args: z.unknown().optional() }),
  model_name: z.string().nullish(),
  tokenizer_name: z.string().nullish(),
  window_service_spec: z.unknown().optional(),
  max_sequence_length: z.int().positive().nullish(),
  max_request_length: z.int().positive().nullish(),
  max_sequence_and_generated_tokens_length: z.int().positive().nullish(),
  deprecated: z.boolean().default(false),
  trust: Trust.optional(),
  concurrency: z.int().positive().optional(),
  price: z
    .strictObject({
      input_usd_per_million: z.number().min(0),
      output_usd_per_million: z.number().min(0),
      as_of: z.iso.date().optional(),
    })
    .optional(),
  weights_revision: z.string().optional(),
  /** The environment variable with the provider's key, for providers other than OpenAI. */
  api_key_env: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/, "must be the name of an environment variable, e.g. ANTHROPIC_API_KEY")
    .optional(),
  structured_output: z.boolean().optional(),
  served: z
    .strictObject({
      gpu_class: z.string().min(1),
      repo: z.string(),
      revision: z.string(),
      weights_gb: z.number().positive(),
      replicas: z.int().positive().optional(),
      server_arguments: z.array(z.string()).optional(),
    })
    .optional(),
});
type Entry = z.infer<typeof Entry>;

const KINDS: Readonly<Record<string, "openai-chat" | "openai-completions" | "simple">> = {
  "helm.clients.vllm_client.VLLMChatClient": "openai-chat",
  "helm.clients.vllm_client.VLLMClient": "openai-completions",
  "helm.clients.openai_client.OpenAIClient": "openai-chat",
  "helm.clients.openai_client.OpenAILegacyCompletionsClient": "openai-completions",
  "helm.clients.simple_client.SimpleClient": "simple",
};

/** Parses HELM's model_deployments.yaml. @throws UserError naming file and key; for an unknown client class it lists the supported ones */
export function parseModelDeployments(text: string, label: string, credentials: Credentials): Deployment[] {
  const { model_deployments: entries } = readYaml(text, label, z.object({ model_deployments: z.array(Entry) }));
  return keepLastByName(
    entries.map((entry, i) => toDeployment(entry, `${label}: model_deployments[${i}] (${entry.name})`, credentials)),
  );
}

function toDeployment(entry: Entry, where: string, credentials: Credentials): Deployment {
  const client = toClient(entry, where, credentials);
  const { price, served } = entry;
  return Deployment.parse({
    name: entry.name,
    modelName: entry.model_name ?? entry.name,
    client,
    tokenizerName: entry.tokenizer_name ?? undefined,
    maxSequenceLength: entry.max_sequence_length ?? undefined,
    maxRequestLength: entry.max_request_length ?? entry.max_sequence_length ?? undefined,
    maxSequenceAndGeneratedTokensLength: entry.max_sequence_and_generated_tokens_length ?? undefined,
    deprecated: entry.deprecated,
    trust: entry.trust ?? trustOf(entry, client),
    concurrency: entry.concurrency,
    weightsRevision: entry.weights_revision ?? served?.revision,
    structuredOutput: entry.structured_output,
    price: price && {
      inputUsdPerMillion: price.input_usd_per_million,
      outputUsdPerMillion: price.output_usd_per_million,
      ...(price.as_of === undefined ? {} : { asOf: price.as_of }),
    },
    served: served && {
      gpuClass: served.gpu_class,
      repo: served.repo,
      revision: served.revision,
      weightsGb: served.weights_gb,
      replicas: served.replicas,
      serverArguments: served.server_arguments,
    },
  });
}

/** The default trust. A served deployment runs in the operator's own account and is therefore covered. */
function trustOf({ served }: Entry, client: DeploymentClient): Trust {
  if (served !== undefined) return "covered";
  return client.kind === "builtin" ? "local" : trustOfUrl(client.baseUrl);
}

function toClient(entry: Entry, where: string, credentials: Credentials): DeploymentClient {
  const kind = kindOf(entry, where);
  const model = entry.model_name ?? entry.name;
  if (kind === "simple") return { kind: "builtin", baseline: model };
  const parsed = ClientArgs.safeParse(entry.client_spec.args ?? {});
  if (!parsed.success)
    throw new UserError(
      `${where}.client_spec.args: ${issueText(parsed.error.issues[0])}; the known arguments are ${Object.keys(ClientArgs.shape).join(", ")}; put API keys into credentials.conf`,
    );
  const args = parsed.data;
  const baseUrl = baseUrlOf(entry, args.base_url, where, credentials);
  const apiKeyFrom =
    entry.api_key_env === undefined
      ? keyReference(entry.name, baseUrl, credentials)
      : ({ kind: "env", name: entry.api_key_env } as const);
  const server = {
    baseUrl,
    modelSent: args.vllm_model_name ?? args.openai_model_name ?? enginePart(model),
    ...(apiKeyFrom !== undefined && { apiKeyFrom }),
    ...(args.output_processor !== undefined && { outputProcessor: args.output_processor }),
  };
  if (args.output_processor !== undefined) outputProcessor(args.output_processor); // throws for an unknown processor before the first request
  if (kind === "openai-completions") return { kind, ...server };
  return { kind, ...server, ...(args.reasoning_effort !== undefined && { reasoningEffort: args.reasoning_effort }) };
}

function kindOf({ client_spec: { class_name: name } }: Entry, where: string) {
  const kind = KINDS[name];
  if (kind !== undefined) return kind;
  const [near] = nearNames(name, Object.keys(KINDS));
  const hint = near === undefined ? `the supported ones are ${Object.keys(KINDS).join(", ")}` : `did you mean ${near}?`;
  throw new UserError(`${where}.client_spec.class_name: ${name} is not a supported client; ${hint}`);
}

function baseUrlOf(
  { name, client_spec: spec, served }: Entry,
  given: string | undefined,
  where: string,
  credentials: Credentials,
) {
  const baseUrl = given ?? (served && SERVED_URL) ?? credentials.get(`${hostOrganization(name)}BaseUrl`);
  if (baseUrl === undefined && spec.class_name.includes(".vllm_client."))
    throw new UserError(
      `${where}.client_spec.args: base_url is missing; add it like base_url: http://127.0.0.1:8000/v1`,
    );
  return checkedBaseUrl(baseUrl ?? OPENAI_URL, `${where}.client_spec.args.base_url`);
}
