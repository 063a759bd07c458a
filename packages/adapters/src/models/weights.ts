import { z } from "zod";
import { getListed } from "./get-listed.ts";
import { bearerOf, withoutKey } from "./quote-server.ts";

const Models = z.object({
  data: z.array(
    z.looseObject({
      id: z.string(),
      root: z.string().nullish(),
      meta: z.looseObject({ n_params: z.number(), size: z.number() }).nullish().catch(undefined),
    }),
  ),
});
const Tags = z.object({ models: z.array(z.looseObject({ name: z.string(), digest: z.string() })) });

const TIMEOUT_MS = 3000;

/** Providers that list many models and no weights. */
const PROVIDERS = /(?:^|\.)(?:openai\.com|azure\.com|together\.xyz|together\.ai|openrouter\.ai)$/;

export interface WeightsOf {
  /** of an OpenAI-compatible API, such as "http://127.0.0.1:8000/v1" */
  readonly baseUrl: string;
  readonly model: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * The weights that a server reports for a model: vLLM's folder or repository, the size of llama.cpp's file, or Ollama's digest. Undefined if the
 * server says nothing about them.
 * @throws Error if it refuses the connection, does not answer within 3 seconds, or sends no JSON
 */
export async function weightsOf({ baseUrl, model, headers, signal }: WeightsOf): Promise<string | undefined> {
  if (PROVIDERS.test(new URL(baseUrl).hostname)) return undefined;
  const get = async <T>(url: URL, schema: z.ZodType<T>): Promise<T | undefined> => {
    const { status, value } = await getListed(url, { headers, timeoutMs: TIMEOUT_MS, signal });
    return status === 200 ? schema.safeParse(value).data : undefined;
  };
  const models = await get(new URL(`${baseUrl}/models`), Models);
  const listed = models?.data.find(({ id }) => id === model);
  if (typeof listed?.root === "string") return withoutKey(listed.root, bearerOf(headers));
  if (listed?.meta) return `${listed.meta.n_params} parameters in ${listed.meta.size} bytes`;
  if (listed === undefined) return undefined;
  const tags = await get(new URL("/api/tags", baseUrl), Tags);
  return tags?.models.find(({ name }) => name === model || name === `${model}:latest`)?.digest;
}
