import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoredAnswer } from "@medhelm/core/run/asking/answers";
import { LeaseRecord } from "@medhelm/core/jobs/lease-record";
import { LedgerEntry } from "@medhelm/core/money/ledger-entry";
import { expect, test } from "vitest";
import { z } from "zod";
import { launch, testFolder } from "../e2e/cli.ts";
import { cliHere } from "../e2e/cli-here.ts";
import { programsFor } from "../processes.ts";
import { countingStub } from "./counting-stub.ts";
import { seals } from "./suite.ts";
import { until } from "./until.ts";

/** Ann asks three deployments, and a judge at the same server. Bob asks one of them the same. */
const ENTRIES = {
  ann: ["demo_notes:model=stub/one", "demo_questions:model=stub/two", "demo_questions:model=stub/three"],
  bob: ["demo_questions:model=stub/two"],
};
const REQUESTS = 88;
/** The requests of the largest shard, which a kill may cost. */
const SHARD = 30;
const KILLS = 2;

const Row = z.object({ key: z.string(), body: z.instanceof(Uint8Array) });
const Segment = z.object({ answers: z.record(z.string(), StoredAnswer) });

/** The stored answers, by request key; those to canary requests too. */
function storedAnswers(out: string): Map<string, StoredAnswer> {
  const db = new DatabaseSync(join(out, ".medhelm/answers.sqlite"), { readOnly: true, timeout: 5000 });
  const rows = db.prepare("SELECT key, body FROM objects WHERE key LIKE 'cache/%' AND key NOT LIKE 'cache/.%'").all();
  db.close();
  return new Map(
    rows.flatMap((row) => {
      const { key, body } = Row.parse(row);
      const value: unknown = JSON.parse(new TextDecoder().decode(body));
      if (key.includes("/.segments/")) return Object.entries(Segment.parse(value).answers);
      return [[key.split("/").at(-1) ?? "", StoredAnswer.parse(value)]];
    }),
  );
}

/** The requests and tokens that the owners are charged for. */
function charged(out: string): { requests: number; tokens: number } {
  const sum = { requests: 0, tokens: 0 };
  for (const file of globSync("owners/*/ledger/*/*.json", { cwd: out })) {
    const entry = LedgerEntry.parse(JSON.parse(readFileSync(join(out, file), "utf8")));
    for (const line of entry.kind === "run" ? entry.lines : []) {
      sum.requests += line.requests;
      sum.tokens += line.promptTokens + line.completionTokens;
    }
  }
  return sum;
}

/** The workers that ask a shard. */
function askingWorkers(out: string): readonly [number, ...number[]] | undefined {
  const leases = globSync("work/.pools/*/leases/*.json", { cwd: out }).map((file) =>
    LeaseRecord.parse(JSON.parse(readFileSync(join(out, file), "utf8"))),
  );
  const running = new Set(programsFor(out));
  const [first, ...others] = leases.flatMap(({ state, holder: { pid } }) =>
    state === "held" && running.has(pid) ? [pid] : [],
  );
  return first === undefined ? undefined : [first, ...others];
}

test("pools ask the equal requests of two owners once, under SIGKILLs, and seal what medhelm run seals", async () => {
  const cwd = testFolder();
  const out = join(cwd, "out");
  const stub = await countingStub({ latencyMs: 40, faults: false });
  const flags = ["-o", "out", "-n", "2", "--pools", "--endpoint", stub.endpoint, "--port", "8794"];
  const stack = launch("medhelm", ["up", ...flags], { cwd });
  const [, api = ""] = await stack.until(/API\s+(http:\S+)\/v1\n/);
  const jury = ["--judges", "stub/judge"];
  for (const [owner, entries] of Object.entries(ENTRIES)) {
    const person = ["--owner", owner, "--role", "submitter", "--name", owner];
    const key = await cliHere("medhelm", ["keys", "create", ...person, "--api", api], { cwd });
    const env = { MEDHELM_TOKEN: key.stdout.trim() };
    const submitted = await cliHere("medhelm", ["submit", "-r", ...entries, ...jury, "--suite", owner, "--api", api], {
      cwd,
      env,
    });
    expect([key, submitted]).toMatchObject([{ code: 0 }, { code: 0 }]);
  }
  for (let kill = 0; kill < KILLS; kill++) {
    const { resume } = await stub.pauseAfter(10);
    const [worker] = await until("a worker that asks", () => askingWorkers(out));
    process.kill(worker, "SIGKILL");
    await until("its end", () => (programsFor(out).includes(worker) ? undefined : true));
    resume();
  }
  await until("both submissions end", () =>
    globSync("submissions/*/done.json", { cwd: out }).length === 2 ? true : undefined,
  );
  await stack.stop("SIGTERM");

  const answers = [...storedAnswers(out).values()];
  const tokens = answers.reduce((sum, { usage }) => sum + (usage.promptTokens ?? 0) + (usage.completionTokens ?? 0), 0);
  expect(charged(out)).toEqual({ requests: answers.length, tokens });
  expect(stub.answered.size).toBe(REQUESTS);
  expect(stub.totals().duplicates).toBeLessThanOrEqual(KILLS * SHARD);
  const other = testFolder();
  for (const [owner, entries] of Object.entries(ENTRIES)) {
    const args = ["run", "-r", ...entries, ...jury, "--suite", owner, "-o", "out", "--endpoint", stub.endpoint];
    expect(await cliHere("medhelm", args, { cwd: other })).toMatchObject({ code: 0 });
    expect(seals(out, owner)).toEqual(seals(join(other, "out"), owner));
  }
});
