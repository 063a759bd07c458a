import { parseJson } from "@medhelm/core/store/objects";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { openReply } from "./open-reply.ts";

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

/** A version of an object. */
export interface BucketFile {
  /** below the address, with "/" */
  readonly path: string;
  readonly sizeBytes: number;
  /** changes when the object is replaced */
  readonly generation: string;
  /** Absent for a compressed object, whose checksum is that of the compressed bytes, and for a server that names none. */
  readonly checksum?: Checksum;
  /** The bytes that arrive may have another size: the object is compressed, or the server names no size. */
  readonly isSizeUnknown?: true;
}

export interface Checksum {
  readonly algorithm: "md5" | "sha256";
  readonly digest: string;
  readonly encoding: "base64" | "hex";
}

/** A place with files that can be read from a byte on. */
export interface RemotePlace {
  readonly label: string;
  /** The present version; undefined if the object does not exist. */
  find(path: string): Promise<BucketFile | undefined>;
  /** Reads a version from a byte on. Undefined if the version does not exist any more. */
  read(file: BucketFile, fromByte?: number): Promise<Response | undefined>;
}

export interface GoogleBucket extends RemotePlace {
  /** @param folder below the address, e.g. "runs/v1/"; all files by default */
  list(folder?: string): AsyncIterable<BucketFile>;
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
    ...(md5Hash === undefined || contentEncoding === "gzip"
      ? { isSizeUnknown: true }
      : { checksum: { algorithm: "md5", digest: md5Hash, encoding: "base64" } }),
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
      const reply = await request(`${addressOf(path)}?fields=${FIELDS}`, address);
      if (reply.status === 404) return undefined;
      return fileOf(parseJson(new Uint8Array(await (await checked(reply, address)).arrayBuffer()), address, Item));
    },
    async read({ path, generation }, fromByte = 0) {
      const version = generation === "" ? "" : `&generation=${generation}`;
      const reply = await request(
        `${addressOf(path)}?alt=media${version}`,
        address,
        fromByte === 0 ? {} : { headers: { range: `bytes=${fromByte}-` } },
      );
      if (reply.status !== 404 || generation === "") return checked(reply, address);
      await reply.body?.cancel();
      return undefined;
    },
  };
}

const request = (url: string, address: string, init: RequestInit = {}): Promise<Response> =>
  openReply(
    url,
    address,
    init,
    "pull on a machine with a network and copy the folder, or pull from a folder with HELM's runs",
  );

const ok = async (url: string, address: string): Promise<Response> => checked(await request(url, address), address);

async function checked(reply: Response, address: string): Promise<Response> {
  if (reply.ok) return reply;
  await reply.body?.cancel();
  const advice =
    reply.status === 404 || reply.status === 403
      ? "name a bucket and folder that everyone may read"
      : "run the same command again, and it continues";
  throw new UserError(`${address}: the server answered ${reply.status}; ${advice}`);
}
