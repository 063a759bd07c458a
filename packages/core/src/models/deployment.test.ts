import { expect, test } from "vitest";
import { checkedBaseUrl } from "./deployment.ts";

test("the scheme of a server's address may have capital letters", () => {
  expect(checkedBaseUrl("HTTPS://models.example/v1/", "--endpoint")).toBe("https://models.example/v1");
});

test("an address without a scheme is refused", () => {
  expect(() => checkedBaseUrl("models.example/v1", "--endpoint")).toThrow(
    "--endpoint: models.example/v1 is not a valid address; write it like http://127.0.0.1:8000/v1",
  );
});
