import { Identity } from "@medhelm/core/run/identity";
import type { ObjectStore } from "@medhelm/core/ports";
import { hashOfFields } from "@medhelm/core/store/manifest-hash";
import { generationOf, keys } from "@medhelm/core/store/object-keys";
import { DamagedObject, getToChange } from "@medhelm/core/store/objects";

export interface StoredIdentity {
  readonly identity: Identity | undefined;
  /** It cannot be read, or its content differs from its own hash. The next worker writes it again. */
  readonly isDamaged: boolean;
}

/** Reads the identity of a run. @throws UnreadableObject if its format is newer than this program */
export async function storedIdentity(objects: ObjectStore, suite: string, run: string): Promise<StoredIdentity> {
  try {
    const identity = await getToChange(objects, keys.identity(suite, run), Identity);
    return isWholeIdentity(identity) ? { identity, isDamaged: false } : DAMAGED;
  } catch (error) {
    if (error instanceof DamagedObject) return DAMAGED;
    throw error;
  }
}

const DAMAGED: StoredIdentity = { identity: undefined, isDamaged: true };

/** False for an identity whose fields contradict each other or its hash. */
export const isWholeIdentity = (identity: Identity | undefined): boolean =>
  identity === undefined ||
  (isOfGeneration(identity) && (identity.ownSha256 === undefined || identity.ownSha256 === hashOfFields(identity)));

/** The folder's name has the generation, which nobody else could seal. */
const isOfGeneration = ({ folder, generation }: Identity): boolean =>
  folder === undefined || generationOf(folder) === generation;
