import { parseObjectSpec } from "../../helm/object-spec.ts";
import type { AdapterSpec } from "../../helm/run-spec.ts";
import type { Deployment } from "../../models/deployment.ts";
import { faultOfExtraBody } from "../../models/extra-body.ts";
import { mergedSettings, type RequestSettings } from "../../models/request-settings.ts";
import { isOfConnection } from "../../models/sent-headers.ts";
import { headersHash } from "../asking/request-key.ts";
import { checkRunName } from "./run-name.ts";
import { canonicalJson, sha256Hex } from "../../store/canonical.ts";
import { UserError } from "../../user-error.ts";
import { z } from "zod";
import type { RunPlan } from "./expand.ts";

/** The changes of a user to the requests to the candidate. */
export interface RequestFlags {
  readonly maxTokens?: number | undefined;
  readonly temperature?: number | undefined;
  /** how often each request is sent */
  readonly repeats?: number | undefined;
  readonly systemMessage?: string | undefined;
  readonly reasoningEffort?: string | undefined;
  /** seconds */
  readonly timeout?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** like "X-Team: cardiology" */
  readonly extraHeader?: readonly string[] | undefined;
  /** a JSON object */
  readonly extraBody?: string | undefined;
}

/** The settings of the requests, with the parts of the run's name and identity that say them. */
export interface RequestChanges {
  readonly settings: RequestSettings;
  readonly adapter: Partial<Pick<AdapterSpec, "max_tokens" | "temperature" | "num_trials">>;
  /** By the name of the flag, in the run's name: short values in clear, other ones as hashes. */
  readonly inName: Readonly<Record<string, string>>;
  /** By a readable name, in the run's identity. */
  readonly identityParts: Readonly<Record<string, string>>;
}

/** @throws UserError for a header or JSON that cannot be read */
export function requestChanges(flags: RequestFlags): RequestChanges {
  const settings = settingsOf(flags);
  const { systemMessage, reasoningEffort, extraHeaders, extraBody } = settings;
  const system = systemMessage && sha256Hex(systemMessage);
  const headers = extraHeaders && headersHash(extraHeaders);
  const body = extraBody && sha256Hex(canonicalJson(extraBody));
  const { maxTokens, temperature, repeats, timeout, maxRetries } = flags;
  return {
    settings,
    adapter: {
      ...(maxTokens !== undefined && { max_tokens: maxTokens }),
      ...(temperature !== undefined && { temperature }),
      ...(repeats !== undefined && { num_trials: repeats }),
    },
    inName: defined({
      max_tokens: maxTokens,
      temperature,
      repeats,
      system_message: system?.slice(0, 8),
      reasoning_effort: reasoningEffort?.replaceAll(/[^\w.-]/g, "_"),
      timeout,
      max_retries: maxRetries,
      extra_header: headers?.slice(0, 8),
      extra_body: body?.slice(0, 8),
    }),
    identityParts: defined({
      "system message": system,
      "reasoning effort": reasoningEffort,
      "timeout in seconds": timeout,
      "max retries": maxRetries,
      "extra headers": headers && `${Object.keys(extraHeaders ?? {}).join(", ")} ${headers}`,
      "extra body": body,
    }),
  };
}

function settingsOf(flags: RequestFlags): RequestSettings {
  return {
    ...(flags.systemMessage !== undefined && { systemMessage: flags.systemMessage }),
    ...(flags.reasoningEffort !== undefined && { reasoningEffort: flags.reasoningEffort }),
    ...(flags.extraHeader !== undefined && { extraHeaders: parseHeaders(flags.extraHeader) }),
    ...(flags.extraBody !== undefined && { extraBody: parseBody(flags.extraBody) }),
    ...(flags.timeout !== undefined && { timeoutMs: flags.timeout * 1000 }),
  };
}

/**
 * The plan with the changes: its requests, its name and its identity.
 * @throws UserError if its entry sets the same field
 */
export function changePlan<Plan extends RunPlan>(plan: Plan, { adapter, inName, identityParts }: RequestChanges): Plan {
  const { runSpec, benchmark, entry } = plan;
  const suffix = Object.entries(inName).map(([name, value]) => `,${name}=${value}`);
  if (suffix.length === 0) return plan;
  const args = parseObjectSpec(entry.description).args;
  for (const [field, { flag, names }] of Object.entries(SAME))
    for (const name of names)
      if (field in adapter && name in args)
        throw new UserError(
          `${entry.label} (${entry.description}): the entry has ${name}=, and ${flag} sets the same; leave out one of them`,
        );
  const name = runSpec.name + suffix.join("");
  checkRunName(name);
  return {
    ...plan,
    runSpec: { ...runSpec, name, adapter_spec: { ...runSpec.adapter_spec, ...adapter } },
    benchmark: { ...benchmark, identityParts: { ...benchmark.identityParts, ...identityParts } },
  };
}

/** Arguments of an entry that set the same as a flag, by the field of the adapter. */
const SAME: Readonly<Record<string, { readonly flag: string; readonly names: readonly string[] }>> = {
  max_tokens: { flag: "--max-tokens", names: ["num_output_tokens", "increase_max_tokens"] },
  temperature: { flag: "--temperature", names: ["temperature", "increase_temperature"] },
  num_trials: { flag: "--repeats", names: ["repeats", "num_trials"] },
};

/**
 * The deployment with the settings of its entry and these.
 * @throws UserError for a deployment that cannot follow them
 */
export function withSettings(deployment: Deployment, settings: RequestSettings): Deployment {
  const { request = {} } = deployment;
  if (Object.keys({ ...request, ...settings }).length === 0) return deployment;
  const { kind } = deployment.client;
  const { timeoutMs: _, ...content } = settings;
  const [first] = Object.keys(content);
  const flag = first?.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace("headers", "header");
  if (kind === "builtin") {
    if (flag === undefined) return deployment;
    throw new UserError(`${deployment.name} has no server, so --${flag} cannot apply; leave it out`);
  }
  if (kind === "openai-completions" && settings.systemMessage !== undefined)
    throw new UserError(`${deployment.name} completes text and takes no --system-message; leave it out`);
  return { ...deployment, settings: mergedSettings(request, { ...deployment.settings, ...settings }) };
}

function parseHeaders(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+)\s*:\s*([\x20-\x7e]*)$/.exec(text) ?? [];
      if (name === undefined || value === undefined)
        // the text may hold a secret, so the message does not repeat it
        throw new UserError('--extra-header: the value is no header; write it like "X-Team: cardiology"');
      if (isOfConnection(name))
        throw new UserError(
          `--extra-header: ${name.toLowerCase()} belongs to the connection, and the client sets it itself; leave it out`,
        );
      return [name.toLowerCase(), value.trim()];
    }),
  );
}

function parseBody(text: string): Readonly<Record<string, unknown>> {
  const parsed = z.record(z.string(), z.unknown()).safeParse(jsonOf(text));
  if (!parsed.success)
    throw new UserError(`--extra-body ${text}: this is no JSON object; write it like '{"top_k": 20}'`);
  const fault = faultOfExtraBody(parsed.data);
  if (fault !== undefined) throw new UserError(`--extra-body${fault}`);
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function defined(values: Readonly<Record<string, string | number | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
