import { createHash } from "node:crypto";
import { canonicalJson } from "@medhelm/core/store/canonical";
import { fastCanonicalJson } from "./fast-canonical.ts";

/** Takes the elements of a list one by one. */
export interface ListHash {
  add(element: unknown): void;
  /** `canonical`: canonicalJson of the element. */
  addText(canonical: string): void;
  digest(): string;
}

const PENDING = 64 * 1024;

/**
 * The sha256 of canonicalJson({...fields, [key]: elements}), or of canonicalJson(elements) without a key, that holds no element: a file
 * that is larger than memory has the hash that it would have as one document.
 */
export function listHash(key?: string, fields: Readonly<Record<string, unknown>> = {}): ListHash {
  const hash = createHash("sha256");
  const [before, after] = key === undefined ? ["[", "]"] : around(key, fields);
  let pending = before;
  let separator = "";
  const addText = (canonical: string): void => {
    pending += separator + canonical;
    separator = ",";
    if (pending.length < PENDING) return;
    hash.update(pending);
    pending = "";
  };
  return {
    add: (element) => addText(fastCanonicalJson(element)),
    addText,
    digest: () => hash.update(pending).update(after).digest("hex"),
  };
}

/** What canonical JSON, its keys sorted, has before and after the elements. */
function around(key: string, fields: Readonly<Record<string, unknown>>): readonly [string, string] {
  const [before = "", after = ""] = canonicalJson({ ...fields, [key]: [MARK] }).split(JSON.stringify(MARK));
  return [before, after];
}

/** In no field of a run's file: those are names, specs and hashes. */
const MARK = "\u0000medhelm: the elements";
