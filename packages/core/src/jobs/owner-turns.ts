import { FURTHER_TURN } from "./turn-of.ts";

/** Lets owners take turns, so that one with many jobs holds back nobody. Jobs without an owner count as those of one more owner. */
export interface OwnerTurns {
  /** The first items of all owners: of those that had no turn for the longest time first, and further workers of pools last. `items`: in the order of their submission. */
  heads<T extends { readonly owner?: string | undefined }>(items: readonly T[]): T[];
  /** A job of the owner starts. */
  took(owner: string | undefined): void;
}

export function ownerTurns(): OwnerTurns {
  const last = new Map<string | undefined, number>();
  let count = 0;
  const lastTurn = (owner: string | undefined): number => last.get(owner) ?? 0;
  return {
    heads(items) {
      const firsts = [...Map.groupBy(items, ({ owner }) => owner).values()].flatMap(([first]) => first ?? []);
      return firsts.toSorted((a, b) => isLast(a.owner) - isLast(b.owner) || lastTurn(a.owner) - lastTurn(b.owner));
    },
    took: (owner) => void last.set(owner, ++count),
  };
}

const isLast = (owner: string | undefined): number => Number(owner === FURTHER_TURN);
