import { existsSync, globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "@medhelm/testing/seeded-random";
import { expect, test } from "vitest";
import { cli, launch, testFolder } from "../e2e/cli.ts";
import { childrenOf, programsFor } from "../processes.ts";
import { countingStub } from "./counting-stub.ts";
import { filesOf } from "./files-of.ts";
import { durableKeys, LOST_OF_THREAD, REQUESTS, seals } from "./suite.ts";
import { until } from "./until.ts";

/** `npm run chaos` sets it. Each round has ten kills; twenty rounds take about half an hour. */
const ROUNDS = Number(process.env["MEDHELM_CHAOS"] ?? 0);
const THREADS = 2;
/** A job asks a candidate and its judge. */
const IN_FLIGHT_OF_JOB = 2 * THREADS;
/** The stack runs two jobs at once. */
const IN_FLIGHT = 2 * IN_FLIGHT_OF_JOB;
/** Of a round: those of `REQUESTS`, and one of the judge on the stub for each note. */
const REQUESTS_OF_ROUND = REQUESTS + 14;
const KILLS_OF_ROUND = 8;

const jury = (round: number): string =>
  `judges: [{name: stub, model: stub/judge-${round}, model_deployment: stub/judge-${round}}]\n`;

/** The same questions for two models of this round, which nobody has asked before. */
const conf = (round: number): string => `entries: [
  { description: "demo_questions:model=stub/one-${round}", priority: 1 }
  { description: "demo_notes:jury_config_path=jury.yaml,model=stub/one-${round}", priority: 1 }
  { description: "demo_questions:model=stub/two-${round}", priority: 1 }
]
`;

test.skipIf(ROUNDS === 0)(
  "kills at random moments of workers, aggregator, release builder, site job and stack change no result and repeat no durable request (npm run chaos)",
  { timeout: 7_200_000 },
  async () => {
    const cwd = testFolder();
    const out = join(cwd, "out");
    const seed = Number(process.env["MEDHELM_SEED"] ?? 1);
    const random = seededRandom(seed);
    const stub = await countingStub({ latencyMs: 40, faults: true });
    const flags = ["-o", "out", "-n", String(THREADS), "--endpoint", stub.endpoint, "--port", "8791"];
    const up = async () => {
      const stack = launch("medhelm", ["up", ...flags], { cwd });
      const [, api = ""] = await stack.until(/API\s+(http:\S+)\/v1\n/);
      return { stack, api };
    };
    let { stack, api } = await up();
    const killed = { stack: 0, "worker-main": 0, "aggregate-main": 0, "site-main": 0 };
    type Kind = keyof typeof killed;

    const killStack = async (): Promise<void> => {
      await stack.stop("SIGKILL");
      killed.stack++;
      await until("the stack's children end", () => (programsFor(out).length === 0 ? true : undefined));
      stub.mustNotBeAsked(durableKeys(out));
      ({ stack, api } = await up());
    };
    /** Returns false if the program ended before its kill. */
    const killChild = async (program: Exclude<Kind, "stack">): Promise<boolean> => {
      const [pid] = childrenOf(stack.pid, program);
      if (pid === undefined) return false;
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        return false;
      }
      killed[program]++;
      await until("its end", () => (programsFor(out).includes(pid) ? undefined : true));
      if (program === "worker-main") stub.mustNotBeAsked(durableKeys(out));
      return true;
    };
    const kinds: readonly Kind[] = ["worker-main", "worker-main", "aggregate-main", "stack"];

    for (let round = 1; round <= ROUNDS; round++) {
      const suite = `s${round}`;
      writeFileSync(join(cwd, "suite.conf"), conf(round));
      writeFileSync(join(cwd, "jury.yaml"), jury(round));
      const done = await cli("medhelm", ["submit", "suite.conf", "--suite", suite, "--api", api], { cwd });
      expect(done, `seed ${seed}, round ${round}`).toMatchObject({ code: 0 });
      for (let kill = 0; kill < KILLS_OF_ROUND; kill++) {
        const { resume } = await stub.pauseAfter(1 + Math.floor(random() * 7));
        await sleep(random() * 20);
        const kind = kinds[Math.floor(random() * kinds.length)] ?? "stack";
        const killing = kind === "stack" ? killStack() : killChild(kind);
        resume();
        await killing;
      }
      // two kills while the answers are aggregated or sealed
      const isSealed = (): boolean => Object.keys(seals(out, suite)).length === 3;
      await until("answers to aggregate", () =>
        isSealed() || globSync(`runs/${suite}/*/scenario_state.json`, { cwd: out }).length > 0 ? true : undefined,
      );
      await sleep(random() * 300);
      await (random() < 0.7 ? killChild("aggregate-main") : killStack());
      await until("the submissions end", () =>
        globSync("submissions/*/done.json", { cwd: out }).length === round ? true : undefined,
      );

      // the release is built in the stack, and its site in a program of its own
      const release = `r${round}`;
      expect(
        await cli("medhelm", ["releases", "create", release, "--suites", suite, "--api", api, "--publish"], { cwd }),
        `seed ${seed}, round ${round}`,
      ).toMatchObject({ code: 0 });
      await sleep(random() * 1500);
      if (random() < 0.5) await killStack();
      const site = join(out, `site/r/${release}/published.json`);
      await until("the site's job", () =>
        existsSync(site) || childrenOf(stack.pid, "site-main").length > 0 ? true : undefined,
      );
      await sleep(random() * 2000);
      await killChild("site-main");
      await until("the site", () => (existsSync(site) ? true : undefined));

      const calm = await countingStub({ latencyMs: 0, faults: false });
      const args = ["run", "-c", "suite.conf", "--suite", suite, "-o", "calm", "--endpoint", calm.endpoint];
      expect(await cli("medhelm", args, { cwd })).toMatchObject({ code: 0 });
      expect(seals(out, suite), `seed ${seed}, round ${round}`).toEqual(seals(join(cwd, "calm"), suite));
      expect(await filesOf(out, suite), `seed ${seed}, round ${round}`).toEqual(
        await filesOf(join(cwd, "calm"), suite),
      );
      expect(await cli("medhelm", ["verify", release, "-o", "out"], { cwd })).toMatchObject({ code: 0 });
    }
    await stack.stop("SIGTERM");
    process.stderr.write(`seed ${seed}: killed ${JSON.stringify(killed)}; ${JSON.stringify(stub.totals())}\n`);
    expect(stub.askedAgain).toEqual([]);
    expect(stub.answered.size).toBe(ROUNDS * REQUESTS_OF_ROUND);
    expect(stub.totals().duplicates).toBeLessThanOrEqual(
      LOST_OF_THREAD * (killed.stack * IN_FLIGHT + killed["worker-main"] * IN_FLIGHT_OF_JOB),
    );
    expect(programsFor(out)).toEqual([]);
  },
);
