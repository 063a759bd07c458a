import { z } from "zod";
import { MOST_USD_PER_MILLION } from "../money/micro-usd.ts";
import { nearNames } from "../text/near-names.ts";
import { readYaml } from "../text/read-yaml.ts";
import { issueText } from "../text/issue-text.ts";
import { eachOf, UserError } from "../user-error.ts";
import { type Credentials, keyReference } from "./credentials.ts";
import {
  checkedBaseUrl,
  Deployment,
  type DeploymentClient,
  enginePart,
  hostOrganization,
  type KeyReference,
  OPENAI_URL,
  SERVED_URL,
  Trust,
  trustOfUrl,
} from "./deployment.ts";
import { faultOfExtraBody } from "./extra-body.ts";
import { keepLastByName } from "./keep-last-by-name.ts";
import { perMinuteOf } from "./minute-limits.ts";
import { AZURE_KEY, azureUrl, bedrockUrl, PROVIDERS, type Provider } from "./providers.ts";
import { type EntrySettings, LONGEST_TIMEOUT_S } from "./request-settings.ts";
import { isHeaderValue, isOfConnection } from "./sent-headers.ts";
import { outputProcessor } from "../run/asking/output-processors.ts";

const ClientArgs = z.strictObject({
  base_url: z.string().optional(),
  vllm_model_name: z.string().optional(),
  openai_model_name: z.string().optional(),
  anthropic_model_name: z.string().optional(),
  together_model: z.string().optional(),
  /** of Azure */
  endpoint: z.string().optional(),
  api_version: z.string().optional(),
  /** of Bedrock */
  region: z.string().optional(),
  output_processor: z.string().optional(),
  reasoning_effort: z.string().optional(),
});
type Args = z.infer<typeof ClientArgs>;
const EnvName = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]*$/, "must be the name of an environment variable, e.g. ANTHROPIC_API_KEY");
const HeaderName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~\w-]+$/, "must be the name of a header, e.g. X-Team")
  .refine((name) => !isOfConnection(name), "belongs to the connection, and the client sets it itself");

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
  tokenizer_file: z.string().min(1).optional(),
  concurrency: z.int().positive().optional(),
  requests_per_minute: z.int().positive().optional(),
  tokens_per_minute: z.int().positive().optional(),
  price: z
    .strictObject({
      input_usd_per_million: z.number().min(0).max(MOST_USD_PER_MILLION),
      output_usd_per_million: z.number().min(0).max(MOST_USD_PER_MILLION),
      as_of: z.iso.date().optional(),
    })
    .optional(),
  weights_revision: z.string().optional(),
  /** The environment variable with the provider's key, for providers other than OpenAI. */
  api_key_env: EnvName.optional(),
  structured_output: z.boolean().optional(),
  reasoning: z.union([z.boolean(), z.literal("budget")]).optional(),
  temperature: z.boolean().optional(),
  images: z.boolean().optional(),
  /** As --timeout, --max-retries, --extra-header and --extra-body, for every request to this server. */
  request: z
    .strictObject({
      timeout_seconds: z.number().positive().max(LONGEST_TIMEOUT_S).optional(),
      max_retries: z.int().min(0).optional(),
      extra_headers: z.record(HeaderName, z.string().refine(isHeaderValue, "must be one line of ASCII")).optional(),
      extra_headers_env: z.record(HeaderName, EnvName).optional(),
      extra_body: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  served: z
    .strictObject({
      gpu_class: z.string().min(1),
      repo: z.string(),
      revision: z.string(),
      weights_gb: z.number().positive(),
      gguf: z.string().optional(),
      replicas: z.int().positive().optional(),
      server_arguments: z.array(z.string()).optional(),
    })
    .optional(),
});
type Entry = z.infer<typeof Entry>;

interface ClientClass {
  readonly kind: Exclude<DeploymentClient["kind"], "builtin"> | "simple" | "azure";
  /** The provider with its address and key. Absent: OpenAI, or a server that the entry names. */
  readonly provider?: Provider;
}

