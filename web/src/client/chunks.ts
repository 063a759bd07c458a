import type { Page, PageIndex } from "@medhelm/core/release/page";

// Hand-written guards, because zod would be most of the page's script. A file of another shape can break the view, but its
// text never runs: it only reaches textContent.
const hasVersion = (value: unknown): value is { formatVersion: 1 } =>
  typeof value === "object" && value !== null && "formatVersion" in value && value.formatVersion === 1;
const isIndex = (value: unknown): value is PageIndex =>
  hasVersion(value) && "pages" in value && Array.isArray(value.pages);
const isPage = (value: unknown): value is Page =>
  hasVersion(value) && "instances" in value && Array.isArray(value.instances);

export interface Chunks {
  readonly index: PageIndex;
  /** @throws Error with a sentence for the reader */
  load(page: number): Promise<Page>;
}

/**
 * Reads the index of data/<slug>/. `folder` ends with "/".
 * @throws Error with a sentence for the reader
 */
export async function openChunks(folder: string): Promise<Chunks> {
  const index = await json(`${folder}index.json`);
  if (!isIndex(index))
    throw new Error(
      "This page cannot read the index of the instances, because it has another format version. Build the site again.",
    );
  return {
    index,
    load: async (number) => {
      const page = await json(`${folder}${number}.json`);
      if (!isPage(page))
        throw new Error(
          `This page cannot read data file ${number}.json, because it has another format version. Build the site again.`,
        );
      return page;
    },
  };
}

async function json(url: string): Promise<unknown> {
  const response = await fetch(url).catch(() => undefined);
  if (response === undefined)
    throw new Error(
      `The instances could not be loaded, because ${url} is not reachable. Reload the page to try again.`,
    );
  if (!response.ok)
    throw new Error(`The instances could not be loaded, because ${url} returned status ${response.status}.`);
  return response.json();
}
