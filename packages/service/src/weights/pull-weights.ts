import { counted } from "@medhelm/core/text/counted";
import { createHash } from "node:crypto";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { download, filesOfRepo, type HubFile, type HubOptions } from "./hub.ts";

/** Written last: the weights are complete. */
export const WEIGHTS_SEAL = "medhelm-weights.json";

export interface PullPorts {
  readonly objects: ObjectStore;
  readonly hub: HubOptions;
  say(line: string): void;
}

export interface PullReport {
  readonly files: number;
  readonly bytes: number;
  /** files that an earlier pull stored */
  readonly present: number;
}

/**
 * Copies a repository's weights at a revision from the hub to models/<repo>@<revision>/. A file enters the store only
 * with the checksum in the hub's list, so a stored file is never fetched again.
 * @param gguf the file that llama.cpp reads; absent: all that vLLM reads
 */
export async function pullWeights(
  ports: PullPorts,
  repo: string,
  revision: string,
  gguf?: string,
): Promise<PullReport> {
  const { objects, hub, say } = ports;
  const folder = keys.weights(repo, revision);
  const all = await filesOfRepo(hub, repo, revision);
  const files = wantedFiles(all, gguf);
  if (files.length === 0)
    throw new UserError(
      gguf === undefined
        ? `${repo}@${revision} holds no weights`
        : `${repo}@${revision} does not have the file ${gguf}; correct \`gguf\` of the deployment`,
    );
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  say(`${repo}@${revision}: ${files.length} of ${counted(all.length, "file")}, ${gigabytes(bytes)} GB`);
  let present = 0;
  for (const file of files) {
    const key = `${folder}${file.path}`;
    if ((await objects.head(key))?.sizeBytes === file.sizeBytes) {
      present++;
      continue;
    }
    say(`${file.path}: ${gigabytes(file.sizeBytes)} GB`);
    await objects.put(key, checked(download(hub, repo, revision, file), file));
  }
  await putJson(objects, `${folder}${WEIGHTS_SEAL}`, { formatVersion: 1, repo, revision, files });
  return { files: files.length, bytes, present };
}

/**
 * Selects the files that vLLM reads: the weights in one format, as safetensors if possible, without the trainer's
 * copies. With `gguf`, it selects that file, or all its parts.
 */
export function wantedFiles(all: readonly HubFile[], gguf?: string): HubFile[] {
  if (gguf !== undefined) return partsOf(gguf, all);
  const hasSafetensors = all.some(({ path }) => path.endsWith(".safetensors"));
  const isOther = (path: string): boolean =>
    /^(?:original|onnx|openvino|coreml|metal)\//.test(path) ||
    /\.(?:pth|h5|msgpack|onnx|onnx_data|gguf|tflite)$/.test(path) ||
    (hasSafetensors && /\.(?:bin|pt)$/.test(path));
  return all.filter(({ path }) => !isOther(path) && !path.split("/").some((part) => part.startsWith(".")));
}

/** The name without the number of a part. */
const whole = (path: string): string => path.replace(/-\d{5}(-of-\d{5}\.gguf)$/, "$1");

/** The file, or all parts of a file that is divided ("x-00001-of-00003.gguf"), because llama.cpp finds the others next to the first. */
function partsOf(gguf: string, all: readonly HubFile[]): HubFile[] {
  return all.filter(({ path }) => whole(path) === whole(gguf));
}

/**
 * Passes the bytes through and throws at their end if they differ from the hub's list. The put is then not completed.
 */
async function* checked(bytes: AsyncIterable<Uint8Array>, file: HubFile): AsyncIterable<Uint8Array> {
  const { sha256, gitSha1, sizeBytes, path } = file;
  const hash = sha256 === undefined ? createHash("sha1").update(`blob ${sizeBytes}\0`) : createHash("sha256");
  let received = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    received += chunk.length;
    yield chunk;
  }
  if (received !== sizeBytes)
    throw new Error(`${path} has ${received} bytes, but the hub lists ${sizeBytes}; start the job pull-weights again`);
  const expected = sha256 ?? gitSha1;
  const actual = hash.digest("hex");
  if (expected !== undefined && actual !== expected)
    throw new Error(
      `${path} has the checksum ${actual}, but the hub lists ${expected}: it was not stored; start the job pull-weights again`,
    );
}

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(2);
