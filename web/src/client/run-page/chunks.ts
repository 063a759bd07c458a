import { anchorHash, anchorOf, bucketOf } from "@medhelm/core/release/pages/instance-anchor";
import { listRow } from "@medhelm/core/release/pages/list-row";
import type { MarkedMetric } from "@medhelm/core/release/pages/mark";
import type { Page, PageIndex, PageInstance } from "@medhelm/core/release/pages/page";
import type {
  DetailsPart,
  IdBucket,
  InstanceDetails,
  ListPart,
  ListRow,
  RunList,
} from "@medhelm/core/release/runs/run-list";
import { loadedAhead } from "./loaded-ahead.ts";
import { statusOf } from "../status-of.ts";

// Hand-written guards, because zod would be most of the page's script. A file of another shape can break the view, but its
// text never runs: it only reaches textContent.
const hasVersion = (value: unknown): value is { formatVersion: 1 } =>
  typeof value === "object" && value !== null && "formatVersion" in value && value.formatVersion === 1;
const isIndex = (value: unknown): value is PageIndex =>
  hasVersion(value) && "pages" in value && Array.isArray(value.pages);
const isPage = (value: unknown): value is Page =>
  hasVersion(value) && "instances" in value && Array.isArray(value.instances);
const isList = (value: unknown): value is RunList =>
  hasVersion(value) && "parts" in value && Array.isArray(value.parts);
const isListPart = (value: unknown): value is ListPart =>
  hasVersion(value) && "rows" in value && Array.isArray(value.rows);
const isBucket = (value: unknown): value is IdBucket => hasVersion(value) && "ids" in value && Array.isArray(value.ids);
const isDetails = (value: unknown): value is DetailsPart =>
  hasVersion(value) && "instances" in value && Array.isArray(value.instances);

/** Where a reader finds an instance, with its chunk. */
export interface Found {
  readonly instance: PageInstance;
  readonly page: Page;
}

/** The instances of a run. Every function @throws Error with a sentence for the reader. */
export interface Chunks {
  readonly instances: number;
  /** the counts of all instances; absent in older runs */
  readonly counts: RunList["counts"] | undefined;
  /** the counts of each part of the list */
  readonly parts: readonly { readonly first: number; readonly counts?: RunList["counts"] }[];
  readonly judges: readonly string[];
  rows(part: number): Promise<ListRow[]>;
  /** The first instance of the run. */
  first(): Promise<Found | undefined>;
  /** Finds an instance by its address. `page`: its chunk if it is known. */
  find(anchor: string, page: number | undefined): Promise<Found | undefined>;
  /** The details of an instance; undefined in older runs. */
  details(found: Found): Promise<InstanceDetails | undefined>;
}

interface Early {
  /** the chunk that an older address names */
  readonly hint?: number | undefined;
  /** files to load together with the list */
  readonly ahead?: readonly string[];
}

/**
 * Opens the instances of data/<slug>/. `folder` ends with "/". A run without a list, or whose list has another metric, is read chunk by chunk.
 * @throws Error with a sentence for the reader
 */
export async function openChunks(
  folder: string,
  metric: MarkedMetric,
  { hint, ahead = [] }: Early = {},
): Promise<Chunks> {
  const kept = new Map<string, Promise<unknown>>();
  /** A request that failed is forgotten, so that the reader can try again. */
  const load = (file: string): Promise<unknown> => {
    const made = kept.get(file) ?? json(`${folder}${file}`);
    kept.set(file, made);
    made.catch(() => kept.delete(file));
    return made;
  };
  const page = async (number: number): Promise<Page> => checked(await load(`${number}.json`), isPage, `${number}.json`);
  const inPage = async (anchor: string, number: number): Promise<Found | undefined> => {
    const found = await page(number);
    const instance =
      found.instances.find((one) => anchorOf(one) === anchor) ?? found.instances.find(({ id }) => id === anchor);
    return instance && { instance, page: found };
  };
  const details = async ({ instance, page: { details: part, first = 0, instances } }: Found) => {
    if (part === undefined) return undefined;
    const found = checked(await load(`details-${part}.json`), isDetails, `details-${part}.json`);
    return found.instances[first + instances.indexOf(instance) - found.first];
  };
  const firstOf = async (number: number): Promise<Found | undefined> => {
    const found = await page(number);
    const [instance] = found.instances;
    return instance && { instance, page: found };
  };
  for (const file of ahead) load(file).catch(() => undefined);
  const list = await load("list.json").catch(() => undefined);
  if (isList(list) && list.metric === metric.name)
    return {
      instances: list.instances,
      counts: list.counts,
      parts: list.parts,
      judges: list.judges ?? [],
      rows: async (part) => {
        const file = `list-${part + 1}.json`;
        return checked(await load(file), isListPart, file).rows;
      },
      first: () => firstOf(1),
      async find(anchor, known) {
        const found = known === undefined ? undefined : await inPage(anchor, known);
        if (found !== undefined || list.ids === 0) return found;
        const hash = anchorHash(anchor);
        const file = `ids-${bucketOf(hash, list.ids)}.json`;
        const { ids } = checked(await load(file), isBucket, file);
        for (const [of, number] of ids) {
          const one = of === hash ? await inPage(anchor, number) : undefined;
          if (one !== undefined) return one;
        }
        return undefined;
      },
      details,
    };
  const index = checked(await load("index.json"), isIndex, "index.json");
  const means = { helm: metric.mean, corrected: metric.mean };
  const listed = { name: metric.name, range: metric.range, isJudged: metric.isJudged, means, judges: [] };
  return {
    instances: index.instances,
    counts: undefined,
    parts: index.pages.map(({ first }) => ({ first })),
    judges: [],
    rows: async (part) => {
      const number = index.pages[part]?.page ?? 0;
      const { instances } = await page(number);
      return instances.map((instance) => listRow({ instance, question: "", isCut: false }, listed, number));
    },
    first: () => firstOf(index.pages[0]?.page ?? 1),
    async find(anchor, known = hint) {
      const numbers = index.pages.map((one) => one.page);
      const order = known === undefined ? numbers : [known, ...numbers.filter((number) => number !== known)];
      for (const number of order) {
        const found = numbers.includes(number) ? await inPage(anchor, number) : undefined;
        if (found !== undefined) return found;
      }
      return undefined;
    },
    details,
  };
}

function checked<T>(value: unknown, isIt: (value: unknown) => value is T, file: string): T {
  if (isIt(value)) return value;
  throw new Error(
    `This page cannot read data file ${file}, because it has another format version. Build the site again.`,
  );
}

async function json(url: string): Promise<unknown> {
  const ahead = await loadedAhead(url);
  if (ahead !== undefined) return ahead;
  const response = await fetch(url).catch(() => undefined);
  if (response === undefined) throw new Error(`The instances could not be loaded, because ${url} is not reachable.`);
  if (!response.ok) throw new Error(`The instances could not be loaded, because ${url} ${await statusOf(response)}.`);
  return response.json();
}
