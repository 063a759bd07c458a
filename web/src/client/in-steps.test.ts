import { expect, it, onTestFinished, vi } from "vitest";
import { inSteps } from "./in-steps.ts";

/** The steps that were done, in a browser whose time the test moves. */
function stepping(): number[] {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal("requestAnimationFrame", (paint: () => void) => setTimeout(paint, 0));
  return [];
}

it("the first steps run at once, and the others a few at a time", () => {
  const done = stepping();
  const steps = [1, 2, 3, 4].map((step) => () => done.push(step));
  inSteps(steps, { first: 2, later: 1 });
  expect(done).toEqual([1, 2]);
  vi.advanceTimersToNextTimer().advanceTimersToNextTimer();
  expect(done).toEqual([1, 2, 3]);
  vi.runAllTimers();
  expect(done).toEqual([1, 2, 3, 4]);
});

it("dropped steps do not run", () => {
  const done = stepping();
  const drop = inSteps([() => done.push(1), () => done.push(2)], { first: 1, later: 1 });
  drop();
  vi.runAllTimers();
  expect(done).toEqual([1]);
});
