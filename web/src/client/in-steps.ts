/**
 * Runs the first steps at once and the rest after the next paint, a few at a time. The page then reacts to a press although many rows change. Returns
 * a function that drops the steps that remain.
 */
export function inSteps(
  steps: readonly (() => void)[],
  { first, later }: { first: number; later: number },
): () => void {
  let isDropped = false;
  let next = 0;
  const run = (count: number) => {
    if (isDropped) return;
    for (const end = Math.min(steps.length, next + count); next < end; next++) steps[next]?.();
    if (next < steps.length) requestAnimationFrame(() => setTimeout(run, 0, later));
  };
  run(first);
  return () => {
    isDropped = true;
  };
}
