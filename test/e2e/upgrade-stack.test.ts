import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { v1Folder } from "@medhelm/testing/formats/v1-folder";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { cli, launch } from "./cli.ts";

const Submissions = z.object({
  submissions: z.array(z.object({ id: z.string(), suite: z.string(), state: z.string() })),
});
const Releases = z.object({
  releases: z.array(z.object({ name: z.string(), status: z.looseObject({ state: z.string() }) })),
});
const Usage = z.looseObject({ totals: z.looseObject({ requests: z.int(), promptTokens: z.int() }) });

/** Starts the stack on the folder, and returns what its API shows. */
async function shownBy(cwd: string) {
  const stack = launch("medhelm", ["up", "-o", "."], { cwd });
  const [, url = ""] = await stack.until(/API +(\S+)\/v1\n/);
  const token = readFileSync(join(cwd, ".medhelm/api-token"), "utf8").trim();
  const get = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
    const response = await fetch(`${url}/v1/${path}`, { headers: { authorization: `Bearer ${token}` } });
    return schema.parse(await response.json());
  };
  const { submissions } = await get("submissions?limit=100", Submissions);
  const { releases } = await get("releases?limit=100", Releases);
  const { totals } = await get("usage?month=2026-11", Usage);
  const outcome = await stack.stop();
  expect(outcome).toMatchObject({ code: 0 });
  return {
    submissions: submissions
      .filter(({ suite }) => !OPEN.includes(suite))
      .map(({ id, suite, state }) => `${id} ${suite} ${state}`),
    releases: releases.map(({ name, status }) => `${name} ${status.state}`).toSorted(),
    totals: [totals.requests, totals.promptTokens],
  };
}

/** The suites of the submissions that were open when the earlier version was stopped. */
const OPEN = ["ann-suite", "fifth", "s"];
const SHOWN = {
  submissions: [
    "fe5dfdfb2e2f-2731a1c6f6cd sixth cancelled",
    "fe5dfdfbd1a7-ba281ed92909 fourth sealed",
    "fe5dfdfbd6a8-7c5ec8317dc2 fourth sealed",
    "fe5dfdfd8003-a1852bb57cd5 second sealed",
    "fe5dfdfd853d-7748ea78988a second sealed",
    "fe5dfdfd8c02-93bc5bdd6c22 third failed",
    "fe5dfdfd9159-798f95009c02 second sealed",
    "fe5dfdfd96d2-46ec5df50799 first sealed",
  ],
  releases: ["draft published", "gone failed", "v1 published"],
  totals: [13, 35],
};

test("the stack shows what an earlier version stored, also after an upgrade and without the index", async () => {
  const cwd = v1Folder();
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  expect(await shownBy(cwd)).toEqual(SHOWN);
  expect(await cli("medhelm", ["migrate", "-o", "."], { cwd })).toMatchObject({ code: 0 });
  expect(await shownBy(cwd)).toEqual(SHOWN);
  for (const file of ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"])
    rmSync(join(cwd, ".medhelm", file), { force: true });
  expect(await shownBy(cwd)).toEqual(SHOWN);
});
