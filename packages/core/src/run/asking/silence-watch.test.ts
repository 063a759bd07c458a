import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { expect, test } from "vitest";
import { createSilenceWatch } from "./silence-watch.ts";

function watched() {
  const clock = fakeClock();
  const said: string[] = [];
  const watch = createSilenceWatch(clock, ({ ms, inFlight }) => said.push(`${ms / 1000} s, ${inFlight}`));
  /** Sends a request whose reply comes when the returned function is called. */
  const send = (): (() => Promise<void>) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const exchange = watch.during(() => promise);
    return () => {
      resolve();
      return exchange;
    };
  };
  return { clock, said, watch, send };
}

test("a silent server is named after 10 s, after a minute, and then every five minutes", async () => {
  const { clock, said, send } = watched();
  send();
  send();
  await clock.advance(700_000);
  expect(said).toEqual(["10 s, 2", "60 s, 2", "360 s, 2", "660 s, 2"]);
});

test("no message comes while replies arrive, although one request stays without a reply", async () => {
  const { clock, said, send } = watched();
  send();
  for (let i = 0; i < 5; i++) {
    const reply = send();
    await clock.advance(9_000);
    await reply();
  }
  expect(said).toEqual([]);
});

test("a slow server is named again only after twice the time", async () => {
  const { clock, said, send } = watched();
  const slow = send();
  await clock.advance(15_000);
  await slow();
  send();
  await clock.advance(25_000);
  expect(said).toEqual(["10 s, 1", "20 s, 1"]);
});

test("nothing waits when nothing is in flight, also after a request that failed", async () => {
  const { clock, watch } = watched();
  await expect(watch.during(() => Promise.reject(new Error("cut")))).rejects.toThrow("cut");
  expect(clock.pendingSleeps()).toEqual([]);
});
