/** Reads an option that is a count. @throws Error if it is no whole number from 1 on */
export function countOption(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`--${name} ${text}: give a whole number from 1 on`);
  return count;
}