/** HELM's classes that this program supports. */
const CLASSES: Readonly<Record<string, ClientClass>> = {
  "helm.clients.vllm_client.VLLMChatClient": { kind: "openai-chat" },
  "helm.clients.vllm_client.VLLMClient": { kind: "openai-completions" },
  "helm.clients.openai_client.OpenAIClient": { kind: "openai-chat" },
  "helm.clients.openai_client.OpenAILegacyCompletionsClient": { kind: "openai-completions" },
  "helm.clients.simple_client.SimpleClient": { kind: "simple" },
  "helm.clients.anthropic_client.AnthropicMessagesClient": {
    kind: "anthropic-messages",
    provider: PROVIDERS.anthropic,
  },
  "helm.clients.google_genai_client.GoogleGenAIClient": { kind: "gemini", provider: PROVIDERS.google },
  "helm.clients.together_client.TogetherChatClient": { kind: "openai-chat", provider: PROVIDERS.together },
  "helm.clients.openrouter_client.OpenRouterClient": { kind: "openai-chat", provider: PROVIDERS.openrouter },
  "helm.clients.azure_openai_client.AzureOpenAIClient": { kind: "azure" },
  "helm.clients.bedrock_client.BedrockNovaClient": { kind: "bedrock-converse" },
};

/** Parses HELM's model_deployments.yaml. @throws UserError naming file and key; for an unknown client class it lists the supported ones */
export function parseModelDeployments(text: string, label: string, credentials: Credentials): Deployment[] {
  const { model_deployments: entries } = readYaml(text, label, z.object({ model_deployments: z.array(Entry) }));
  return keepLastByName(
    eachOf(entries, (entry, i) =>
      toDeployment(entry, `${label}: model_deployments[${i}] (${entry.name})`, credentials),
    ),
  );
}

function toDeployment(entry: Entry, where: string, credentials: Credentials): Deployment {
  const client = toClient(entry, where, credentials);
  const { price, served } = entry;
  const request = requestOf(entry, where);
  const made = Deployment.safeParse({
    name: entry.name,
    modelName: entry.model_name ?? entry.name,
    client,
    tokenizerName: entry.tokenizer_name ?? undefined,
    tokenizerFile: entry.tokenizer_file,
    maxSequenceLength: entry.max_sequence_length ?? undefined,
    maxRequestLength: entry.max_request_length ?? entry.max_sequence_length ?? undefined,
    maxSequenceAndGeneratedTokensLength: entry.max_sequence_and_generated_tokens_length ?? undefined,
    deprecated: entry.deprecated,
    trust: entry.trust ?? trustOf(entry, client),
    concurrency: entry.concurrency,
    ...perMinuteOf(entry.requests_per_minute, entry.tokens_per_minute),
    weightsRevision: weightsRevisionOf(entry),
    structuredOutput: entry.structured_output,
    reasoning: entry.reasoning,
    temperature: entry.temperature,
    ...(request === undefined ? {} : { request }),
    ...(entry.images === undefined ? {} : { images: entry.images }),
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
      gguf: served.gguf,
      replicas: served.replicas,
      serverArguments: served.server_arguments,
    },
  });
  return validDeployment(made, where);
}

/** A served repository may have several GGUF files. */
const weightsRevisionOf = ({ weights_revision: given, served }: Entry): string | undefined =>
  given ?? (served?.gguf === undefined ? served?.revision : `${served.revision} ${served.gguf}`);

function validDeployment({ data, error }: z.ZodSafeParseResult<Deployment>, where: string): Deployment {
  if (data !== undefined) return data;
  const [issue] = error.issues;
  const field = issue?.path.join(".");
  throw new UserError(`${where}: it gives a deployment whose ${field} ${issueText(issue)}; correct it`);
}

/** @throws UserError if the entry sets a field of the body that the run sets itself */
function requestOf({ request }: Entry, where: string): EntrySettings | undefined {
  if (request === undefined) return undefined;
  const { timeout_seconds: timeout, max_retries: maxRetries, extra_body: extraBody } = request;
  const fault = faultOfExtraBody(extraBody ?? {});
  if (fault !== undefined) throw new UserError(`${where}.request.extra_body${fault}`);
  const extraHeaders = request.extra_headers && lowerCase(request.extra_headers);
  const headersFrom = request.extra_headers_env && lowerCase(request.extra_headers_env);
  return {
    ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
    ...(maxRetries !== undefined && { maxRetries }),
    ...(extraHeaders !== undefined && { extraHeaders }),
    ...(headersFrom !== undefined && { headersFrom }),
    ...(extraBody !== undefined && { extraBody }),
  };
}

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]));

/** The default trust. A served deployment runs in the operator's own account and is therefore covered. */
function trustOf({ served }: Entry, client: DeploymentClient): Trust {
  if (served !== undefined) return "covered";
  return client.kind === "builtin" ? "local" : trustOfUrl(client.baseUrl);
}

