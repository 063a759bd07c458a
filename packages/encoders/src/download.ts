import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { atMost, jsonAtMost } from "@medhelm/core/at-most";
import { issueText } from "@medhelm/core/text/issue-text";
import { UserError } from "@medhelm/core/user-error";
import { isRefusedByDisk, writingTo } from "@medhelm/core/writing-to";
import { z } from "zod";

/**
 * The float32 ONNX export of distilbert-base-uncased on the Hugging Face hub. This project knows no checksum of it, so the first download
 * records the checksums, and later runs refuse other bytes.
 */
const REPOSITORY = "Xenova/distilbert-base-uncased";
const HUB = "https://huggingface.co";
const FILES = ["tokenizer.json", "tokenizer_config.json", "onnx/model.onnx"] as const;
const MODEL = "onnx/model.onnx";
const MAX_LIST_BYTES = 2 ** 20;

const Pin = z.object({
  repository: z.string(),
  /** the commit that the hub named at the first download */
  revision: z.string(),
  sha256: z.record(z.string(), z.string()),
});
type Pin = z.infer<typeof Pin>;
const PinText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue("the file is not JSON");
      return z.NEVER;
    }
  })
  .pipe(Pin);

export interface EncoderDownload {
  /** The folder of the pin and the files. */
  readonly folder: string;
  /** the checksum of onnx/model.onnx that the user trusts, in hex */
  readonly sha256?: string | undefined;
  readonly fetch: (url: string) => Promise<Response>;
  readonly makeFolders: (path: string) => void;
  /** A longer download is refused. Default: 1 GiB; the model has 266 MB. */
  readonly maxFileBytes?: number;
  /** Receives one sentence after the first download. */
  readonly notice: (text: string) => void;
}

/**
 * Downloads the encoder into the folder if it is not there, checks it against its pin, and returns its revision.
 * @throws UserError if the hub cannot be reached or the files differ from the pin
 */
export async function downloadEncoder(options: EncoderDownload): Promise<{ readonly revision: string }> {
  const pinFile = join(options.folder, "pin.json");
  const known = await readPin(pinFile);
  const pin = known ?? (await firstDownload(options));
  for (const file of FILES) await checkFile(options.folder, file, pin);
  if (options.sha256 !== undefined && pin.sha256[MODEL] !== options.sha256.toLowerCase())
    throw new UserError(
      `${join(options.folder, MODEL)} has sha256 ${pin.sha256[MODEL]}, but --encoder-sha256 is ${options.sha256}: remove ${options.folder} to download it again`,
    );
  if (known === undefined) {
    await writingTo(pinFile, () => writeFile(pinFile, `${JSON.stringify(pin, null, 2)}\n`));
    options.notice(
      `encoder ${pin.repository}@${pin.revision} downloaded; ${MODEL} has sha256 ${pin.sha256[MODEL]}, ${options.sha256 === undefined ? "which is not verified: later runs accept only this file, so compare it with a copy that you trust" : "as --encoder-sha256 requires"}`,
    );
  }
  return { revision: pin.revision };
}

async function readPin(file: string): Promise<Pin | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const parsed = PinText.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new UserError(`${file}: ${issueText(parsed.error.issues[0])}; remove its folder to download the encoder again`);
}

async function firstDownload(options: EncoderDownload): Promise<Pin> {
  const { folder, fetch } = options;
  const revision = await currentRevision(fetch);
  const sha256: Record<string, string> = {};
  for (const file of FILES) {
    const url = `${HUB}/${REPOSITORY}/resolve/${revision}/${file}`;
    const path = join(folder, file);
    await save(options, url, path);
    sha256[file] = await sha256Of(path);
  }
  return { repository: REPOSITORY, revision, sha256 };
}

/** The current commit. All files are downloaded from it, so that they belong together. */
async function currentRevision(fetch: EncoderDownload["fetch"]): Promise<string> {
  const response = await request(fetch, `${HUB}/api/models/${REPOSITORY}/revision/main`);
  const parsed = z
    .object({ sha: z.string().regex(/^[0-9a-f]{40}$/) })
    .safeParse(await jsonAtMost(response.body, MAX_LIST_BYTES).catch(() => undefined));
  if (!parsed.success) throw new UserError(`${HUB} does not name the revision of ${REPOSITORY}; ${ALTERNATIVE}`);
  return parsed.data.sha;
}

const ALTERNATIVE =
  "fetch onnx/model.onnx and tokenizer.json on another machine and pass their folder with --encoder-dir";

async function request(fetch: EncoderDownload["fetch"], url: string): Promise<Response> {
  const response = await fetch(url).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`${url} could not be downloaded (${why}): try again later, or ${ALTERNATIVE}`, { cause });
  });
  if (!response.ok) throw new UserError(`${url} answered ${response.status}: try again later, or ${ALTERNATIVE}`);
  return response;
}

/** Writes the complete file or no file. */
async function save(
  { fetch, makeFolders, maxFileBytes = 2 ** 30 }: EncoderDownload,
  url: string,
  path: string,
): Promise<void> {
  const { body } = await request(fetch, url);
  if (body === null) throw new UserError(`${url} is empty: try again later, or ${ALTERNATIVE}`);
  const stage = `${path}.${randomUUID()}.part`;
  makeFolders(dirname(path));
  try {
    const long = () =>
      new UserError(`${url} has more than ${maxFileBytes} bytes, so it is not the encoder: ${ALTERNATIVE}`);
    await writingTo(path, () => writeFile(stage, atMost(body, maxFileBytes, long)));
    await rename(stage, path);
  } catch (cause) {
    await rm(stage, { force: true });
    if (cause instanceof UserError || isRefusedByDisk(cause)) throw cause;
    throw new UserError(`the download of ${url} was interrupted: try again later, or ${ALTERNATIVE}`, { cause });
  }
}

async function checkFile(folder: string, file: string, pin: Pin): Promise<void> {
  const path = join(folder, file);
  const found = await sha256Of(path).catch(() => undefined);
  if (found !== pin.sha256[file])
    throw new UserError(
      `${path} ${found === undefined ? "is missing" : "differs from the file of the first download"}: remove ${folder} to download the encoder again`,
    );
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
