import { collect } from "@medhelm/core/run/collect";
import { createHash } from "node:crypto";
import { nearNames } from "@medhelm/core/text/near-names";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import type { UserFiles } from "@medhelm/core/run/benchmark";
import { isUsable } from "../sweep/expired-inputs.ts";
import type { PlannedRun } from "./ports.ts";
import { parseObjectSpec } from "@medhelm/core/helm/object-spec";
import type { SubmissionRequest } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";

const INPUT = /^input:([0-9a-f]{64})$/;

type Inputs = NonNullable<SubmissionRequest["inputs"]>;

/** Lets the expansion of a submission read only its owner's uploaded inputs, by input:<sha256> or by their name in `inputs`. */
export function uploadedFiles(objects: ObjectStore, owner: string, inputs: Inputs = {}): UserFiles {
  const named = new Map(Object.entries(inputs));
  const find = async (reference: string) => {
    const sha256 = INPUT.exec(reference)?.[1] ?? named.get(reference);
    if (sha256 === undefined) throw new UserError(unknownInput(reference, named.keys()));
    const key = keys.input(owner, sha256);
    const head = await objects.head(key);
    if (head === undefined) throw new UserError(missingInput(reference, sha256));
    const label = [...named].find(([, value]) => value === sha256)?.[0] ?? reference;
    return { key, label, sha256, sizeBytes: head.sizeBytes };
  };
  return {
    async read(reference) {
      const { key, label, sha256, sizeBytes } = await find(reference);
      if (sizeBytes > MAX_TEXT_BYTES)
        throw new UserError(
          `${label}: the file has ${sizeBytes} bytes, and a configuration or prompt has at most ${MAX_TEXT_BYTES}; name another file`,
        );
      const bytes = await collected(verified(objects.stream(key), label, sha256));
      return { label, bytes, sha256 };
    },
    async open(reference) {
      const { key, label, sha256, sizeBytes } = await find(reference);
      return {
        label,
        sizeBytes,
        head: (bytes) => collected(objects.stream(key, { start: 0, end: Math.min(bytes, sizeBytes) })),
        stream: () => verified(objects.stream(key), label, sha256),
      };
    },
  };
}

/** The API reads configurations and prompts whole. Data has no limit, because only a worker reads it. */
const MAX_TEXT_BYTES = 2 ** 20;

/** @throws UserError after the last byte if the bytes do not have this sha256 */
async function* verified(chunks: AsyncIterable<Uint8Array>, label: string, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest("hex") !== sha256)
    throw new UserError(`${label}: the uploaded bytes do not have this sha256; upload the file again`);
}

async function collected(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  return Buffer.concat(await collect(chunks));
}

function unknownInput(reference: string, known: Iterable<string>): string {
  const near = nearNames(reference, known);
  const hint = near.length === 0 ? "" : ` (did you mean ${near.join(" or ")}?)`;
  return `"${reference}" is not an uploaded file${hint}; upload it with POST /v1/inputs and name it in "inputs"`;
}

const missingInput = (label: string, sha256: string): string =>
  `${label}: no input ${sha256} has been uploaded; upload it with POST /v1/inputs first`;

/** Arguments whose names HELM uses for files: config_path, data_path, jury_config_path ... */
const FILE_ARGUMENT = /_(path|file|dir)$/;
const LOOKS_LIKE_A_PATH = /^(\/|~|\.{1,2}[/\\]|[A-Za-z]:[/\\]|\\|file:)|(^|[/\\])\.\.([/\\]|$)/;

/** Refuses entries that name a file on the server; an entry may only name an uploaded file, as input:<sha256>. @throws UserError */
export function refusePaths(descriptions: Iterable<string>): void {
  for (const description of descriptions)
    for (const [name, value] of Object.entries(parseObjectSpec(description).args)) {
      const isFile =
        FILE_ARGUMENT.test(name) || LOOKS_LIKE_A_PATH.test(String(value)) || String(value).startsWith("input:");
      if (isFile && !INPUT.test(String(value)))
        throw new UserError(
          `the entry "${description}" names the file ${name}=${value}; the API reads no paths: upload the file with POST /v1/inputs and write ${name}=input:<sha256>`,
        );
    }
}

/** Checks that the owner has uploaded every named input. @throws UserError */
export async function requireInputs(
  objects: ObjectStore,
  owner: string,
  inputs: Inputs = {},
  runs: readonly Pick<PlannedRun, "description">[] = [],
): Promise<void> {
  const wanted = new Map<string, string>();
  for (const { description } of runs)
    for (const value of Object.values(parseObjectSpec(description).args)) {
      const sha256 = INPUT.exec(String(value))?.[1];
      if (sha256 !== undefined) wanted.set(sha256, `the entry "${description}"`);
    }
  for (const [name, sha256] of Object.entries(inputs)) wanted.set(sha256, `inputs: ${name}`);
  for (const [sha256, label] of wanted) {
    const stored = await objects.head(keys.input(owner, sha256));
    if (stored === undefined || !isUsable(stored)) throw new UserError(missingInput(label, sha256));
  }
}