function toClient(entry: Entry, where: string, credentials: Credentials): DeploymentClient {
  const { kind, provider } = classOf(entry, where);
  const model = entry.model_name ?? entry.name;
  if (kind === "simple") return { kind: "builtin", baseline: model };
  const args = argsOf(entry, where);
  const isNamedByProvider = provider !== undefined || kind === "azure" || kind === "bedrock-converse";
  const place = {
    modelSent: nameIn(args) ?? enginePart(isNamedByProvider ? entry.name : model),
    ...(args.output_processor !== undefined && { outputProcessor: args.output_processor }),
  };
  if (kind === "azure") return azure(entry, args, { where, credentials, place });
  if (kind === "bedrock-converse") return bedrock(entry, args, { where, place });
  const server = { ...placeOf(entry, args, { where, credentials, place }, provider), ...place };
  if (kind !== "openai-chat") return { kind, ...server };
  return { kind, ...server, ...(args.reasoning_effort !== undefined && { reasoningEffort: args.reasoning_effort }) };
}

/** The address of a server, and where its key is. */
function placeOf(
  entry: Entry,
  args: Args,
  { where, credentials }: Cloud & { readonly credentials: Credentials },
  provider: Provider | undefined,
) {
  const baseUrl = baseUrlOf(entry, args.base_url ?? provider?.url, where, credentials);
  const apiKeyFrom = envKey(entry) ?? keyReference(entry.name, baseUrl, credentials) ?? keyOf(provider);
  return { baseUrl, ...(apiKeyFrom !== undefined && { apiKeyFrom }) };
}

function argsOf({ client_spec: { args } }: Entry, where: string): Args {
  const parsed = ClientArgs.safeParse(args ?? {});
  if (!parsed.success)
    throw new UserError(
      `${where}.client_spec.args: ${issueText(parsed.error.issues[0])}; the known arguments are ${Object.keys(ClientArgs.shape).join(", ")}; put API keys into credentials.conf`,
    );
  const { output_processor: processor } = parsed.data;
  if (processor !== undefined) outputProcessor(processor); // throws for an unknown processor before the first request
  return parsed.data;
}

const nameIn = (args: Args): string | undefined =>
  args.vllm_model_name ?? args.openai_model_name ?? args.anthropic_model_name ?? args.together_model;

const keyOf = (provider: Provider | undefined): KeyReference | undefined =>
  provider && { kind: "env", name: provider.keys[0] };

const envKey = ({ api_key_env: name }: Entry): KeyReference | undefined =>
  name === undefined ? undefined : { kind: "env", name };

interface Cloud {
  readonly where: string;
  readonly place: { readonly modelSent: string; readonly outputProcessor?: string };
}

function azure(
  entry: Entry,
  { endpoint, api_version: version }: Args,
  { where, place, credentials }: Cloud & { readonly credentials: Credentials },
): DeploymentClient {
  if (endpoint === undefined)
    throw new UserError(
      `${where}.client_spec.args: endpoint is missing; add it like endpoint: https://NAME.openai.azure.com`,
    );
  const resource = checkedBaseUrl(endpoint, `${where}.client_spec.args.endpoint`);
  const baseUrl = azureUrl(resource, place.modelSent, version);
  const apiKeyFrom = envKey(entry) ??
    keyReference(entry.name, baseUrl, credentials) ?? { kind: "env", name: AZURE_KEY };
  return { kind: "openai-chat", baseUrl, ...place, apiKeyFrom, keyHeader: "api-key" };
}

/** Without api_key_env, the client signs with the credentials of the AWS chain. */
function bedrock(entry: Entry, { region, base_url: given }: Args, { where, place }: Cloud): DeploymentClient {
  if (region === undefined)
    throw new UserError(`${where}.client_spec.args: region is missing; add it like region: us-east-1`);
  const baseUrl = checkedBaseUrl(given ?? bedrockUrl(region), `${where}.client_spec.args.base_url`);
  const apiKeyFrom = envKey(entry);
  return { kind: "bedrock-converse", baseUrl, region, ...place, ...(apiKeyFrom !== undefined && { apiKeyFrom }) };
}

function classOf({ client_spec: { class_name: name } }: Entry, where: string): ClientClass {
  const found = CLASSES[name];
  if (found !== undefined) return found;
  const [near] = nearNames(name, Object.keys(CLASSES));
  const hint =
    near === undefined ? `the supported ones are ${Object.keys(CLASSES).join(", ")}` : `did you mean ${near}?`;
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
