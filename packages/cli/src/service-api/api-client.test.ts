import { endlessReply, type Handler, json, serve } from "@medhelm/testing/fault-server";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { apiClient } from "./api-client.ts";

async function clientOf(handler: Handler) {
  const server = await serve(handler);
  onTestFinished(() => server.close());
  return apiClient(`http://127.0.0.1:${server.port}`, { MEDHELM_TOKEN: "secret" });
}

test("a reply is parsed", async () => {
  const api = await clientOf((_, __, response) => json(response, 200, { runs: 3 }));
  expect(await api.call("GET", "/v1/runs", z.object({ runs: z.int() }))).toEqual({ runs: 3 });
});

test("a problem is an error with the API's own sentence", async () => {
  const api = await clientOf((_, __, response) =>
    json(response, 409, { title: "Taken", detail: "The name is taken." }),
  );
  await expect(api.call("POST", "/v1/releases", z.unknown(), {})).rejects.toThrow("The name is taken.");
});

test("a reply without an end is refused, and its connection is closed", async () => {
  const { handler, closed } = endlessReply();
  const api = await clientOf(handler);
  await expect(api.call("GET", "/v1/runs", z.object({}))).rejects.toThrow(
    `${api.url} does not answer like the API of medhelm; correct --api`,
  );
  await closed;
});
