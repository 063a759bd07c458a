import { silenceOf } from "../terminal/say-silent.ts";
import { systemClock } from "@medhelm/adapters/system-clock";
import { type Completion, Request } from "@medhelm/core/helm/scenario-state";
import { metReplyFormat } from "@medhelm/core/judge/reply-format";
import { readMet } from "@medhelm/core/judge/rubric-items";
import { type Deployment, hostOrganization, isLoopbackHost, type ServedClient } from "@medhelm/core/models/deployment";
import { providerOrganizations } from "@medhelm/core/models/providers";
import { withReasoningAllowance } from "@medhelm/core/models/reasoning-allowance";
import { replyText } from "@medhelm/core/reading/text/reply-text";
import { separateThinking } from "@medhelm/core/reading/thinking/separate-thinking";
import { needsPrice } from "@medhelm/core/money/needs-price";
import type { ModelFailure, ModelReply, TokenUsage } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import type { Models } from "../models/load-models.ts";
import { listModelsCommand } from "./list-models-command.ts";
import { shellWord } from "../terminal/shell-word.ts";

export interface Problem {
  /** one sentence */
  readonly problem: string;
  /** the command or line that corrects it */
  readonly cure?: string;
}

export interface CheckedModel {
  readonly deployment: string;
  /** false: a run with this model would fail */
  readonly isUsable: boolean;
  readonly at?: string;
  readonly modelSent?: string;
  readonly trust?: string;
  readonly reply?: string;
  /** the text that the model thought, apart from the reply */
  readonly thinking?: string;
  readonly finishReason?: string;
  readonly seconds?: number;
  readonly usage?: TokenUsage;
  readonly hasLogProbabilities?: boolean;
  /** whether the server keeps a reply to a JSON schema */
  readonly hasStructuredOutput?: boolean;
  readonly problems: readonly Problem[];
}

const QUESTION =
  "Which of these is a vital sign?\nA. body temperature\nB. eye colour\nAnswer with the letter of the right choice only.";
const JSON_QUESTION = `${QUESTION}\nReply with a JSON object: {"explanation": "why", "criteria_met": true if A is right, else false}.`;

/** Ctrl-C ends the command at once, because a check stores nothing. */
const NEVER = new AbortController().signal;

/** Enough for a model that thinks about a simple question. */
const MAX_TOKENS = 2048;

/** Asks a model one question, and the same two more times for log-probabilities and for JSON. No request is repeated. */
export async function checkModel(models: Models, name: string, modelName: string): Promise<CheckedModel> {
  const resolved = await models.resolve(name, modelName, "candidate").catch(asProblem);
  if (resolved instanceof UserError) return unusable(name, { problem: resolved.message });
  const deployment = withReasoningAllowance(resolved, "fenced"); // as in a run
  const first = await ask(models, deployment, {});
  const where = placeOf(deployment);
  if (first instanceof UserError) return { ...unusable(name, { problem: first.message }), ...where };
  const { reply, seconds } = first;
  if (reply.kind === "failure") return { ...unusable(name, failureProblem(reply.failure, deployment)), ...where };
  const answer = readAnswer(reply.result.completions[0]);
  const facts = { deployment: name, ...where, ...answer, seconds, usage: reply.usage };
  if (answer.reply === "") return { ...facts, isUsable: false, problems: [emptyReply(answer.finishReason)] };
  return {
    ...facts,
    isUsable: true,
    hasLogProbabilities: await hasTokens(models, deployment),
    hasStructuredOutput: await keepsSchema(models, deployment),
    problems: remarks(deployment, reply),
  };
}

/** The reply without its thinking, which a server may leave in the text. */
function readAnswer(completion: Completion | undefined) {
  const whole = completion?.text.trim() ?? "";
  const reply = separateThinking(replyText(whole)).text?.text.trim() ?? "";
  const thinking = completion?.thinking?.text ?? (reply === whole ? undefined : whole);
  const finishReason = completion?.finish_reason?.reason;
  return {
    reply,
    ...(thinking !== undefined && { thinking }),
    ...(finishReason !== undefined && { finishReason }),
  };
}

const unusable = (deployment: string, problem: Problem): CheckedModel => ({
  deployment,
  isUsable: false,
  problems: [problem],
});

function asProblem(error: unknown): UserError {
  if (error instanceof UserError) return error;
  throw error;
}

function placeOf({ client, trust }: Deployment) {
  return client.kind === "builtin" ? { trust } : { at: client.baseUrl, modelSent: client.modelSent, trust };
}

async function ask(models: Models, deployment: Deployment, change: Partial<Request>) {
  const client = await models.connect(deployment).catch(asProblem);
  if (client instanceof UserError) return client;
  const request = Request.parse({
    model_deployment: deployment.name,
    model: deployment.modelName,
    prompt: QUESTION,
    temperature: 0,
    max_tokens: MAX_TOKENS,
    ...change,
  });
  const startMs = systemClock.monotonicMs();
  const silence = silenceOf(() => client.waitsFor?.()?.host ?? `${deployment.name} (${client.endpoint})`);
  const reply = await silence.during(() => client.ask(request, { signal: NEVER }));
  return { reply, seconds: (systemClock.monotonicMs() - startMs) / 1000 };
}

