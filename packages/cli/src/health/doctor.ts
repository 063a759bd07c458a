import { isLoopbackHost } from "@medhelm/core/models/deployment";
import { providerVariables } from "@medhelm/core/models/providers";
import type { Deployment } from "@medhelm/core/models/deployment";
import { deploymentsOf } from "../models/model-prices.ts";
import type { Models } from "../models/load-models.ts";
import { estimateRuns } from "../plan/estimate-runs.ts";
import { prepareRuns, type PreparedRuns, prepareModels } from "../run/prepare-runs.ts";
import type { RunOptions } from "../run/options/run-options.ts";
import {
  examineDisk,
  examineKeys,
  examineNode,
  examineOutput,
  examineSystem,
  examineSqlite,
  type Finding,
  findingOf,
} from "./examine.ts";
import { examineData } from "./examine-data.ts";
import { examineCandidates, examineJudges, examineListed } from "./examine-models.ts";
import { examineProxy } from "./examine-proxy.ts";
import { examineServer, uncomparedClock } from "./examine-server.ts";

/** The environment variables of keys. */
const KEYS = ["OPENAI_API_KEY", "MEDHELM_API_KEY", ...providerVariables.filter((name) => /KEY|TOKEN/.test(name))];

/** Examines this machine, the configured servers and, if entries are given, everything that their runs need. */
export async function examineAll(options: RunOptions): Promise<readonly Finding[]> {
  const { outputPath, apiKeyEnv, confPaths, runEntries, offline } = options;
  const names = apiKeyEnv === undefined ? KEYS : [...KEYS, apiKeyEnv];
  const machine = [
    examineSystem(),
    examineNode(),
    examineDisk(outputPath),
    examineOutput(outputPath),
    await examineSqlite(outputPath),
  ];
  const hasEntries = confPaths.length + runEntries.length > 0;
  const prepared = hasEntries ? await prepareRuns({ ...options, dryRun: true }, { asksServers: false }) : undefined;
  const { models } = prepared ?? (await prepareModels({ ...options, model: undefined }, { asksServers: false }));
  const { model: given = [] } = options;
  const dataDir = options.dataDir ?? process.env["MEDHELM_DATA"];
  const needs =
    prepared === undefined
      ? [
          examineData({ outputPath, dataDir, offline }),
          ...(await examineCandidates(
            models,
            given.filter((name) => !isAddress(name)),
          )),
          ...(await examineJudges(models, options.judges)),
        ]
      : await runFindings(prepared, options);
  const servers = await serversOf(options, models, prepared);
  const answers = await Promise.all(servers.map((server) => examineServer(server)));
  return [
    ...machine,
    examineKeys(process.env, names),
    ...examineProxy(process.env, offline),
    ...needs,
    ...withOneClock(answers.flat()),
  ];
}

/** The problems of the plan would stop the runs. */
async function runFindings({ plans, models }: PreparedRuns, options: RunOptions): Promise<Finding[]> {
  const planned = await estimateRuns(plans, options, models);
  const problems = [...new Set(planned.flatMap((run) => run.problems))];
  const notes = [...new Set(planned.flatMap((run) => run.notes))];
  const judges = deploymentsOf(plans.map(({ plan }) => plan)).filter(({ role }) => role === "judge");
  const unlisted = options.offline ? [] : (await examineListed(models, judges)).values();
  return [
    ...problems.map((problem) => findingOf("run", "blocked", problem)),
    ...notes.map((detail): Finding => ({ check: "data", state: "warning", detail })),
    ...(problems.length + notes.length > 0
      ? []
      : [{ check: "runs", state: "ok", detail: `${plans.length} planned, with data and keys` } as const]),
    ...unlisted,
  ];
}

const isAddress = (name: string): boolean => /^https?:\/\//.test(name);

interface Server {
  readonly baseUrl: string;
  readonly of: string;
  readonly isNeeded: boolean;
}

/** The servers of the runs' models, and those that options, environment and model_deployments.yaml name. Each address once. */
async function serversOf(options: RunOptions, models: Models, prepared: PreparedRuns | undefined): Promise<Server[]> {
  const { endpoint, judgeEndpoint, offline, offlineAllow } = options;
  const uses = deploymentsOf((prepared?.plans ?? []).map(({ plan }) => plan));
  const described = await Promise.all(
    uses.map(({ name, model, role }) => models.describe(name, model, role).catch(() => undefined)),
  );
  const fromEnv = process.env["MEDHELM_ENDPOINT"];
  const named: Server[] = [
    ...described.flatMap((deployment) => serverOf(deployment, true)),
    ...(endpoint === undefined ? [] : [{ baseUrl: endpoint, of: "--endpoint", isNeeded: true }]),
    ...(options.model ?? []).filter(isAddress).map((baseUrl) => ({ baseUrl, of: "--model", isNeeded: true })),
    ...(judgeEndpoint === undefined ? [] : [{ baseUrl: judgeEndpoint, of: "--judge-endpoint", isNeeded: true }]),
    ...(fromEnv === undefined || fromEnv === "" ? [] : [{ baseUrl: fromEnv, of: "MEDHELM_ENDPOINT", isNeeded: false }]),
    ...models.prodEnv.deployments.flatMap((deployment) => serverOf(deployment, false)),
  ];
  const allowed = ({ baseUrl }: Server): boolean => {
    const { hostname } = new URL(baseUrl);
    return !offline || isLoopbackHost(hostname) || offlineAllow.includes(hostname);
  };
  return [...new Map(named.toReversed().map((server) => [new URL(server.baseUrl).origin, server])).values()]
    .toReversed()
    .filter(allowed);
}

const serverOf = (deployment: Deployment | undefined, isNeeded: boolean): Server[] =>
  deployment === undefined || deployment.client.kind === "builtin"
    ? []
    : [{ baseUrl: deployment.client.baseUrl, of: deployment.name, isNeeded }];

/** One finding about the clock is enough: the first that is not ok, else the first. Without a server nothing is compared. */
function withOneClock(findings: readonly Finding[]): Finding[] {
  const clocks = findings.filter(({ check }) => check === "clock");
  const clock = clocks.find(({ state }) => state !== "ok") ?? clocks[0];
  return [...findings.filter(({ check }) => check !== "clock"), clock ?? uncomparedClock(new Date())];
}
