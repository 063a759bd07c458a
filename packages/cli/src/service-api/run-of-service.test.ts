import { expect, test } from "vitest";
import type { z } from "zod";
import { runOfService } from "./run-of-service.ts";

/** A service with one file for each run, which counts its requests. */
function service() {
  const requests: string[] = [];
  return {
    requests,
    api: {
      url: "http://127.0.0.1:8787",
      call: async <T>(_method: string, _path: string, schema: z.ZodType<T>) => schema.parse({}),
      raw: async (path: string) => {
        requests.push(path);
        return new Response(`{"rows":[]}`);
      },
    },
  };
}

async function readTwice(keepsFiles: boolean) {
  const { api, requests } = service();
  const { objects, keyOf } = await runOfService(api, "s", "r", { keepsFiles });
  const key = keyOf("scores.json");
  const read = async () => new TextDecoder().decode((await objects.get(key))?.body);
  return { texts: [await read(), await read()], requests: requests.length };
}

test("a gate's second reading of the scores sends no second request", async () => {
  expect(await readTwice(true)).toEqual({ texts: ['{"rows":[]}', '{"rows":[]}'], requests: 1 });
});

test("without a gate no file is kept in memory", async () => {
  expect(await readTwice(false)).toMatchObject({ requests: 2 });
});
