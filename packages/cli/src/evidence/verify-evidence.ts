import { isThere } from "@medhelm/adapters/is-there";
import { readUserText } from "../places/disk-files.ts";
import { basename } from "node:path";
import { type Evidence, evidenceHash } from "@medhelm/core/release/evidence";
import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { fileDifference, firstDifference } from "@medhelm/service/verify/first-difference";
import type { Verification } from "@medhelm/service/verify/verification";
import { evidencePage } from "./evidence-page.ts";
import { pageOf } from "./page-of.ts";
import { storedEvidence } from "./read-evidence.ts";

/**
 * Compares an evidence file, and its page if that is next to it, with what the stored files give. `verifySource` computes the numbers of
 * the release itself again.
 */
export async function verifyEvidence(
  objects: ObjectStore,
  path: string,
  evidence: Evidence,
  verifySource: () => Promise<Verification>,
): Promise<Verification> {
  const differs = (key: string, stored: unknown, recomputed: unknown, because?: string): Verification => ({
    checked: 1,
    difference: { file: path, key, stored, recomputed, ...(because === undefined ? {} : { because }) },
    notChecked: [],
  });
  const hash = evidenceHash(evidence);
  if (hash !== evidence.sha256)
    return differs("sha256", evidence.sha256, hash, "the file was changed after it was written");
  const source = await verifySource();
  if (source.difference !== undefined) return source;
  const recomputed = await recompute(objects, evidence);
  if (typeof recomputed === "string") return differs("model", evidence.model.name, undefined, recomputed);
  const { sha256: _own, ...fields } = recomputed;
  const difference = firstDifference(evidence, { ...fields, sha256: evidenceHash(fields) });
  if (difference !== undefined)
    return differs(
      difference.key,
      difference.stored,
      difference.recomputed,
      "the release was made again, or the file is of another folder",
    );
  const page = pageOf(path);
  const stored = isThere(page) ? await readUserText(page) : undefined;
  const ofPage =
    stored === undefined ? undefined : fileDifference(stored, await evidencePage(evidence, basename(path)));
  if (ofPage !== undefined)
    return {
      checked: 2,
      difference: { file: page, ...ofPage, because: "the page was changed, or has another name" },
      notChecked: [],
    };
  return {
    checked: source.checked + (stored === undefined ? 1 : 2),
    notChecked: [...source.notChecked, ...(stored === undefined ? [`${page} is not there`] : [])],
  };
}

async function recompute(objects: ObjectStore, { release, model }: Evidence): Promise<Evidence | string> {
  try {
    return await storedEvidence(objects, release, model.name);
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}
