/** The score key of an item. */
export const itemKey = (index: number): string => `item ${index + 1}`;

/** The reason why an item is unscored, which names the item. */
export const itemReason = (index: number, count: number, reason: string): string =>
  `${itemKey(index)} of ${count}: ${reason}`;

/** The reason without the item's name. */
export const withoutItem = (reason: string): string => reason.replace(/^item \d+ of \d+: /, "");
