import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { expect, test } from "vitest";
import { fixture } from "@medhelm/testing/fixtures/api";
import { faultyStore } from "@medhelm/testing/stores/faulty-store";
import { takeDeadLetter } from "./take-dead-letter.ts";

const clock = fakeClock(0);
const aside = (body: string, receives = 1, api = fixture()) =>
  takeDeadLetter({ objects: api.objects, clock }, { queue: "aggregate", body, receives }).then(() => api);
const listed = async (api: ReturnType<typeof fixture>): Promise<unknown> =>
  (await api.call("GET", "/v1/dead-letters", { as: "root" })).json();
const LETTER = '{"suite":"my","run":"pubmed_qa:model=demo_first"}';

test.each(["not JSON", '{"unknown":"message"}'])(
  "the dead letter %s is set aside at once, and listed",
  async (body) => {
    const api = await aside(body);
    expect(await listed(api)).toMatchObject({
      deadLetters: [
        {
          queue: "aggregate",
          body,
          reason: "no part of this version can read the message",
          at: "1970-01-01T00:00:00.000Z",
        },
      ],
    });
  },
);

test("a letter that is sent again goes to its queue and leaves the list", async () => {
  const api = await aside("not JSON");
  expect((await api.call("POST", "/v1/dead-letters/redrive", { as: "root" })).status).toBe(200);
  expect(await api.aggregateQueue.receive({ max: 10, waitMs: 0 })).toMatchObject([{ body: "not JSON" }]);
  expect(await listed(api)).toEqual({ deadLetters: [] });
});

test("a damaged record of a letter is named, and the others are listed and sent again", async () => {
  const api = await aside("not JSON");
  await api.objects.put("dead-letters/aggregate/damaged.json", "{");
  const reason = expect.stringMatching(/^dead-letters\/aggregate\/damaged\.json: not valid JSON .*delete it/);
  const damaged = [{ id: "damaged", reason }];
  expect(await listed(api)).toEqual({ deadLetters: [expect.objectContaining({ body: "not JSON" })], damaged });
  const sent = await api.call("POST", "/v1/dead-letters/redrive", { as: "root" });
  expect(await sent.json()).toEqual({ deadLetters: [expect.objectContaining({ body: "not JSON" })], damaged });
  expect(await listed(api)).toEqual({ deadLetters: [], damaged });
});

test("a letter whose failure cannot be recorded is delivered four times more, and is then set aside", async () => {
  const store = fixture().objects;
  const objects = faultyStore(store, ({ operation }) => (operation === "put" ? undefined : "throw before"));
  const take = (receives: number) => takeDeadLetter({ objects, clock }, { queue: "aggregate", body: LETTER, receives });
  await expect(take(4)).rejects.toThrow("fault: no answer to get");
  await take(5);
  expect(await listed(fixture({ objects: store }))).toMatchObject({ deadLetters: [{ body: LETTER }] });
});
