import { exitCodes } from "@medhelm/core/exit-codes";
import { awaitingText, PoolStanding, poolText } from "@medhelm/core/pools/pool-standing";
import { FolderName, RunState } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { ENDS, SUBMISSION_STATES } from "@medhelm/service/submissions/run-state";
import { z } from "zod";
import { allPages } from "../service-api/all-pages.ts";
import { type ApiClient, apiClient } from "../service-api/api-client.ts";
import { apiOption } from "../service-api/api-option.ts";
import {
  reportEnds,
  runsOfSubmission,
  scoresJson,
  submissionTable,
  waitForSubmission,
} from "../service-api/submission-report.ts";
import { DamagedRecords } from "../service-api/damaged-records.ts";
import { runOfService } from "../service-api/run-of-service.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { positiveInt } from "../terminal/option-values.ts";
import { endOfList } from "../terminal/end-of-list.ts";
import { printMessage } from "../terminal/print-message.ts";
import { textTable } from "../terminal/text-table.ts";
import { jsonLine } from "../terminal/json-line.ts";

const Summary = z.looseObject({
  id: z.string(),
  suite: z.string(),
  createdAt: z.string(),
  runCount: z.int(),
  state: z.string(),
  counts: z.record(z.string(), z.int()),
});
type Summary = z.infer<typeof Summary>;
const Page = z.object({ submissions: z.array(Summary), damaged: DamagedRecords, nextCursor: z.string().optional() });
const View = z.looseObject({
  ...Summary.shape,
  runs: z.array(z.looseObject({ run: z.string(), status: RunState })),
  pools: z.array(PoolStanding).optional(),
  nextCursor: z.string().optional(),
});
type View = z.infer<typeof View>;

export const command = defineCommand({
  name: "medhelm submissions",
  description: "List your submissions to an API, show one with the state of each run, or cancel its open runs.",
  options: {
    action: argument("what to do", z.enum(["list", "show", "cancel"])),
    id: argument(
      "show, cancel: id of the submission",
      z
        .string()
        .regex(/^[0-9a-f-]{1,64}$/, "an id such as medhelm submissions list prints")
        .optional(),
    ),
    api: apiOption,
    suite: option("name", "list: only the submissions of this suite", FolderName.optional()),
    state: option("state", "list: only the submissions in this state", z.enum(SUBMISSION_STATES).optional()),
    limit: option("n", "list: the newest n", positiveInt.default(20)),
    wait: flag("show: wait for the end of all runs, and print their scores; exit as medhelm run does"),
    scores: flag("show: print the scores of the sealed runs"),
    json: flag("print the service's answer as JSON"),
  },
  async run({ action, id, api: url, suite, state, limit, wait, scores, json }) {
    const api = await apiClient(url, process.env);
    if (action === "list") {
      if (id !== undefined)
        throw new UserError(`medhelm submissions list takes no id; use medhelm submissions show ${id}`);
      const { found, damaged } = await newest(api, limit, { suite, state });
      process.stdout.write(json ? jsonLine(found) : listTable(found));
      return endOfList(damaged.map((one) => `submission ${one.id}: ${one.reason}`));
    }
    if (id === undefined)
      throw new UserError(
        `medhelm submissions ${action} needs the id of a submission; medhelm submissions list prints them`,
      );
    if (action === "cancel") return cancel(api, id, json);
    const shown = await show(api, id);
    if (!wait && !scores) {
      process.stdout.write(json ? jsonLine(shown) : `${headOf(shown)}\n${poolLines(shown)}${runsTable(shown)}`);
      return exitCodes.success;
    }
    const states = wait ? await waitForSubmission(api, id) : statesOf(shown);
    if (states === undefined) return exitCodes.interrupted;
    const runs = await runsOfSubmission(states, (run) => runOfService(api, shown.suite, run));
    process.stdout.write(
      json
        ? jsonLine({ ...shown, states: Object.fromEntries(states), scores: scoresJson(runs) })
        : submissionTable(runs),
    );
    return wait ? reportEnds(states, runs) : exitCodes.success;
  },
});

/** A page has at most 100 lines. */
const MAX_PAGE = 100;

async function newest(
  api: ApiClient,
  limit: number,
  filter: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly found: Summary[]; readonly damaged: DamagedRecords }> {
  const query = new URLSearchParams({ limit: String(Math.min(limit, MAX_PAGE)) });
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value);
  const found: Summary[] = [];
  const damaged: DamagedRecords = [];
  for await (const page of allPages(api, `/v1/submissions?${query.toString()}`, Page)) {
    found.push(...page.submissions);
    damaged.push(...page.damaged);
    if (found.length >= limit) break;
  }
  return { found: found.slice(0, limit), damaged };
}

async function show(api: ApiClient, id: string): Promise<View> {
  let whole: View | undefined;
  for await (const { nextCursor: _, ...page } of allPages(api, `/v1/submissions/${id}`, View))
    whole = whole === undefined ? page : { ...whole, runs: [...whole.runs, ...page.runs] };
  if (whole === undefined) throw new Error("a list has at least one page");
  return whole;
}

async function cancel(api: ApiClient, id: string, json: boolean): Promise<number> {
  const before = await show(api, id);
  const { nextCursor: _, ...after } = await api.call("POST", `/v1/submissions/${id}/cancel`, View);
  if (json) process.stdout.write(jsonLine(after));
  const ended = ENDS.reduce((sum, name) => sum + (before.counts[name] ?? 0), 0);
  printMessage(
    ended === before.runCount
      ? `submission ${id} had ended before; nothing was cancelled`
      : `submission ${id}: no further run starts, and running ones stop; answers are kept`,
  );
  return exitCodes.success;
}

const statesOf = ({ runs }: View): ReadonlyMap<string, RunState> =>
  new Map(runs.map(({ run, status }) => [run, status]));

const countsText = (counts: Summary["counts"]): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");

const listTable = (found: readonly Summary[]): string =>
  found.length === 0
    ? "no submissions\n"
    : textTable(
        ["id", "suite", "state", "runs", "created"],
        found.map(({ id, suite, state, counts, createdAt }) => [
          id,
          suite,
          state,
          countsText(counts),
          minuteOf(createdAt),
        ]),
      );

const headOf = ({ id, suite, state, counts, createdAt }: Summary): string =>
  `submission ${id}, suite ${suite}, ${minuteOf(createdAt)}: ${state} (${countsText(counts)})`;

/** "2026-11-23 02:40 UTC" */
const minuteOf = (time: string): string => `${time.slice(0, 16).replace("T", " ")} UTC`;

const poolLines = ({ pools = [] }: View): string => pools.map((one) => `${poolText(one)}\n`).join("");

const runsTable = ({ runs }: View): string =>
  textTable(
    ["run", "state", ""],
    runs.map(({ run, status }) => [run, status.state, detailOf(status)]),
  );

function detailOf(status: RunState): string {
  if (status.state === "running" || status.state === "judged") return `${status.done} of ${status.total}`;
  if (status.state === "awaiting") return awaitingText(status);
  return status.state === "failed" ? status.reason : "";
}
