import type { Instance } from "../helm/instance.ts";
import { sha256Hex } from "../store/canonical.ts";
import { fastCanonicalJson } from "../store/fast-canonical.ts";

/**
 * The first 16 hex digits of the sha256 of an instance's input and references. Two rows are a pair only if their ids and these digits are equal.
 * Another version of a data set may use an id for another item.
 */
export const inputHash = ({ input, references }: Pick<Instance, "input" | "references">): string =>
  sha256Hex(fastCanonicalJson({ input, references })).slice(0, 16);
