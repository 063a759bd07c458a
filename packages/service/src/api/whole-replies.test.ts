import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { expect, test } from "vitest";
import { wholeReply } from "./whole-replies.ts";

/** Writes the given text, then waits until the client disconnects. */
function streaming(write: (say: { sse(data: string): Promise<void>; remark(): Promise<void> }) => Promise<void>) {
  const gone = Promise.withResolvers<void>();
  const app = new Hono().get("/", (c) =>
    streamSSE(c, async (stream) => {
      stream.onAbort(() => gone.resolve());
      await write({
        sse: (data) => stream.writeSSE({ event: "runs", id: data, data }),
        remark: async () => void (await stream.write(": heartbeat\n\n")),
      });
      await gone.promise;
    }),
  );
  return { gone: gone.promise, reply: async () => app.request("/") };
}

test("an event stream's reply ends after its first event, and its writer stops", async () => {
  const { gone, reply } = streaming(async ({ sse, remark }) => {
    await remark();
    await sse("one");
  });
  const whole = await wholeReply(await reply());
  expect(await whole.text()).toBe(": heartbeat\n\nevent: runs\ndata: one\nid: one\n\n");
  expect(whole.headers.get("content-type")).toBe("text/event-stream");
  await gone;
});

test("a stream without an event ends before the gateway's limit", async () => {
  const { gone, reply } = streaming(({ remark }) => remark());
  expect(await (await wholeReply(await reply(), 50)).text()).toBe(": heartbeat\n\n");
  await gone;
});

test("a finished stream is passed on whole, and other replies unchanged", async () => {
  const ended = new Response("event: end\ndata: {}\n\n", { headers: { "content-type": "text/event-stream" } });
  expect(await (await wholeReply(ended)).text()).toBe("event: end\ndata: {}\n\n");
  const other = Response.json({ a: 1 }, { status: 201 });
  expect(await wholeReply(other)).toBe(other);
});
