import { expect, test } from "vitest";
import { z } from "zod";
import { keys } from "./object-keys.ts";
import { parseJson } from "./objects.ts";

const REPAIR = "run its entry again, or call medhelm repair in its folder; the answers are kept";
const FOLDER = `public/1-${"a".repeat(32)}`;

test.each([
  [keys.lease("s", "r"), REPAIR],
  [keys.attemptDecision("s", "r", FOLDER), REPAIR],
  [keys.identity("s", "r"), REPAIR],
  [keys.manifest("s", "r"), REPAIR],
  [keys.progress("s", "r"), REPAIR],
  [keys.format(), "delete it and call medhelm migrate again"],
  [keys.releaseRequest("r1"), "restore it, or delete the release with medhelm withdraw --release"],
  [keys.submission("a1"), "restore it from a copy"],
  [keys.submissionSettled("a1"), "delete it, and the service writes it again"],
])("a message about a damaged %s says what to do", (key, remedy) => {
  const damaged = new TextEncoder().encode('{"formatVersion":1');
  expect(() => parseJson(damaged, key, z.unknown())).toThrow(
    new RegExp(`^${key}: not valid JSON .+; the file is damaged or cut off; ${remedy}$`),
  );
  expect(() => parseJson(new TextEncoder().encode("1"), key, z.object({}))).toThrow(`; ${remedy}`);
});
