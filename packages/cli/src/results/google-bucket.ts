import { parseJson } from "@medhelm/core/store/objects";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";

const Item = z.object({
  name: z.string(),
  size: z.coerce.number(),
  generation: z.string().default(""),
  md5Hash: z.string().optional(),
  contentEncoding: z.string().optional(),
});
const FIELDS = "name,size,generation,md5Hash,contentEncoding";
const Listing = z.object({ items: z.array(Item).default([]), nextPageToken: z.string().optional() });

const ADDRESS = /^gs:\/\/([a-z0-9][a-z0-9._-]{1,220}[a-z0-9])(?:\/(.*))?$/;

/** Google Storage's public API. */
export const GOOGLE_STORAGE = "https://storage.googleapis.com";

const REPLY_MS = 60_000;

/** A version of an object. */
export interface BucketFile {
  /** below the address, with "/" */
  readonly path: string;
  readonly sizeBytes: number;
  /** changes when the object is replaced */
  readonly generation: string;
  /** The checksum of the bytes that are sent, in base64. Absent for a compressed object, whose checksum is that of the compressed bytes. */
  readonly md5?: string;
}

export interface GoogleBucket {
  readonly label: string;
  /** @param folder below the address, e.g. "runs/v1/"; all files by default */
  list(folder?: string): AsyncIterable<BucketFile>;
  /** The present version; undefined if the object does not exist. */
  find(path: string): Promise<BucketFile | undefined>;
  /** Reads a version from a byte on. Undefined if the version does not exist any more. */
  read(file: BucketFile, fromByte?: number): Promise<Response | undefined>;
}

/**
 * The files below an address like gs://BUCKET/medhelm/benchmark_output, read by the JSON API of Google Storage without a key.
 * Source: https://cloud.google.com/storage/docs/json_api
 * @param baseUrl the address of the API
 * @throws UserError for another address
 */
export function googleBucket(address: string, baseUrl: string): GoogleBucket {
  const [, bucket, folder = ""] = ADDRESS.exec(address) ?? [];
  if (bucket === undefined) throw new UserError(`${address}: the address of a bucket is gs://BUCKET/FOLDER`);
  const prefix = folder === "" || folder.endsWith("/") ? folder : `${folder}/`;
  const objects = `${baseUrl.replace(/\/$/, "")}/storage/v1/b/${bucket}/o`;
  const addressOf = (path: string): string => `${objects}/${encodeURIComponent(prefix + path)}`;
  const fileOf = ({ name, size, generation, md5Hash, contentEncoding }: z.infer<typeof Item>): BucketFile => ({
    path: name.slice(prefix.length),
    sizeBytes: size,
    generation,
    ...(md5Hash === undefined || contentEncoding === "gzip" ? {} : { md5: md5Hash }),
  });
  const read = async <T>(url: string, schema: z.ZodType<T>): Promise<T> =>
    parseJson(new Uint8Array(await (await ok(url, address)).arrayBuffer()), address, schema);
  return {
    label: address,
    async *list(below = "") {
      let token: string | undefined;
      do {
        const query = new URLSearchParams({
          prefix: prefix + below,
          maxResults: "1000",
          fields: `items(${FIELDS}),nextPageToken`,
          ...(token === undefined ? {} : { pageToken: token }),
        });
        const { items, nextPageToken } = await read(`${objects}?${query.toString()}`, Listing);
        yield* items.map(fileOf);
        token = nextPageToken;
      } while (token !== undefined);
    },
    async find(path) {
      const reply = await get(`${addressOf(path)}?fields=${FIELDS}`, address);
      if (reply.status === 404) return undefined;
      return fileOf(parseJson(new Uint8Array(await (await checked(reply, address)).arrayBuffer()), address, Item));
    },
    async read({ path, generation }, fromByte = 0) {
      const version = generation === "" ? "" : `&generation=${generation}`;
      const reply = await get(
        `${addressOf(path)}?alt=media${version}`,
        address,
        fromByte === 0 ? {} : { range: `bytes=${fromByte}-` },
      );
      if (reply.status !== 404 || generation === "") return checked(reply, address);
      await reply.body?.cancel();
      return undefined;
    },
  };
}

const ok = async (url: string, address: string): Promise<Response> => checked(await get(url, address), address);

async function get(url: string, address: string, headers: Record<string, string> = {}): Promise<Response> {
  try {
    // the time-out is for the head of the reply: a large file may take hours
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(new Error("no answer within a minute")), REPLY_MS);
    try {
      return await fetch(url, { headers, signal: stop.signal });
    } finally {
      clearTimeout(timer);
    }
  } catch (cause) {
    throw new UserError(
      `${address}: ${new URL(url).host} cannot be reached from here (${reasonOf(cause)}); pull on a machine with a network and copy the folder, or pull from a folder with HELM's runs`,
      { cause },
    );
  }
}

async function checked(reply: Response, address: string): Promise<Response> {
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
