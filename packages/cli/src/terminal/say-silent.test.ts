import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { expect, test } from "vitest";
import { sayingFetch } from "./say-silent.ts";

test("a silent server is named once for all of its requests, and one that answers is not", async () => {
  const clock = fakeClock();
  const said: string[] = [];
  const silent = Promise.withResolvers<Response>();
  const send = async (url: URL | string): Promise<Response> =>
    new URL(url).host === "silent.example" ? silent.promise : new Response();
  const fetch = sayingFetch({ clock, say: (text) => said.push(text) }, send);
  const waiting = [fetch("https://silent.example/a"), fetch(new URL("https://silent.example/b"))];
  await fetch("https://other.example/");
  await clock.advance(12_000);
  silent.resolve(new Response());
  await Promise.all(waiting);
  expect(said).toEqual(["no reply from silent.example for 10 s; 2 requests wait"]);
});
