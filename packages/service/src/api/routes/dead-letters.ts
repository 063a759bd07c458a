import { z } from "@hono/zod-openapi";
import type { Damaged } from "@medhelm/core/damaged-line";
import { DeadLetter } from "@medhelm/core/jobs/dead-letter";
import { collect } from "@medhelm/core/run/collect";
import { redriveLetters, type SetAside, setAsideLetters } from "../../failure/dead-letters.ts";
import type { Api } from "../app.ts";
import { damagedLines, splitDamaged } from "../lists/damaged-lines.ts";
import type { ApiPorts } from "../ports.ts";
import { json, securedRoute } from "../secured-route.ts";

const Letter = z
  .object({ id: z.string(), ...DeadLetter.omit({ formatVersion: true }).shape })
  .meta({ id: "DeadLetter" });
const Letters = z.object({
  deadLetters: z.array(Letter),
  ...damagedLines("Messages whose records cannot be read"),
});

const list = securedRoute({
  method: "get",
  path: "/v1/dead-letters",
  tags: ["dead letters"],
  summary: "List the messages that were set aside (administrators)",
  description:
    "A message that fails too often becomes the failure of its runs or of its release, whose state has the reason. Only a message that cannot be recorded so is listed here.",
  scope: "admin",
  request: {},
  responses: { 200: { description: "The messages.", content: json(Letters) } },
});

const redrive = securedRoute({
  method: "post",
  path: "/v1/dead-letters/redrive",
  tags: ["dead letters"],
  summary: "Send all messages that were set aside to their queues again (administrators)",
  scope: "admin",
  request: {},
  responses: { 200: { description: "The messages that were sent.", content: json(Letters) } },
});

export function deadLetters(app: Api, { objects, dispatchQueue, aggregateQueue, releaseQueue }: ApiPorts): void {
  app.openapi(list, async (c) => {
    return c.json(view(await collect(setAsideLetters(objects))), 200);
  });
  app.openapi(redrive, async (c) => {
    const queues = { dispatch: dispatchQueue, aggregate: aggregateQueue, release: releaseQueue };
    return c.json(view(await redriveLetters(objects, queues)), 200);
  });
}

function view(found: readonly (SetAside | Damaged)[]): z.infer<typeof Letters> {
  const { whole, more } = splitDamaged(found);
  return { deadLetters: whole, ...more };
}
