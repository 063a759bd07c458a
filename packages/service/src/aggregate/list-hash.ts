import { createHash } from "node:crypto";
import { canonicalJson } from "@medhelm/core/store/canonical";
import { fastCanonicalJson } from "@medhelm/core/store/fast-canonical";
import { type ByteBlock, byteBlock } from "./byte-block.ts";

/** Hashes a list, one element at a time. */
export interface ListHash {
  add(element: unknown): void;
  /** Adds the element whose canonicalJson `write` writes. */
  addWritten(write: (to: Pick<ByteBlock, "text" | "bytes">) => void): void;
  digest(): string;
}

/**
 * Computes the sha256 of canonicalJson({...fields, [key]: elements}), or of canonicalJson(elements) without a key, and
 * keeps no element in memory. So a file that is larger than memory gets the same hash as a document in memory.
 */
export function listHash(key?: string, fields: Readonly<Record<string, unknown>> = {}): ListHash {
  const hash = createHash("sha256");
  const [before, after] = key === undefined ? ["[", "]"] : around(key, fields);
  const pending = byteBlock();
  pending.text(before);
  let separator = "";
  const begin = (): void => {
    if (pending.isFull()) hash.update(pending.take());
    pending.text(separator);
    separator = ",";
  };
  return {
    add(element) {
      begin();
      pending.text(fastCanonicalJson(element));
    },
    addWritten(write) {
      begin();
      write(pending);
    },
    digest: () => hash.update(pending.take()).update(after).digest("hex"),
  };
}

/** Splits the canonical JSON, whose keys are sorted, into the text before and after the elements. */
function around(key: string, fields: Readonly<Record<string, unknown>>): readonly [string, string] {
  const [before = "", after = ""] = canonicalJson({ ...fields, [key]: [MARK] }).split(JSON.stringify(MARK));
  return [before, after];
}

/** No field of a run's file contains this text: the fields are names, specs and hashes. */
const MARK = "\u0000medhelm: the elements";
