import { expect, test } from "vitest";
import { z } from "zod";
import { readElements } from "../helm/read-elements.ts";
import { parseJson } from "../store/objects.ts";

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

test("the message about a damaged file quotes no part of the file", async () => {
  const text = '{"prompt": Patient Jane Roe, born 1950}';
  expect(() => parseJson(new TextEncoder().encode(text), "cache/ann/1", z.unknown())).toThrow(
    /^cache\/ann\/1: not valid JSON \(Unexpected token 'P'\); the file is damaged or cut off; call medhelm repair, [a-z; ]+$/,
  );
  await expect(readElements(bytes(`[${text}]`)).next()).rejects.toThrow(
    /^the JSON file is not valid JSON in value 1: .{0,30}'P'$/,
  );
});
