import { TOP_FOLDERS } from "@medhelm/core/store/object-keys";

/**
 * The order in which a backup copies the objects that refer to others. A writer makes an object before one that refers to it, so a copy that
 * takes the later object first always finds the earlier one. The answers of models come last of all.
 */
const REFERRING: readonly RegExp[] = [
  new RegExp(`^${TOP_FOLDERS.site}[^/]+$`),
  new RegExp(`^${TOP_FOLDERS.releases}[^/]+/release\\.json$`),
  new RegExp(`^(?:${TOP_FOLDERS.releaseRequests}|${TOP_FOLDERS.releaseFailures})`),
  new RegExp(`^${TOP_FOLDERS.submissions}`),
  new RegExp(`^${TOP_FOLDERS.owners}`),
  new RegExp(`^(?:${TOP_FOLDERS.jobs}|${TOP_FOLDERS.suites}|${TOP_FOLDERS.keys}|${TOP_FOLDERS.audit})`),
  new RegExp(`^${TOP_FOLDERS.runs}[^/]+/[^/]+/manifest\\.json$`),
  new RegExp(`^${TOP_FOLDERS.runs}[^/]+/\\.generations/.*/decision\\.json$`),
  new RegExp(`^${TOP_FOLDERS.work}(?!\\.scores/)`),
];

/** The place of an object in that order. Undefined: no object of it refers to others, and it is copied after all that do. */
export function referringRank(key: string): number | undefined {
  const rank = REFERRING.findIndex((pattern) => pattern.test(key));
  return rank === -1 ? undefined : rank;
}