const answerOf = (asked: UserError | { readonly reply: ModelReply }) =>
  asked instanceof UserError || asked.reply.kind === "failure" ? undefined : asked.reply.result.completions[0];

/** Only OpenAI's chat API returns log-probabilities on demand. */
async function hasTokens(models: Models, deployment: Deployment): Promise<boolean> {
  const isChat = deployment.client.kind === "openai-chat";
  const extraBody = { ...deployment.settings?.extraBody, logprobs: true };
  const asking = isChat ? { ...deployment, settings: { ...deployment.settings, extraBody } } : deployment;
  const answer = answerOf(await ask(models, asking, {}));
  return answer !== undefined && answer.tokens.length > 0;
}

async function keepsSchema(models: Models, deployment: Deployment): Promise<boolean> {
  const change = { prompt: JSON_QUESTION, response_format: metReplyFormat() };
  const answer = answerOf(await ask(models, deployment, change));
  return answer !== undefined && answer.text.trim().startsWith("{") && "value" in readMet(answer.text);
}

const emptyReply = (finishReason: string | undefined): Problem =>
  finishReason === "length"
    ? {
        problem: "the model used all its tokens without an answer, so it thinks for longer",
        cure: "medhelm run ... --max-tokens 16384",
      }
    : { problem: "the reply is empty", cure: "medhelm inspect RUN, after a run with --max-eval-instances 3" };

type Answered = Extract<ModelReply, { kind: "answer" }>;

/** The gaps in what is known of a usable model. */
function remarks(deployment: Deployment, { usage: { promptTokens }, server }: Answered): Problem[] {
  const { name, maxSequenceLength, tokenizerName, tokenizerFile, client } = deployment;
  if (client.kind === "builtin") return [];
  return [
    ...(needsPrice(deployment)
      ? [{ problem: "its price is unknown, so no budget can hold", cure: `--price-per-million ${name}=IN,OUT` }]
      : []),
    ...(promptTokens === undefined && tokenizerName === undefined && tokenizerFile === undefined
      ? [
          {
            problem: `the server counts ${server?.hasWrongCounts === true ? "an impossible number of" : "no"} tokens, and its tokenizer is unknown`,
            cure: inFile("tokenizer_file: PATH"),
          },
        ]
      : []),
    ...(maxSequenceLength === undefined
      ? [
          {
            problem: "its context is unknown, so long prompts are not found beforehand",
            cure: inFile("max_sequence_length: N"),
          },
        ]
      : []),
  ];
}

const inFile = (line: string): string => `${line} in prod_env/model_deployments.yaml`;

/** The command that gives access to a server, by the way in which its client gets it. */
function accessCure({ apiKeyFrom, kind, token }: ServedClient, isProviders: boolean): string {
  if (apiKeyFrom?.kind === "env") return `export ${apiKeyFrom.name}=...`;
  if (apiKeyFrom?.kind === "credentials") return `${apiKeyFrom.name} in prod_env/credentials.conf`;
  if (token === "google") return "gcloud auth application-default login";
  if (token === "entra") return "export AZURE_CLIENT_SECRET=..., of a client that may use the resource";
  if (kind === "bedrock-converse") return "aws sts get-caller-identity, which shows whose credentials are used";
  return isProviders ? "the provider's variable of docs/connect-your-model.md" : "--api-key-env NAME";
}

/** The command or line that corrects a failure, by its kind. */
function failureProblem({ reason, message, isRetriable }: ModelFailure, { name, client }: Deployment): Problem {
  // --offline refused the connection, and its message says what to do
  const isRefusedHere = reason === "connection" && !isRetriable;
  if (client.kind === "builtin" || isRefusedHere) return { problem: message };
  const list = listModelsCommand(client);
  const host = hostOrganization(name);
  const isProviders = providerOrganizations.has(host);
  const cures: Readonly<Record<ModelFailure["reason"], string | undefined>> = {
    auth: accessCure(client, isProviders),
    no_such_model: `${list}, then ${isProviders ? `medhelm models check ${host}/ID` : "--model-name ID"}`,
    no_tools: `${list}, then a model with tool calls`,
    connection:
      isProviders && !isLoopbackHost(new URL(client.baseUrl).hostname)
        ? `curl -I ${shellWord(client.baseUrl)}, then correct the address, proxy or firewall`
        : `vllm serve ${client.modelSent}, or ollama serve, or --endpoint with the right address`,
    timeout: "--timeout 1800",
    rate_limited: "--num-threads 1",
    unreadable: `${list}, which a server for this API answers with a list`,
    server_error: "the log of the server",
    content_filter: undefined,
    bad_request: "--extra-body JSON or --max-tokens N, if the reason names a field",
  };
  const cure = cures[reason];
  return { problem: message, ...(cure !== undefined && { cure }) };
}
