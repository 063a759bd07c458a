import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import type { StoredRelease } from "@medhelm/core/release/release-request";

const idOf = (value: unknown): string => sha256Hex(canonicalJson(value)).slice(0, 16);

/** Identifies a request. A release that failed may be requested again, and then has another plan and other jobs. */
export const requestId = (stored: StoredRelease): string => idOf(stored);

/** Identifies what was requested. It is equal if the same owner with the same rights requests the same release again. */
export const contentId = ({ owner, publicOnly = [], request }: StoredRelease): string =>
  idOf({ owner, publicOnly, request });

/** Whether this id names what was requested. A release that is published later has the same files, so `publish` does not count. */
export const isContentOf = (stored: StoredRelease, id: string): boolean =>
  [stored.request.publish, !stored.request.publish].some(
    (publish) => contentId({ ...stored, request: { ...stored.request, publish } }) === id,
  );
