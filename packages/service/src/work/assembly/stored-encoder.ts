import { createWriteStream } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { keys } from "@medhelm/core/store/object-keys";
import type { Encoder, ObjectStore } from "@medhelm/core/ports";

/** A file that every encoder folder contains (packages/encoders). */
const NEEDED = "tokenizer.json";

interface Ports {
  readonly objects: ObjectStore;
  readonly makeFolders: (path: string) => void;
}

/**
 * Returns a function that fetches and opens BERTScore's encoder at the first call. The operator uploads the encoder to
 * the models bucket. Undefined if the bucket contains none.
 */
export async function storedEncoder(
  { objects, makeFolders }: Ports,
  open: (folder: string) => Promise<Encoder>,
): Promise<(() => Promise<Encoder>) | undefined> {
  if ((await objects.head(keys.encoderFile(NEEDED))) === undefined) return undefined;
  let opened: Promise<Encoder> | undefined;
  return () => (opened ??= fetchFolder({ objects, makeFolders }, keys.encoder()).then(open));
}

async function fetchFolder({ objects, makeFolders }: Ports, prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "medhelm-encoder-"));
  for await (const { key } of objects.list(prefix)) {
    const file = join(folder, key.slice(prefix.length));
    makeFolders(dirname(file));
    await pipeline(Readable.from(objects.stream(key)), createWriteStream(file));
  }
  return folder;
}
