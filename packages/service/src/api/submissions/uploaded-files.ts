import { collect } from "@medhelm/core/run/collect";
import { createHash } from "node:crypto";
import { nearNames } from "@medhelm/core/text/near-names";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import type { UserFiles } from "@medhelm/core/run/benchmark";
import { remembered } from "../../concurrency/remembered.ts";
import { CONCURRENT_READS, mapBounded } from "../../concurrency/map-bounded.ts";
import { isUsable } from "../../sweep/expired-inputs.ts";
import type { PlannedRun } from "../ports.ts";
import { parseObjectSpec } from "@medhelm/core/helm/object-spec";
import type { SubmissionRequest } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";

const INPUT = /^input:([0-9a-f]{64})$/;

type Inputs = NonNullable<SubmissionRequest["inputs"]>;

/** Uploaded files of one owner. Each one is read once, for any number of run entries. */
export interface UploadedFiles extends UserFiles {
  /** Checks that the owner has uploaded every input that `inputs` or one of these entries names. @throws UserError */
  requireAll(entries?: readonly Pick<PlannedRun, "description">[]): Promise<void>;
}

/** Lets the expansion of a submission read only its owner's uploaded inputs, by input:<sha256> or by their name in `inputs`. */
export function uploadedFiles(objects: ObjectStore, owner: string, inputs: Inputs = {}): UploadedFiles {
  const named = new Map(Object.entries(inputs));
  const labels = new Map([...named].toReversed().map(([name, sha256]) => [sha256, name]));
  const keyOf = (sha256: string): string => keys.input(owner, sha256);
  let heldBytes = 0;
  const hold = async (chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
    const bytes = await collected(chunks);
    heldBytes += bytes.length;
    if (heldBytes > MAX_HELD_BYTES)
      throw new UserError(
        `the configurations and prompts of all entries have more than ${MAX_HELD_BYTES} bytes; make several submissions`,
      );
    return bytes;
  };
  const headOf = remembered((sha256: string) => objects.head(keyOf(sha256)));
  const textOf = remembered(async (sha256: string) => {
    const bytes = await hold(objects.stream(keyOf(sha256)));
    return { bytes, isIntact: sha256Hex(bytes) === sha256 };
  });
  const startsOf = remembered((sha256: string) =>
    remembered((bytes: number) => hold(objects.stream(keyOf(sha256), { start: 0, end: bytes }))),
  );

  const find = async (reference: string) => {
    const sha256 = INPUT.exec(reference)?.[1] ?? named.get(reference);
    if (sha256 === undefined) throw new UserError(unknownInput(reference, named.keys()));
    const head = await headOf(sha256);
    if (head === undefined) throw new UserError(missingInput(reference, sha256));
    return { label: labels.get(sha256) ?? reference, sha256, sizeBytes: head.sizeBytes };
  };
  return {
    async read(reference) {
      const { label, sha256, sizeBytes } = await find(reference);
      if (sizeBytes > MAX_TEXT_BYTES)
        throw new UserError(
          `${label}: the file has ${sizeBytes} bytes, and a configuration or prompt has at most ${MAX_TEXT_BYTES}; name another file`,
        );
      const { bytes, isIntact } = await textOf(sha256);
      if (!isIntact) throw new UserError(otherBytes(label));
      return { label, bytes, sha256 };
    },
    async open(reference) {
      const { label, sha256, sizeBytes } = await find(reference);
      return {
        label,
        sizeBytes,
        head: (bytes) => startsOf(sha256)(Math.min(bytes, sizeBytes)),
        stream: () => verified(objects.stream(keyOf(sha256)), label, sha256),
      };
    },
    async requireAll(entries = []) {
      const wanted = new Map<string, string>();
      for (const { description } of entries)
        for (const value of Object.values(parseObjectSpec(description).args)) {
          const sha256 = INPUT.exec(String(value))?.[1];
          if (sha256 !== undefined) wanted.set(sha256, `the entry "${description}"`);
        }
      for (const [name, sha256] of named) wanted.set(sha256, `inputs: ${name}`);
      const heads = await mapBounded(wanted.keys(), CONCURRENT_READS, headOf);
      for (const [i, [sha256, label]] of [...wanted].entries()) {
        const stored = heads[i];
        if (stored === undefined || !isUsable(stored)) throw new UserError(missingInput(label, sha256));
      }
    },
  };
}

/** The API reads configurations and prompts whole. Data has no limit, because only a worker reads it. */
const MAX_TEXT_BYTES = 2 ** 20;
/** All texts that the expansion of one submission holds. */
const MAX_HELD_BYTES = 2 ** 26;

/** @throws UserError after the last byte if the bytes do not have this sha256 */
async function* verified(chunks: AsyncIterable<Uint8Array>, label: string, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest("hex") !== sha256) throw new UserError(otherBytes(label));
}

const otherBytes = (label: string): string =>
  `${label}: the uploaded bytes do not have this sha256; upload the file again`;

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
