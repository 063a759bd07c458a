import type { Sent } from "./send.ts";

/**
 * Reads a list page by page.
 * @param read the page after a marker; the first one has the marker {}
 * @param markerOf the marker of the page after this one
 * @throws Error if the server says that its list goes on and names no other page: the list would never end, or lack objects
 */
export async function* pagesOf<Output extends { readonly IsTruncated?: boolean | undefined }, Marker extends object>(
  read: (marker: Partial<Marker>) => Promise<Sent<Output>>,
  markerOf: (output: Output) => Marker,
): AsyncGenerator<Sent<Output>> {
  let marker: Partial<Marker> = {};
  for (;;) {
    const page = await read(marker);
    yield page;
    if (page.output.IsTruncated !== true) return;
    const next = markerOf(page.output);
    // JSON leaves out the fields that the server did not set
    if (["{}", JSON.stringify(marker)].includes(JSON.stringify(next)))
      throw new Error(`S3 says that its list goes on after ${placeOf(marker)}, and names no next page`);
    marker = next;
  }
}

const placeOf = (marker: object): string => Object.values(marker).join(" ") || "the first page";
