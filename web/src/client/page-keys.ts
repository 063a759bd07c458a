/** The keys that show the next or the previous instance. */
export const STEPS: ReadonlyMap<string, 1 | -1> = new Map([
  ["j", 1],
  ["ArrowRight", 1],
  ["k", -1],
  ["ArrowLeft", -1],
]);

/** A key of the browser, in a field, or of a region that scrolls sideways. */
export function isForAnother({ ctrlKey, metaKey, altKey, key, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  if (!(target instanceof Element)) return false;
  return target.matches("input, select, textarea") || (key.startsWith("Arrow") && target.matches("[tabindex='0']"));
}
