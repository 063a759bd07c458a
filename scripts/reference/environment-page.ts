import { code, markdownTable } from "./markdown-table.ts";

type Meanings = Readonly<Record<string, string>>;

/** Variables of the command line and of the embedded stack. The page stops at a name that differs from those that the packages read. */
const OURS: Meanings = {
  MEDHELM_API_KEY: "the key of the server of `--endpoint` or `--model URL`; `--api-key-env` names another variable",
  MEDHELM_AUDIENCE: "the audience of a workflow's token, if the service has another one than its address",
  MEDHELM_DATA: "the folder of data sets, instead of `--data-dir`",
  MEDHELM_ENCODER: "the folder of BERTScore's encoder",
  MEDHELM_FHIR_SERVER: "the address of the FHIR server that med_agent_bench reads",
  MEDHELM_ENDPOINT: "the address of an OpenAI-compatible server, instead of `--endpoint`",
  MEDHELM_HOME: "the folder for keys and state of this user, instead of the home folder",
  MEDHELM_PROMPTS: "the folder of HELM's wording, instead of `--prompts-dir`",
  MEDHELM_TOKEN: "the API key of a service",
  HELM_CREDENTIALS: "HELM's variable with the text of credentials.conf",
  HELM_RETRIES: "HELM's number of retries of a request",
};

const PROVIDERS: Meanings = {
  OPENAI_API_KEY: "OpenAI's key",
  OPENAI_BASE_URL: "another address than OpenAI's",
  OPENAI_API_VERSION: "Azure's API version, if `AZURE_OPENAI_API_VERSION` is absent",
  ANTHROPIC_API_KEY: "Anthropic's key",
  ANTHROPIC_BASE_URL: "another address than Anthropic's",
  ANTHROPIC_VERTEX_PROJECT_ID: "the project of Google Cloud, if `GOOGLE_CLOUD_PROJECT` is absent",
  AZURE_OPENAI_ENDPOINT: "the address of your Azure resource",
  AZURE_OPENAI_API_KEY: "its key",
  AZURE_OPENAI_API_VERSION: "its API version",
  AZURE_OPENAI_AD_TOKEN: "a token of Microsoft Entra ID, instead of the key",
  AZURE_AD_TOKEN: "the same",
  AZURE_TENANT_ID: "the tenant of an application of Microsoft Entra ID",
  AZURE_CLIENT_ID: "its id",
  AZURE_CLIENT_SECRET: "its secret",
  AZURE_AUTHORITY_HOST: "the login server of another cloud",
  GEMINI_API_KEY: "Google's key for Gemini",
  GOOGLE_API_KEY: "the same, if `GEMINI_API_KEY` is absent",
  GOOGLE_GEMINI_BASE_URL: "another address than Gemini's",
  GOOGLE_VERTEX_BASE_URL: "another address than Vertex AI's",
  GOOGLE_CLOUD_PROJECT: "the project of Vertex AI",
  GOOGLE_CLOUD_LOCATION: "the location of Vertex AI",
  GOOGLE_APPLICATION_CREDENTIALS: "the key file of a service account",
  CLOUD_ML_REGION: "the location of Vertex AI, if `GOOGLE_CLOUD_LOCATION` is absent",
  CLOUDSDK_CONFIG: "the folder of gcloud's settings",
  OPENROUTER_API_KEY: "OpenRouter's key",
  OPENROUTER_BASE_URL: "another address than OpenRouter's",
  TOGETHER_API_KEY: "Together's key",
  TOGETHER_BASE_URL: "another address than Together's",
  OLLAMA_HOST: "Ollama's address, instead of 127.0.0.1:11434",
  HF_HOME: "the cache of Hugging Face, in which `--serve vllm` finds weights",
  HF_HUB_CACHE: "the same for models alone",
};

/** VARIABLE does not find these names. */
const NETWORK: Meanings = {
  NODE_EXTRA_CA_CERTS: "the file with the certificates of your house's own authority",
  NODE_USE_SYSTEM_CA: "`1`: the certificate authorities of the system are trusted, too",
  https_proxy: "the proxy for addresses with https, such as `http://proxy.example:3128`; without it, `http_proxy`",
  http_proxy: "the proxy for addresses with http",
  no_proxy: "hosts and domains that are asked directly, separated by commas; this machine always is",
};

/** The chain of credentials of AWS's library has more; these are the ones that the packages name. */
const AWS =
  "Bedrock and S3 use AWS's usual chain of credentials (variables, profile, SSO, role of the machine) and these variables:";

/** A name in quotes, or of a property of the environment, that begins as the variables of a provider do. */
export const VARIABLE =
  /(?:(?<=["'])|(?<=env\.))(?:MEDHELM|HELM|OPENAI|ANTHROPIC|AZURE|AWS|GEMINI|GOOGLE|OPENROUTER|TOGETHER|OLLAMA|HF|CLOUDSDK|CLOUD_ML)_[A-Z0-9_]*[A-Z0-9]\b/g;

/**
 * @param names all that the packages read
 * @throws Error for a name without a meaning, and for a meaning whose name nobody reads
 */
export function environmentPage(names: readonly string[]): string {
  const aws = names.filter((name) => name.startsWith("AWS_"));
  const meanings = { ...OURS, ...PROVIDERS };
  const unknown = names.filter((name) => !aws.includes(name) && !Object.hasOwn(meanings, name));
  const unread = Object.keys(meanings).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`write a meaning of ${unknown.join(", ")} in environment-page.ts`);
  if (unread.length > 0) throw new Error(`no package reads ${unread.join(", ")}; remove it from environment-page.ts`);
  return [
    "# Environment variables",
    "",
    "An option of a command precedes its variable. A service on AWS gets its settings from `infra/`; [Operate the service](../operate.md) names those that an operator sets.",
    "",
    "## MedHELM's and HELM's",
    "",
    table(OURS),
    "## Providers of models",
    "",
    "[Connect your model](../connect-your-model.md) has a recipe for each provider.",
    "",
    table(PROVIDERS),
    "## AWS",
    "",
    AWS,
    "",
    `${aws.map(code).join(", ")}.`,
    "",
    "## Network",
    "",
    "The names of the proxies may be in capitals. The workers of `medhelm up` get all of these variables. No proxy is used with `--offline`, and for buckets.",
    "",
    table(NETWORK),
  ].join("\n");
}

const table = (meanings: Meanings): string =>
  markdownTable(
    ["variable", "meaning"],
    Object.entries(meanings).map(([name, meaning]) => [code(name), meaning]),
  );
