import { jsonAtMost } from "@medhelm/core/at-most";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";

export interface HubOptions {
  /** e.g. "https://huggingface.co" */
  readonly endpoint: string;
  /** for repositories whose licence the operator must accept first */
  readonly token?: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  /** a download without data for this long is resumed */
  readonly idleMs?: number;
  readonly sleep: (ms: number) => Promise<void>;
}

export interface HubFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** the content's hash, for files in git-lfs: all large ones */
  readonly sha256?: string;
  /** git's own hash of a small file: sha1 of "blob <size>\0" and the content */
  readonly gitSha1?: string;
}

const Tree = z.array(
  z.object({
    type: z.string(),
    path: z.string(),
    size: z.number().default(0),
    oid: z.string().optional(),
    lfs: z.object({ oid: z.string(), size: z.number() }).optional(),
  }),
);

const TRIES = 8;
const IDLE_MS = 60_000;
/** A page lists 1,000 files in about 300 kB. */
const MAX_PAGE_BYTES = 16 * 2 ** 20;

/**
 * Lists every file of a repository at a revision.
 * @throws UserError if there is no such repository, if it needs a token that may read it, or if the reply is no list of files
 */
export async function filesOfRepo(hub: HubOptions, repo: string, revision: string): Promise<HubFile[]> {
  const files: HubFile[] = [];
  let next: string | undefined = `${hub.endpoint}/api/models/${repo}/tree/${revision}?recursive=true`;
  while (next !== undefined) {
    const url: string = next;
    const response = await retried(hub, async () => opened(hub, url, {}, `${repo}@${revision}`));
    const page = Tree.safeParse(await jsonAtMost(response.body, MAX_PAGE_BYTES));
    if (!page.success)
      throw new UserError(`${repo}@${revision}: the hub does not answer with a list of files; correct its address`, {
        cause: page.error,
      });
    for (const { type, path, size, oid, lfs } of page.data) {
      if (type !== "file") continue;
      if (lfs !== undefined) files.push({ path, sizeBytes: lfs.size, sha256: lfs.oid });
      else files.push({ path, sizeBytes: size, ...(oid === undefined ? {} : { gitSha1: oid }) });
    }
    next = nextPage(hub, response);
  }
  return files;
}

/**
 * Yields a file's bytes. After a broken connection it continues from the last byte.
 * @throws UserError if there are more bytes than the list names
 */
export async function* download(
  hub: HubOptions,
  repo: string,
  revision: string,
  { path, sizeBytes }: HubFile,
): AsyncIterable<Uint8Array> {
  const where = `${repo}@${revision}: ${path}`;
  const url = `${hub.endpoint}/${repo}/resolve/${revision}/${path.split("/").map(encodeURIComponent).join("/")}`;
  let received = 0;
  for (let tries = 1; received < sizeBytes; tries++) {
    const before = received;
    try {
      const response = await opened(hub, url, received === 0 ? {} : { range: `bytes=${received}-` }, where);
      if (received > 0 && response.status !== 206)
        throw new Restarted(`${where}: the hub sent the file from the start instead of the rest; run the job again`);
      for await (const chunk of chunks(response, hub.idleMs ?? IDLE_MS)) {
        received += chunk.length;
        if (received > sizeBytes)
          throw new UserError(
            `${where}: the hub sent more than the ${sizeBytes} bytes that it lists; run the job again`,
          );
        yield chunk;
      }
      if (received < sizeBytes)
        throw new Error(`${where}: the connection ended after ${received} of ${sizeBytes} bytes`);
    } catch (error) {
      if (error instanceof UserError || error instanceof Restarted) throw error;
      if (received > before) tries = 1; // the download makes progress
      if (tries >= TRIES) throw error;
      await hub.sleep(pauseMs(tries));
    }
  }
}

class Restarted extends Error {}

const pauseMs = (tries: number): number => Math.min(30_000, 500 * 2 ** (tries - 1));

async function retried<T>(hub: HubOptions, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof UserError || tries >= TRIES) throw error;
      await hub.sleep(pauseMs(tries));
    }
  }
}

async function opened(
  { fetch, token }: HubOptions,
  url: string,
  headers: Readonly<Record<string, string>>,
  where: string,
): Promise<Response> {
  // fetch drops the token on a redirect to another host
  const authorization = token === undefined || token === "" ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers: { ...headers, ...authorization } });
  if (response.ok) return response;
  await response.body?.cancel();
  if (response.status === 401 || response.status === 403)
    throw new UserError(
      `${where}: the hub refuses access (${response.status}); accept the model's licence there, and set HF_TOKEN to a token that may read it`,
    );
  if (response.status === 404) throw new UserError(`${where}: the hub has no such repository, revision or file`);
  throw new Error(`${where}: the hub answered ${response.status}`);
}

async function* chunks(response: Response, idleMs: number): AsyncIterable<Uint8Array> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const silence = Promise.withResolvers<never>();
      const timer = setTimeout(() => silence.reject(new Error(`the hub sent nothing for ${idleMs / 1000} s`)), idleMs);
      const read = await Promise.race([reader.read(), silence.promise]).finally(() => clearTimeout(timer));
      if (read.done) return;
      yield read.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Link: <...>; rel="next" */
function nextPage({ endpoint }: HubOptions, response: Response): string | undefined {
  const link = /<([^<>]+)>;\s*rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
  if (link === undefined) return undefined;
  const next = new URL(link, endpoint);
  if (next.origin !== new URL(endpoint).origin) throw new Error(`the hub sends its next page to ${next.origin}`);
  return next.href;
}
