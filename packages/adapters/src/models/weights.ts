import { jsonAtMost } from "@medhelm/core/at-most";
import { z } from "zod";

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

/** A list of 400 models with descriptions takes about 1 MB. */
const MAX_LIST_BYTES = 16 * 2 ** 20;
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
 * The weights that a server says it has for a model: the folder or repository of vLLM, the size of llama.cpp's file, or the digest of
 * Ollama. Undefined if the server says nothing about them within 3 seconds.
 */
export async function weightsOf({ baseUrl, model, headers, signal }: WeightsOf): Promise<string | undefined> {
  if (PROVIDERS.test(new URL(baseUrl).hostname)) return undefined;
  const get = async <T>(url: URL, schema: z.ZodType<T>): Promise<T | undefined> => {
    const { request } = await import("./undici.ts");
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const { body, statusCode } = await request(url, {
        headers: { ...headers, accept: "application/json" },
        signal: limit,
      });
      const parsed = schema.safeParse(await jsonAtMost(body, MAX_LIST_BYTES));
      return statusCode === 200 ? parsed.data : undefined;
    } catch {
      signal.throwIfAborted();
      return undefined; // refused, too slow, interrupted or not JSON
    }
  };
  const models = await get(new URL(`${baseUrl}/models`), Models);
  const listed = models?.data.find(({ id }) => id === model);
  if (typeof listed?.root === "string") return listed.root;
  if (listed?.meta) return `${listed.meta.n_params} parameters in ${listed.meta.size} bytes`;
  if (listed === undefined) return undefined;
  const tags = await get(new URL("/api/tags", baseUrl), Tags);
  return tags?.models.find(({ name }) => name === model || name === `${model}:latest`)?.digest;
}
