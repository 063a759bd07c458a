import { z } from "zod";
import { type Handler, json } from "../fault-server.ts";
import { anthropicApi } from "./anthropic-api.ts";
import { geminiApi } from "./gemini-api.ts";
import { ACCESS_TOKEN } from "./oauth-api.ts";
import type { RecordedApi } from "./recorded-api.ts";

const ADDRESS =
  /^\/v1\/projects\/hospital\/locations\/us-central1\/publishers\/(?:google\/models\/([\w.-]+):generateContent|anthropic\/models\/([\w.@-]+):rawPredict)$/;
const ClaudeBody = z.looseObject({ anthropic_version: z.string().optional() });

/** A handler that answers like Vertex AI's address of a project's location, and refuses what it refuses. */
export function vertexApi(api: RecordedApi = {}): Handler {
  const gemini = geminiApi(api);
  const claude = anthropicApi(api);
  return (request, text, response) => {
    const refuse = (code: number, status: string, message: string): void =>
      json(response, code, { error: { code, message, status } });
    const [isKnown, google, anthropic] = ADDRESS.exec(request.url ?? "") ?? [];
    if (isKnown === undefined)
      return refuse(404, "NOT_FOUND", "Publisher Model was not found or your project does not have access to it.");
    if (request.headers.authorization !== `Bearer ${ACCESS_TOKEN}`)
      return refuse(
        401,
        "UNAUTHENTICATED",
        "Request had invalid authentication credentials. Expected OAuth 2 access token.",
      );
    if (google !== undefined) {
      request.url = `/v1beta/models/${google}:generateContent`;
      request.headers["x-goog-api-key"] = "AIza-test";
      return gemini(request, text, response);
    }
    const { anthropic_version: version, ...body } = ClaudeBody.parse(JSON.parse(text));
    if (version !== "vertex-2023-10-16") return refuse(400, "INVALID_ARGUMENT", "anthropic_version: Field required");
    if ("model" in body) return refuse(400, "INVALID_ARGUMENT", "model: Extra inputs are not permitted");
    request.url = "/v1/messages";
    request.headers["x-api-key"] = "sk-ant-test";
    request.headers["anthropic-version"] = "2023-06-01";
    return claude(request, JSON.stringify({ model: anthropic, ...body }), response);
  };
}
