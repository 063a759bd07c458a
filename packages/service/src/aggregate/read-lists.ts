import { readBatches } from "@medhelm/core/helm/read-elements";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import type { ObjectStore } from "@medhelm/core/ports";
import { EncoderScore, EncoderScores, encoderScoresIndex } from "@medhelm/core/scoring/encoder-scores";
import { type FileHashes, hashing } from "./content-hash.ts";
import { listHash } from "./list-hash.ts";

/** The fields of a file other than its list, which is read element by element. */
export type Fields = Readonly<Record<string, unknown>>;

export interface ListFile {
  readonly objects: Pick<ObjectStore, "stream">;
  readonly key: string;
  /** the field that contains the list */
  readonly list: string;
}

/** The field of scenario_state.json with the requests. */
export const STATES_LIST = "request_states";

/**
 * Yields the list's elements, a few at a time, so that memory does not grow with the run. Returns the other fields, which are
 * known after the last element.
 */
export async function* readList(
  of: Pick<ListFile, "key" | "list">,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly unknown[], Fields> {
  const fields: Record<string, unknown> = {};
  const onField = (name: string, value: unknown) => {
    fields[name] = value;
  };
  yield* readBatches(chunks, of.list, { label: of.key, onField });
  return fields;
}

/** Calls `see` for each element and returns the file's other fields. */
export async function forEachElement(of: ListFile, see: (element: unknown) => void): Promise<Fields> {
  const batches = readList(of, of.objects.stream(of.key));
  for (;;) {
    const next = await batches.next();
    if (next.done === true) return next.value;
    for (const element of next.value) see(element);
  }
}

/**
 * Reads the elements a second time and hashes them. `fields` comes from the first pass, because fields after the list
 * enter the hash before it. `strip` removes wall-clock fields.
 */
export function hashedElements(of: ListFile, fields: Fields, strip: (element: unknown) => unknown) {
  const bytes = hashing(of.objects.stream(of.key));
  const content = listHash(of.list, fields);
  async function* elements(): AsyncGenerator {
    for await (const batch of readList(of, bytes.chunks))
      for (const element of batch) {
        content.add(strip(element));
        yield element;
      }
  }
  return { elements: elements(), hashes: (): FileHashes => ({ bytes: bytes.digest(), content: content.digest() }) };
}

export const statesFile = (objects: ObjectStore, key: string): ListFile => ({ objects, key, list: STATES_LIST });

export const parseState = (element: unknown): RequestState => RequestState.parse(element);

/** Reads encoder_scores.json; undefined if the run has none. */
export async function readEncoderScores(objects: ObjectStore, key: string) {
  const of: ListFile = { objects, key, list: "scores" };
  if ((await objects.head(key)) === undefined) return undefined;
  const index = encoderScoresIndex();
  const fields = await forEachElement(of, (element) => index.add(EncoderScore.parse(element)));
  EncoderScores.omit({ scores: true }).parse(fields);
  const again = hashedElements(of, fields, (element) => element);
  for await (const _ of again.elements);
  return { of: index.of, hashes: again.hashes() };
}
