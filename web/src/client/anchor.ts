import type { PageInstance } from "@medhelm/core/release/page";

type Key = Pick<PageInstance, "id" | "trial" | "perturbation">;

/** The fragment of an instance's address: its id, then its perturbation and its train trial if it has one. */
export function anchorOf({ id, trial, perturbation }: Key): string {
  return [id, ...(perturbation === undefined ? [] : [perturbation]), ...(trial === 0 ? [] : [`trial-${trial}`])].join(
    "~",
  );
}

/** "#id12" -> "id12"; undefined without a fragment. Invalid percent-encoding stays unchanged. */
export function anchorIn(hash: string): string | undefined {
  if (hash.length < 2) return undefined;
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

/** "?chunk=3" -> 3, or undefined if the run has no such chunk. */
export function chunkIn(query: string, pages: readonly number[]): number | undefined {
  const chunk = new URLSearchParams(query).get("chunk");
  return pages.find((page) => String(page) === chunk);
}

/** The order in which to search the chunks for an instance: the chunk in the address first, then the others. */
export function searchOrder(pages: readonly number[], hint: number | undefined): number[] {
  return hint === undefined ? [...pages] : [hint, ...pages.filter((page) => page !== hint)];
}
