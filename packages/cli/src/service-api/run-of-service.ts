import { readAtMost } from "@medhelm/core/at-most";
import type { ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { type ApiClient, refusalOf } from "./api-client.ts";

const Shown = z.object({ manifest: Manifest.optional() });
const MAX_FILE_BYTES = 256 * 2 ** 20;
const CORRECTED = "corrected/";

/** The part of a store that reads files. */
export type RunReader = Pick<ObjectStore, "get" | "head" | "stream">;

/** A run of a service with its files, for functions that read a run of a folder. */
export interface ServiceRun {
  /** absent: the run is not sealed */
  readonly manifest: Manifest | undefined;
  readonly objects: RunReader;
  /** the key in `objects` of a file of the run, e.g. "scores.json" or "corrected/stats.json" */
  keyOf(file: string): string;
}

/**
 * Opens a run of a service. With `keepsFiles`, a file that is read again is not sent again.
 * @throws UserError if the service does not have it, or does not show it to this key
 */
export async function runOfService(
  api: Pick<ApiClient, "call" | "raw" | "url">,
  suite: string,
  run: string,
  { keepsFiles = false }: { readonly keepsFiles?: boolean } = {},
): Promise<ServiceRun> {
  const path = `/v1/runs/${encodeURIComponent(suite)}/${encodeURIComponent(run)}`;
  const { manifest } = await api.call("GET", path, Shown);
  return {
    manifest,
    objects: filesOf(api, keepsFiles),
    keyOf: (file) =>
      file.startsWith(CORRECTED)
        ? `${path}/files/${file.slice(CORRECTED.length)}?profile=corrected`
        : `${path}/files/${file}`,
  };
}

/** The reading half of a store over GET. A `stream` after a `head` of the same key takes its answer, so that a file is sent once. */
function filesOf(api: Pick<ApiClient, "raw" | "url">, keepsFiles: boolean): RunReader {
  const held = new Map<string, Response>();
  const kept = new Map<string, Response>();
  const open = async (key: string): Promise<Response | undefined> => {
    const response = held.get(key) ?? kept.get(key)?.clone() ?? (await api.raw(key, {}, new AbortController().signal));
    if (keepsFiles && !kept.has(key)) kept.set(key, response.clone());
    held.delete(key);
    if (response.status === 404) return undefined;
    if (!response.ok) throw await refusalOf(api.url, response);
    return response;
  };
  return {
    async head(key) {
      const response = await open(key);
      if (response === undefined) return undefined;
      held.set(key, response);
      return headOf(key, response);
    },
    async get(key) {
      const response = await open(key);
      if (response === undefined) return undefined;
      const body = response.body === null ? new Uint8Array() : await readAtMost(response.body, MAX_FILE_BYTES);
      if (body === undefined) throw new UserError(`${api.url}${key} has more than ${MAX_FILE_BYTES} bytes`);
      return { ...headOf(key, response), body };
    },
    async *stream(key) {
      const response = await open(key);
      if (response?.body == null) throw new Error(`${key} is missing`);
      yield* response.body;
    },
  };
}

const headOf = (key: string, { headers }: Response) => ({
  key,
  sizeBytes: Number(headers.get("content-length") ?? 0),
  etag: headers.get("etag") ?? "",
  lastModifiedMs: 0,
  storeNowMs: 0,
});
