import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { keys } from "@medhelm/core/store/object-keys";
import type { Encoder, ObjectStore } from "@medhelm/core/ports";

/** What an encoder's folder must hold (packages/encoders). */
const NEEDED = "tokenizer.json";

/**
 * BERTScore's encoder out of the models bucket, where the operator has put it: fetched and opened when the first run wants it.
 * Undefined where there is none.
 */
export async function storedEncoder(
  objects: ObjectStore,
  open: (folder: string) => Promise<Encoder>,
): Promise<(() => Promise<Encoder>) | undefined> {
  if ((await objects.head(keys.encoderFile(NEEDED))) === undefined) return undefined;
  let opened: Promise<Encoder> | undefined;
  return () => (opened ??= fetchFolder(objects, keys.encoder()).then(open));
}

async function fetchFolder(objects: ObjectStore, prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "medhelm-encoder-"));
  for await (const { key } of objects.list(prefix)) {
    const file = join(folder, key.slice(prefix.length));
    await mkdir(dirname(file), { recursive: true });
    await pipeline(Readable.from(objects.stream(key)), createWriteStream(file));
  }
  return folder;
}
