import { z } from "zod";
import { Manifest } from "../release/runs/manifest.ts";
import { canonicalJson, sha256Hex } from "./canonical.ts";
import { damagedObject, parseJson } from "./objects.ts";

const Fields = z.record(z.string(), z.unknown());

/** The hash of a JSON object without its `ownSha256`. */
export function hashOfFields({ ownSha256: _ownSha256, ...fields }: Readonly<Record<string, unknown>>): string {
  return sha256Hex(canonicalJson(fields));
}

/** Adds the hash of the object, by which a reader notices a damage that leaves it valid JSON. */
export const withHash = <T extends Readonly<Record<string, unknown>>>(
  manifest: T,
): T & { readonly ownSha256: string } => ({
  ...manifest,
  ownSha256: hashOfFields(manifest),
});

/** Reads a manifest. @throws DamagedObject, also if its hash is another one; UnreadableObject if its format is newer than this program */
export function parseManifest(bytes: Uint8Array, key: string): Manifest {
  const manifest = parseJson(bytes, key, Manifest);
  if (manifest.ownSha256 !== undefined && manifest.ownSha256 !== hashOfFields(parseJson(bytes, key, Fields)))
    throw damagedObject(key, "its content differs from its own hash");
  return manifest;
}
