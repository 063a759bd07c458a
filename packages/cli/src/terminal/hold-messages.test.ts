import { expect, test } from "vitest";
import { holdMessages } from "./hold-messages.ts";

function output() {
  const printed: string[] = [];
  return { printed, isTTY: true, write: (chunk: string | Uint8Array) => printed.push(String(chunk)) > 0 };
}

test("the messages of a command that succeeds are dropped", () => {
  const stderr = output();
  const release = holdMessages(stderr);
  stderr.write("1 of 2\n");
  expect(stderr.isTTY).toBe(false);
  release(false);
  stderr.write("after\n");
  expect(stderr.printed).toEqual(["after\n"]);
});

test("the messages of a command that fails are printed", () => {
  const stderr = output();
  const release = holdMessages(stderr);
  stderr.write("1 of 2\n");
  stderr.write("failed\n");
  release(true);
  expect(stderr.printed).toEqual(["1 of 2\nfailed\n"]);
});
