import { indexKeys } from "@medhelm/core/store/index-keys";
import { fixture } from "@medhelm/testing/fixtures/api";
import { afterEach, expect, test, vi } from "vitest";
import { command } from "./usage.ts";
import { freePort, listen } from "../stack/http/listen.ts";

const api = fixture({ prices: { find: () => undefined, gpuClasses: [] } });
const entry = {
  formatVersion: 1,
  kind: "run",
  owner: "ann",
  month: "2026-11",
  submission: "a1",
  suite: "my",
  run: "r",
  lines: [
    {
      role: "candidate",
      deployment: "a/b",
      model: "a/b",
      requests: 2,
      unmetered: 0,
      promptTokens: 100,
      completionTokens: 8,
      price: { inputUsdPerMillion: 2, outputUsdPerMillion: 0.5, asOf: "2026-08-05" },
      microUsd: 204,
    },
  ],
};
await api.index.write([{ kind: "put", ...indexKeys.usageEntry("ann", "2026-11", "a1-x"), value: entry }]);

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** The text that the command prints, with a real server on 127.0.0.1. */
async function printed(...args: string[]): Promise<string> {
  vi.stubEnv("MEDHELM_TOKEN", "ann");
  let text = "";
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  const port = await freePort(8800);
  const server = await listen(api.app.fetch, port);
  try {
    await command.run(["--api", `http://127.0.0.1:${port}`, ...args]);
  } finally {
    await server.close();
  }
  return text;
}

test("usage prints a month by deployment, to the millionth of a dollar", async () => {
  const lines = (await printed("--month", "2026-11"))
    .split("\n")
    .filter((line) => !line.startsWith("---"))
    .map((line) => line.trim().split(/\s{2,}/));
  expect(lines).toEqual([
    ["ann, 2026-11"],
    ["deployment", "answers", "tokens read", "written", "GPU seconds", "US dollars"],
    ["a/b", "2", "100", "8", "0", "0.000204"],
    ["total", "2", "100", "8", "0", "0.000204"],
    ["$100 of $100 of the month's quota are left for new submissions."],
    [""],
  ]);
});

test("usage --csv prints the API's invoice, and a refusal is the API's sentence", async () => {
  expect((await printed("--month", "2026-11", "--csv")).split("\r\n")[1]).toBe(
    "2026-11,a1,my,r,a/b,a/b,candidate,2,100,8,,2,0.5,,2026-08-05,0.000204",
  );
  await expect(printed("--owner", "bob", "--csv")).rejects.toThrow("shows the usage of its own owner only");
});
