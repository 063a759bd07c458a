import { z } from "@hono/zod-openapi";
import { DeadLetter } from "@medhelm/core/jobs/dead-letter";
import { type DamagedLetter, redriveLetters, type SetAside, setAsideLetters } from "../../failure/dead-letters.ts";
import type { Api } from "../app.ts";
import type { ApiPorts } from "../ports.ts";
import { json, securedRoute } from "../secured-route.ts";

const Letter = z
  .object({ id: z.string(), ...DeadLetter.omit({ formatVersion: true }).shape })
  .meta({ id: "DeadLetter" });
const Letters = z.object({
  deadLetters: z.array(Letter),
  damaged: z
    .array(z.object({ id: z.string(), reason: z.string() }).meta({ id: "DamagedDeadLetter" }))
    .optional()
    .describe("Messages whose records cannot be read"),
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
    const found: (SetAside | DamagedLetter)[] = [];
    for await (const letter of setAsideLetters(objects)) found.push(letter);
    return c.json(view(found), 200);
  });
  app.openapi(redrive, async (c) => {
    const queues = { dispatch: dispatchQueue, aggregate: aggregateQueue, release: releaseQueue };
    return c.json(view(await redriveLetters(objects, queues)), 200);
  });
}

function view(found: readonly (SetAside | DamagedLetter)[]): z.infer<typeof Letters> {
  const damaged = found.flatMap((letter) => ("damage" in letter ? [{ id: letter.id, reason: letter.damage }] : []));
  const whole = found.flatMap((letter) => ("damage" in letter ? [] : [letter]));
  return { deadLetters: whole, ...(damaged.length === 0 ? {} : { damaged }) };
}
