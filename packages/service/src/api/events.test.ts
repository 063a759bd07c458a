import { keys } from "@medhelm/core/store/object-keys";
import { describe, expect, it } from "vitest";
import { markDone, markStarted } from "../submissions/submission-run-state.ts";
import { fixture, manifest, RUN } from "@medhelm/testing/fixtures/api";

/** Reads the next chunk of the stream; undefined at its end. */
function reader(answer: Response) {
  const pieces = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  return async () => (await pieces?.read())?.value;
}

describe("the events of a submission", () => {
  it("start with every run, continue with changed runs, and end when all are sealed", async () => {
    const api = fixture();
    const id = await api.submit("my", "demo/first", "demo/longest");
    const longest = "pubmed_qa:model=demo_longest";
    const next = reader(await api.call("GET", `/v1/submissions/${id}/events`));
    expect(await next()).toMatch(/^event: runs\ndata: .*"queued":2.*\nid: [0-9a-f]{24}\n\n$/);

    await markStarted(api.objects, id, RUN);
    await api.write(keys.progress("my", RUN), { formatVersion: 1, state: "running", done: 1, total: 2 });
    await api.clock.advance(1000);
    const changed = (await next()) ?? "";
    expect(changed).toContain('"state":"running","counts":{"running":1,"queued":1}');
    expect(changed).not.toContain(longest);

    for (const run of [RUN, longest]) {
      await api.write(keys.manifest("my", run), manifest());
      await markDone(api.objects, id, run);
    }
    await api.clock.advance(1000);
    expect(await next()).toContain('"counts":{"sealed":2}');
    expect(await next()).toMatch(/^event: end\ndata: {"state":"sealed"}\n/);
    expect(await next()).toBeUndefined();
  });

  it("resume after Last-Event-ID without repeating an unchanged state", async () => {
    const api = fixture();
    const id = await api.submit();
    const path = `/v1/submissions/${id}/events`;
    const first = (await reader(await api.call("GET", path))()) ?? "";
    const headers = { "last-event-id": /^id: (.*)$/m.exec(first)?.[1] ?? "" };

    const next = reader(await api.call("GET", path, { headers }));
    await api.call("POST", `/v1/submissions/${id}/cancel`);
    await api.clock.advance(1000);
    expect(await next()).toContain('"cancelled":1');

    expect(await reader(await api.call("GET", path, { headers }))()).toContain(RUN);
  });

  it("carry a heartbeat after 15 quiet seconds", async () => {
    const api = fixture();
    const next = reader(await api.call("GET", `/v1/submissions/${await api.submit()}/events`));
    await next();
    await api.clock.advance(15_000);
    expect(await next()).toBe(": heartbeat\n\n");
  });

  it("stop reading the store when the client leaves", async () => {
    const api = fixture();
    const answer = await api.call("GET", `/v1/submissions/${await api.submit()}/events`);
    const stream = answer.body?.getReader();
    await stream?.read();
    await api.clock.advance(500);
    expect(api.clock.pendingSleeps()).toHaveLength(1);
    await stream?.cancel();
    await api.clock.advance(100);
    expect(api.clock.pendingSleeps()).toEqual([]);
  });
});
