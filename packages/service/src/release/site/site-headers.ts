import { siteArea } from "@medhelm/core/store/object-keys";
import { contentType } from "./content-types.ts";

export interface SiteHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
}

/** What is under r/<release>/ never changes, a site built again apart: its pages are asked for again after an hour. */
const PAGE = "public, max-age=3600";
/** Astro gives these files names that change with their bytes. */
const HASHED = "public, max-age=31536000, immutable";
const POINTER = "public, max-age=0, must-revalidate";
const CACHE_CONTROL = { front: POINTER, page: PAGE, hashed: HASHED } as const;

/** The headers that S3 keeps with an object of the site; undefined: it is none. */
export function siteHeaders(key: string): SiteHeaders | undefined {
  const area = siteArea(key);
  return area === undefined ? undefined : { contentType: contentType(key), cacheControl: CACHE_CONTROL[area] };
}
