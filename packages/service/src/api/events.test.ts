import { describe, expect, it, vi } from "vitest";
import { type Fixture, fixture, RUN } from "@medhelm/testing/fixtures/api";

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

    await api.reach(id, 0, { state: "running", done: 1, total: 2 });
    await api.clock.advance(1000);
    const changed = (await next()) ?? "";
    expect(changed).toContain('"state":"running","counts":{"running":1,"queued":1}');
    expect(changed).not.toContain(longest);

    for (const ordinal of [0, 1]) await api.reach(id, ordinal, { state: "sealed", contentSha256: "c0ffee" });
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

  it("end within a minute of the revocation of the key", async () => {
    let isRevoked = false;
    const ann = { owner: "ann", scopes: new Set(["submit"] as const), organisations: new Set<string>(), keyId: "k" };
    const api = fixture({ authenticate: async () => (isRevoked ? undefined : ann) });
    const next = reader(await api.call("GET", `/v1/submissions/${await api.submit()}/events`));
    await next();
    isRevoked = true;
    await api.clock.advance(16_000);
    const rest = [await next(), await next()];
    expect(rest).toContain(undefined);
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

const ask = async (api: Fixture, id: string, lastId?: string) => {
  const headers = lastId === undefined ? {} : { "last-event-id": lastId };
  const text = await (await api.call("GET", `/v1/submissions/${id}/events`, { headers })).text();
  return { text, id: /^id: (.*)$/m.exec(text)?.[1] ?? "" };
};

describe("the events behind a gateway without streams", () => {
  it("are answered at once: every run, later only a pause until a state changes, and the end", async () => {
    const api = fixture({ repliesWhole: true });
    const id = await api.submit();
    const first = await ask(api, id);
    expect(first.text).toMatch(/^retry: 1000\n\nevent: runs\ndata: .*"queued":1.*\nid: [0-9a-f]{24}\n\n$/);
    expect((await ask(api, id, first.id)).text).toBe("retry: 1000\n\n");
    await api.reach(id, 0, { state: "sealed", contentSha256: "c0ffee" });
    const last = await ask(api, id, first.id);
    expect(last.text).toContain('"counts":{"sealed":1}');
    expect(last.text).toContain('event: end\ndata: {"state":"sealed"}\n');
    expect((await ask(api, id, last.id)).text).toMatch(/^retry: 1000\n\nevent: end\n/);
  });

  it("name the seconds until the client should ask again, until every run has ended", async () => {
    const api = fixture({ repliesWhole: true });
    const id = await api.submit();
    const path = `/v1/submissions/${id}/events`;
    expect((await api.call("GET", path)).headers.get("retry-after")).toBe("1");
    await api.reach(id, 0, { state: "sealed", contentSha256: "c0ffee" });
    expect((await api.call("GET", path)).headers.get("retry-after")).toBeNull();
  });

  it("need one query of the index and no object while nothing changes", async () => {
    const api = fixture({ repliesWhole: true });
    const id = await api.submit();
    const { id: lastId } = await ask(api, id);
    const query = vi.spyOn(api.index, "query");
    const others = [vi.spyOn(api.index, "get"), vi.spyOn(api.objects, "get"), vi.spyOn(api.objects, "head")];
    await ask(api, id, lastId);
    expect(query).toHaveBeenCalledTimes(1);
    for (const other of others) expect(other).not.toHaveBeenCalled();
  });

  it("of another owner's submission do not exist", async () => {
    const api = fixture({ repliesWhole: true });
    const path = `/v1/submissions/${await api.submit()}/events`;
    expect((await api.call("GET", path, { as: "bob" })).status).toBe(404);
    expect((await api.call("GET", path, { as: "root" })).status).toBe(200);
  });
});
