import type { PairedItem } from "@medhelm/core/release/statistics/paired-items";
import { anchorOf } from "@medhelm/core/release/pages/instance-anchor";
import { statusOf } from "../status-of.ts";

/** The items of a run, whose ids are the addresses of its instances. */
export interface RunItems {
  readonly items: readonly PairedItem[];
  /** whether the words are those of a list: those of older runs begin with the instruction, and compare with each other only */
  readonly isListed: boolean;
}

interface Row {
  readonly id: string;
  readonly trial?: number;
  readonly perturbation?: string;
  readonly text: string;
  readonly helm?: number;
  readonly corrected?: number;
  readonly cluster?: number;
}
interface Instance {
  readonly id: string;
  readonly trial: number;
  readonly perturbation?: string;
  readonly prompt: string;
  readonly stats: Readonly<Record<string, number>>;
  readonly corrected: Readonly<Record<string, number>>;
}

// Hand-written guards, because zod would be most of the page's script. Text of another shape only reaches text nodes.
const has = <Key extends string>(value: unknown, key: Key): value is Record<Key, readonly unknown[]> =>
  typeof value === "object" && value !== null && key in value && Array.isArray(Reflect.get(value, key));
const isList = (value: unknown): value is { parts: readonly unknown[] } => has(value, "parts");
const isRows = (value: unknown): value is { rows: readonly Row[] } => has(value, "rows");
const isIndex = (value: unknown): value is { pages: readonly { page: number }[] } => has(value, "pages");
const isPage = (value: unknown): value is { instances: readonly Instance[] } => has(value, "instances");

/**
 * Reads the main metric of a run's instances: from its list, or from its chunks if it has no list.
 * @param folder ends with "/"
 * @throws Error with a sentence for the reader
 */
export async function loadItems(folder: string, metric: string, profile: "helm" | "corrected"): Promise<RunItems> {
  const list = await optionalJson(`${folder}list.json`);
  if (isList(list)) {
    const parts = await Promise.all(list.parts.map((_, part) => json(`${folder}list-${part + 1}.json`)));
    const rows = parts.flatMap((part) => (isRows(part) ? part.rows : []));
    return { isListed: true, items: rows.flatMap((row) => itemOf(row, row.text, row[profile], row.cluster)) };
  }
  const index = await json(`${folder}index.json`);
  if (!isIndex(index)) throw new Error(`${folder}index.json has another format. Build the site again.`);
  const pages = await Promise.all(index.pages.map(({ page }) => json(`${folder}${page}.json`)));
  const instances = pages.flatMap((page) => (isPage(page) ? page.instances : []));
  const field = profile === "helm" ? "stats" : "corrected";
  return {
    isListed: false,
    items: instances.flatMap((one) => itemOf(one, one.prompt.slice(0, 200), one[field][metric], undefined)),
  };
}

/** Perturbed instances are not those of the main metric. */
function itemOf(
  { id, perturbation }: Pick<Row, "id" | "trial" | "perturbation">,
  text: string,
  value: number | undefined,
  cluster: number | undefined,
): PairedItem[] {
  if (perturbation !== undefined) return [];
  return [{ id: anchorOf({ id, trial: 0 }), text, value, ...(cluster === undefined ? {} : { cluster }) }];
}

async function optionalJson(url: string): Promise<unknown> {
  const response = await fetch(url).catch(() => undefined);
  return response?.ok === true ? response.json() : undefined;
}

/** @throws Error with a sentence for the reader */
export async function json(url: string): Promise<unknown> {
  const response = await fetch(url).catch(() => undefined);
  if (response === undefined) throw new Error(`${url} cannot be reached.`);
  if (!response.ok) throw new Error(`${url} ${await statusOf(response)}.`);
  return response.json();
}
