import { json, serve } from "@medhelm/testing/fault-server";
import { expect, onTestFinished, test } from "vitest";
import { workflowToken } from "./workflow-token.ts";

/** A server that signs nothing, and gives tokens that end 10 minutes after the clock's start. */
async function workflow(status = 200) {
  const asked: string[] = [];
  const server = await serve((request, _, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`);
    const claims = Buffer.from(JSON.stringify({ exp: 600 * asked.length })).toString("base64url");
    json(response, status, { value: `header.${claims}.signature${asked.length}` });
  });
  onTestFinished(() => server.close());
  const env = {
    ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${server.port}/token?version=2`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "of-the-job",
  };
  return { env, asked };
}

test("a job asks GitHub for a token whose audience is the API's address", async () => {
  const { env, asked } = await workflow();
  const token = await workflowToken("https://api.example", env, () => 0)?.();
  expect(token).toMatch(/^header\..*\.signature1$/);
  expect(asked).toEqual(["/token?version=2&audience=https%3A%2F%2Fapi.example Bearer of-the-job"]);
});

test("MEDHELM_AUDIENCE names another audience", async () => {
  const { env, asked } = await workflow();
  await workflowToken("https://api.example", { ...env, MEDHELM_AUDIENCE: "medhelm" }, () => 0)?.();
  expect(asked[0]).toContain("audience=medhelm ");
});

test("a token is used again until a minute before its end", async () => {
  const { env, asked } = await workflow();
  let nowMs = 0;
  const token = workflowToken("https://api.example", env, () => nowMs);
  for (nowMs of [0, 539_999, 540_000]) await token?.();
  expect(asked).toHaveLength(2);
});

test("a job without the permission gets a sentence that names it", async () => {
  const { env } = await workflow(403);
  await expect(workflowToken("https://api.example", env, () => 0)?.()).rejects.toThrow(
    "GitHub gives this job no identity token (status 403); give the job the permission id-token: write, or set MEDHELM_TOKEN",
  );
});

test("outside a workflow there is no such token", () => {
  expect(workflowToken("https://api.example", {}, () => 0)).toBeUndefined();
});
