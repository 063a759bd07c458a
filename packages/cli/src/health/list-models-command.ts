import { urlBelow } from "@medhelm/adapters/models/json-api";
import type { ServedClient } from "@medhelm/core/models/deployment";
import { shellWord } from "../terminal/shell-word.ts";

/** The command that lists the models of a client's server: each API has its own path and its own header for the key. */
export function listModelsCommand(client: ServedClient): string {
  const { kind, baseUrl, token } = client;
  if (kind === "bedrock-converse") return `aws bedrock list-foundation-models --region ${client.region}`;
  if (token === "google") return "gcloud ai model-garden models list";
  // Azure's list has the models that a resource could deploy, and a request names a deployment
  if (token === "entra" || (kind === "openai-chat" && client.keyHeader !== undefined)) {
    const [resource = "NAME"] = new URL(baseUrl).hostname.split(".");
    return `az cognitiveservices account deployment list --resource-group GROUP --name ${resource}`;
  }
  const key = client.apiKeyFrom?.kind === "env" ? `$${client.apiKeyFrom.name}` : "KEY";
  if (kind === "anthropic-messages")
    return curl(`${baseUrl}/v1/models`, [`x-api-key: ${key}`, "anthropic-version: 2023-06-01"]);
  if (kind === "gemini") return curl(`${baseUrl}/v1beta/models`, [`x-goog-api-key: ${key}`]);
  return curl(
    urlBelow(baseUrl, "/models").href,
    client.apiKeyFrom === undefined ? [] : [`Authorization: Bearer ${key}`],
  );
}

/** Double quotes let the shell read a key from its variable. */
const curl = (url: string, headers: readonly string[]): string =>
  ["curl", shellWord(url), ...headers.map((header) => `-H "${header}"`)].join(" ");
