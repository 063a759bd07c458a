import { expect, test } from "vitest";
import { ownOrigins } from "./own-origins.ts";

const own = ownOrigins(["https://medhelm.example", "http://127.0.0.1:80", "https://intern.example:8443"]);

test.each([
  ["medhelm.example", true],
  ["MedHELM.example:443", true],
  ["medhelm.example:80", false],
  ["medhelm.example.", false],
  ["127.0.0.1", true],
  ["127.0.0.1:80", true],
  ["127.0.0.1:443", false],
  ["intern.example:8443", true],
  ["intern.example", false],
  ["", false],
])("the host %j is one of this service: %s", (value, is) => {
  expect(own.isHost(value)).toBe(is);
});

test.each([
  ["https://medhelm.example", true],
  ["https://medhelm.example:443", true],
  ["http://medhelm.example", false],
  ["http://127.0.0.1", true],
  ["https://intern.example:8443", true],
  ["null", false],
  ["chrome-extension://medhelm.example", false],
  ["", false],
])("the origin %j is one of this service: %s", (value, is) => {
  expect(own.isOrigin(value)).toBe(is);
});
