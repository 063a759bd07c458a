import { createHash } from "node:crypto";
import { parseJson } from "@medhelm/core/store/objects";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import type { HelmFile, HelmRuns } from "./helm-runs.ts";

const Listing = z.object({
  items: z
    .array(
      z.object({
        name: z.string(),
        size: z.coerce.number(),
        md5Hash: z.string().optional(),
        contentEncoding: z.string().optional(),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
});

const ADDRESS = /^gs:\/\/([a-z0-9][a-z0-9._-]{1,220}[a-z0-9])(?:\/(.*))?$/;

/** Google Storage's public API. */
export const GOOGLE_STORAGE = "https://storage.googleapis.com";

const REPLY_MS = 60_000;

/**
 * HELM's runs below an address like gs://BUCKET/medhelm/benchmark_output/runs, read by the JSON API of Google Storage without a key.
 * @param baseUrl the address of the API
 * @throws UserError for another address
 */
export function googleRuns(address: string, baseUrl: string): HelmRuns {
  const [, bucket, folder = ""] = ADDRESS.exec(address) ?? [];
  if (bucket === undefined) throw new UserError(`${address}: the address of a bucket is gs://BUCKET/FOLDER`);
  const prefix = folder === "" || folder.endsWith("/") ? folder : `${folder}/`;
  const objects = `${baseUrl.replace(/\/$/, "")}/storage/v1/b/${bucket}/o`;
  const read = (url: string) => get(url, address);
  return {
    label: address,
    async *list() {
      let token: string | undefined;
      do {
        const query = new URLSearchParams({
          prefix,
          maxResults: "1000",
          fields: "items(name,size,md5Hash,contentEncoding),nextPageToken",
          ...(token === undefined ? {} : { pageToken: token }),
        });
        const reply = await read(`${objects}?${query.toString()}`);
        const { items, nextPageToken } = parseJson(new Uint8Array(await reply.arrayBuffer()), address, Listing);
        for (const { name, size, md5Hash, contentEncoding } of items)
          yield {
            path: name.slice(prefix.length),
            sizeBytes: size,
            // Google's checksum of a compressed object is that of the compressed bytes, and fetch returns the others
            ...(md5Hash === undefined || contentEncoding === "gzip" ? {} : { md5: md5Hash }),
          };
        token = nextPageToken;
      } while (token !== undefined);
    },
    async *open(file) {
      const reply = await read(`${objects}/${encodeURIComponent(prefix + file.path)}?alt=media`);
      if (reply.body === null) return;
      yield* verified(reply.body, file, address);
    },
  };
}

async function* verified(body: AsyncIterable<Uint8Array>, { path, md5 }: HelmFile, address: string) {
  const hash = createHash("md5");
  try {
    for await (const chunk of body) {
      hash.update(chunk);
      yield chunk;
    }
  } catch (cause) {
    throw new UserError(`${address}: ${path} was cut off; run the same command again, and it continues`, { cause });
  }
  if (md5 !== undefined && hash.digest("base64") !== md5)
    throw new UserError(`${address}: ${path} has other bytes than its checksum says; run the same command again`);
}

async function get(url: string, address: string): Promise<Response> {
  let reply: Response;
  try {
    reply = await fetch(url, { signal: AbortSignal.timeout(REPLY_MS) });
  } catch (cause) {
    throw new UserError(
      `${address}: ${new URL(url).host} cannot be reached from here (${reasonOf(cause)}); pull on a machine with a network and copy the folder, or pull from a folder with HELM's runs`,
      { cause },
    );
  }
  if (reply.ok) return reply;
  await reply.body?.cancel();
  const advice =
    reply.status === 404 || reply.status === 403
      ? "name a bucket and folder that everyone may read"
      : "run the same command again, and it continues";
  throw new UserError(`${address}: the server answered ${reply.status}; ${advice}`);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
