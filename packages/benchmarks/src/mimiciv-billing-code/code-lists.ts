import type { Group } from "@medhelm/core/reading/commitments/places";
import type { StepName } from "@medhelm/core/reading/reading";
import { PLURAL_AFTER, REJECTED_BEFORE } from "./code-denials.ts";

/** A code of a sentence with the text around it, as the reply spells it. */
export interface Named {
  readonly group: Group<string>;
  readonly before: string;
  readonly after: string;
  readonly spelled: string;
}

/** Two codes with only this between them are of one list. */
const SIDE_BY_SIDE = /^["')\]]*\s*(?:,|\/|&|and|,\s?and|,?\s?n?or|versus|vs\.?)?\s*["'([]*$/iu;
const OR = /(?<!\p{L})(?:n?or|versus|vs)(?!\p{L})/iu;

interface Item<P> {
  readonly place: P;
  readonly isBehindOr: boolean;
  why: StepName | undefined;
}

/** Returns the reason of each code of a sentence, its own or that of its list; undefined: the reply lists it. */
export function reasonsOf<P extends Named>(
  text: string,
  all: readonly P[],
  ownReason: (place: P) => StepName | undefined,
): (StepName | undefined)[] {
  const lists: Item<P>[][] = [];
  for (const [i, place] of all.entries()) {
    const before = all[i - 1];
    const gap = before === undefined ? undefined : text.slice(before.group.to, place.group.from);
    const isListed = gap !== undefined && gap.length < 40 && SIDE_BY_SIDE.test(gap);
    const item = { place, isBehindOr: isListed && OR.test(gap), why: ownReason(place) };
    const last = lists.at(-1);
    if (isListed && last !== undefined) last.push(item);
    else lists.push([item]);
  }
  for (const list of lists) {
    forwards(list);
    backwards(list);
  }
  return lists.flatMap((list) => list.map(({ why }) => why));
}

/** "do not code K37 and K36", "not K37 or K36", "HCPCS J1885 and G0463" */
function forwards(list: readonly Item<Named>[]): void {
  let isRejected = false;
  for (const [i, item] of list.entries()) {
    const { why, place } = list[i - 1] ?? {};
    isRejected ||= why === "left out a denial" && REJECTED_BEFORE.test(place?.before ?? "");
    const isSystem = why === "left out another system";
    const isOfBoth = isSystem ? isAlike(place?.spelled ?? "", item.place.spelled) : isRejected || item.isBehindOr;
    if (isOfBoth) item.why ??= why;
  }
}

/** "K37 and K36 are not coded"; "K37 or K36" are alternatives. */
function backwards(list: readonly Item<Named>[]): void {
  const isPlural = PLURAL_AFTER.test(list.at(-1)?.place.after ?? "");
  for (const [i, item] of [...list.entries()].toReversed()) {
    const next = list[i + 1];
    if (next?.isBehindOr === true && item.why === undefined) next.why ??= "found alternatives";
    if (isPlural || (next?.isBehindOr === true && next.why !== "left out a denial")) item.why ??= next?.why;
  }
}

/** "J1885 and G0463" are of one system, "J1885, K35.80" are not. */
const isAlike = (a: string, b: string): boolean => a.length === b.length && a.includes(".") === b.includes(".");
