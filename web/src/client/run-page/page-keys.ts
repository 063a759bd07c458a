import type { Parts } from "./parts.ts";

/** Opens the next question, or the previous one. */
export type Step = (by: 1 | -1) => Promise<void>;

/** The keys that show the next or the previous instance. */
const STEPS: ReadonlyMap<string, 1 | -1> = new Map([
  ["j", 1],
  ["ArrowRight", 1],
  ["k", -1],
  ["ArrowLeft", -1],
]);

/** Lets keys open questions, the search and the help. */
export function listenToKeys({ help, search }: Parts, step: Step): void {
  addEventListener("keydown", (event) => {
    if (help.open || isForAnother(event)) return;
    const by = STEPS.get(event.key);
    if (by !== undefined) void step(by);
    else if (event.key === "?") help.showModal();
    else if (event.key === "/") {
      event.preventDefault();
      search.focus();
    }
  });
}

/** A key of the browser, in a field, or of a region that scrolls sideways. */
function isForAnother({ ctrlKey, metaKey, altKey, key, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  if (!(target instanceof Element)) return false;
  return target.matches("input, select, textarea") || (key.startsWith("Arrow") && target.matches("[tabindex='0']"));
}
