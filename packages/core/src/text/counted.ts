/** `1 run`, `2 runs`; `many` for a plural that does not end in s. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
