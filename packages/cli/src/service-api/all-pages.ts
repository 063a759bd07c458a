import type { z } from "zod";
import type { ApiClient } from "./api-client.ts";

/** Yields the pages of a list of the API, each read when it is needed. `path`: with its query, if it has one. */
export async function* allPages<Page extends { readonly nextCursor?: string | undefined }>(
  api: Pick<ApiClient, "call">,
  path: string,
  schema: z.ZodType<Page>,
): AsyncGenerator<Page, undefined> {
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const query = cursor === "" ? "" : `${path.includes("?") ? "&" : "?"}cursor=${cursor}`;
    const page: Page = await api.call("GET", `${path}${query}`, schema);
    yield page;
    cursor = page.nextCursor;
  }
  return undefined;
}
