import { siteArea } from "@medhelm/core/store/object-keys";
import { isPublicPage } from "@medhelm/core/release/public-pages";
import { contentType } from "./content-types.ts";

export interface SiteHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
}

/** Files under r/<release>/ change only if the site is built again, so browsers request its pages again after an hour. */
const PAGE = "public, max-age=3600";
/** The names of these files contain a hash of their content, or the nonce of a sealed generation. */
const HASHED = "public, max-age=31536000, immutable";
const POINTER = "public, max-age=0, must-revalidate";
const CACHE_CONTROL = { front: POINTER, page: PAGE, hashed: HASHED } as const;

/** The headers that S3 stores with an object that readers of the site fetch. Undefined for any other key. */
export function siteHeaders(key: string): SiteHeaders | undefined {
  if (isPublicPage(key)) return { contentType: contentType(key), cacheControl: HASHED };
  const area = siteArea(key);
  return area === undefined ? undefined : { contentType: contentType(key), cacheControl: CACHE_CONTROL[area] };
}
