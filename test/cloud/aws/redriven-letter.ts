import { expect } from "vitest";
import { cli } from "../../e2e/cli.ts";
import type { Cloud } from "./cloud.ts";

interface Service extends Pick<Cloud, "api" | "bury"> {
  readonly key: string;
  readonly client: string;
}

/** Puts a message that nobody can read among the dead letters, and returns what the commands print before and after it is sent again. */
export async function redrivenLetter({ api, bury, key, client }: Service) {
  const letters = async (action: string) => {
    const args = ["dead-letters", action, "--api", api, "--json"];
    return cli("medhelm", args, { cwd: client, env: { MEDHELM_TOKEN: key } });
  };
  await bury("dispatch", "no JSON");
  await expect.poll(async () => (await letters("list")).stdout, { timeout: 60_000 }).toContain("no JSON");
  const { code, stdout } = await letters("redrive");
  return { code, stdout, left: (await letters("list")).stdout };
}
