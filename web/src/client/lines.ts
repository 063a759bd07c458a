import { inSteps } from "./in-steps.ts";

/** A screen shows fewer lines than the first. */
const STEPS = { first: 24, later: 60 };

/** Lines of a list, drawn in their order. The first appear at once and the rest after the paint, because a part of a list has hundreds. */
export function linesIn(list: HTMLElement, { whenDrawn }: { whenDrawn: () => void }) {
  const waiting: (() => HTMLElement)[] = [];
  let dropRest: (() => void) | undefined;
  const drawNext = () => {
    const next = waiting.shift();
    if (next !== undefined) list.append(next());
  };
  return {
    add(lines: readonly (() => HTMLElement)[]): void {
      dropRest?.();
      waiting.push(...lines);
      dropRest = inSteps([...waiting.map(() => drawNext), whenDrawn], STEPS);
    },
    clear(): void {
      dropRest?.();
      waiting.length = 0;
      list.replaceChildren();
    },
  };
}
