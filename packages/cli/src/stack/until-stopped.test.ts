import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { afterEach, expect, test, vi } from "vitest";
import { untilStopped } from "./until-stopped.ts";

afterEach(() => void vi.restoreAllMocks());

test("a service that does not close within 0.7 s of a Ctrl-C is ended", async () => {
  const clock = fakeClock();
  const exit = vi.fn<(code: number) => void>();
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const closing = Promise.withResolvers<void>();
  const stopped = untilStopped({ close: () => closing.promise }, { clock, exit });
  process.emit("SIGINT", "SIGINT");
  await clock.advance(699);
  expect(exit).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(exit).toHaveBeenCalledWith(0);
  closing.resolve();
  expect(await stopped).toBe(0);
});
