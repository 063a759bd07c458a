import { fnv1a } from "../../text/fnv1a.ts";
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

export const anchorHash: (anchor: string) => number = fnv1a;

/** The number of the ids file that has this address, from 1. */
export const bucketOf = (hash: number, buckets: number): number => (hash % buckets) + 1;
