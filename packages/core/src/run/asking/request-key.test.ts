import { expect, it } from "vitest";
import { type RequestIdentity, requestKey } from "./request-key.ts";

const identity: RequestIdentity = {
  deployment: "stub/stub-1",
  endpoint: "http://127.0.0.1:8000/v1/chat/completions",
  flavour: "chat",
  wireBody: { model: "stub-1", temperature: 0, messages: [{ role: "user", content: "héllo" }] },
  trial: 0,
  attempt: 0,
};

it("is a stable sha256 that does not depend on the order of fields", () => {
  const { wireBody, ...rest } = identity;
  expect(requestKey({ wireBody, ...rest })).toBe(requestKey(identity));
  expect(requestKey(identity)).toBe("26482cd768ee3918586f4b4b9f4760c1667bf9a69ce4c5860f0aadf087435d2d");
});

it.each([
  { endpoint: "http://127.0.0.1:8001/v1/chat/completions" },
  { deployment: "stub/stub-2" },
  { flavour: "completions" },
  { weightsRevision: "abc" },
  { wireBody: { model: "stub-2" } },
  { random: "7" },
  { trial: 1 },
  { attempt: 1 },
])("differs for another %o", (change) => {
  expect(requestKey({ ...identity, ...change })).not.toBe(requestKey(identity));
});
