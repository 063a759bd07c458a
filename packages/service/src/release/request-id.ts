import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import type { StoredRelease } from "@medhelm/core/release/release-request";

/** Identifies a request. A release that failed may be requested again with another body, and then has another plan. */
export const requestId = (stored: StoredRelease): string => sha256Hex(canonicalJson(stored)).slice(0, 16);
