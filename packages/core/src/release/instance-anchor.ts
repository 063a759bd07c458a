import type { PageInstance } from "./page.ts";

type Key = Pick<PageInstance, "id"> & {
  readonly trial?: number | undefined;
  readonly perturbation?: string | undefined;
};

/** The fragment of an instance's address: its id, then its perturbation and its train trial if it has one. */
export function anchorOf({ id, trial = 0, perturbation }: Key): string {
  return [id, ...(perturbation === undefined ? [] : [perturbation]), ...(trial === 0 ? [] : [`trial-${trial}`])].join(
    "~",
  );
}

/** FNV-1a of the UTF-16 units, 32 bits. */
export function anchorHash(anchor: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < anchor.length; i++) hash = Math.imul(hash ^ anchor.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The number of the ids file that has this address, from 1. */
export const bucketOf = (hash: number, buckets: number): number => (hash % buckets) + 1;
