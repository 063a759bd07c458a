import { expect, test } from "vitest";
import { apiBase } from "./api-base.ts";

test.each([
  ["http://127.0.0.1:8787", "http://127.0.0.1:8787"],
  ["http://127.0.0.1:8787/", "http://127.0.0.1:8787"],
  ["http://127.0.0.1:8787/v1", "http://127.0.0.1:8787"],
  ["http://127.0.0.1:8787/v1/", "http://127.0.0.1:8787"],
  ["https://lab.example/medhelm/v1//", "https://lab.example/medhelm"],
  ["https://lab.example/medhelm", "https://lab.example/medhelm"],
  ["https://lab.example/dev1", "https://lab.example/dev1"],
])("the address %s is %s", (given, base) => {
  expect(apiBase(given)).toBe(base);
});

test.each(["127.0.0.1:8787", "localhost", "ftp://lab.example", ""])("the address %j is refused", (given) => {
  expect(() => apiBase(given)).toThrow("is not an address like http://127.0.0.1:8787");
});
