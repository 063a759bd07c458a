import { systemClock } from "@medhelm/adapters/system-clock";
import { exitCodes } from "@medhelm/core/exit-codes";
import type { RunEntry } from "@medhelm/core/helm/conf";
import { type Alteration, ALTERATIONS } from "@medhelm/core/judge/alter-answers";
import { judgesOf } from "@medhelm/core/judge/jury-spec";
import { changePlan } from "@medhelm/core/run/spec/request-changes";
import type { ObjectStore } from "@medhelm/core/ports";
import type { PageInstance } from "@medhelm/core/release/pages/page";
import { openRun } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import { printPlan } from "../plan/print-plan.ts";
import { applyOffline } from "../run/apply-offline.ts";
import { finishedInstances } from "../finished-runs/finished-instances.ts";
import type { PlanWithPrompts } from "@medhelm/service/prompts/helm-specs";
import { requirePrices } from "../models/model-prices.ts";
import { planRuns } from "../run/plan-runs.ts";
import { prepareModels } from "../run/prepare-runs.ts";
import { readEntries } from "../run/read-entries.ts";

import { openStore } from "../places/open-store.ts";
import { portsOfOptions } from "../run/ports-of-options.ts";
import { suiteBudget } from "../run/suite-budget.ts";
import { endText } from "../run/reports/end-text.ts";
import { runOne } from "../run/run-one.ts";
import type { RunOptions } from "../run/options/run-options.ts";
import { dataSource } from "../run/worker-ports.ts";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { orInterrupted } from "../terminal/or-interrupted.ts";
import { printMessage } from "../terminal/print-message.ts";
import { progressLine } from "../terminal/progress-line.ts";
import { type AlteredAnswers, alteredModel, withAlteredModels } from "./altered-models.ts";
import { alterReferences } from "./alter-references.ts";
import { type CheckedAnswer, checkReport, type EntryReport } from "./check-report.ts";
import { checkText } from "./check-text.ts";
import { jsonLine } from "../terminal/json-line.ts";

/** The runs of one entry, by alteration. */
interface CheckEntry {
  readonly label: string;
  readonly plans: Readonly<Record<Alteration, PlanWithPrompts>>;
}

/**
 * Lets the juries of run entries grade altered references, as runs of built-in candidates, and prints how the scores differ. The runs are resumed,
 * cached and paid as all runs are. @returns the exit code
 */
export async function checkJury(conf: string, options: RunOptions): Promise<number> {
  await applyOffline(options);
  const prepared = await prepareModels(options, { asksServers: !options.dryRun, ofJudges: true });
  let answers: AlteredAnswers | undefined;
  const models = withAlteredModels(prepared.models, () => {
    if (answers === undefined) throw new Error("the references are altered before the first request");
    return answers;
  });
  const entries: CheckEntry[] = [];
  for (const entry of await readEntries([conf], [])) {
    const read = ALTERATIONS.map((alteration) => withAltered(entry, alteration));
    const plans = await planRuns(options, models, { ...prepared.extensions, chosen: [], read });
    const judged = plans.filter(({ plan }) =>
      (plan.runSpec.annotators ?? []).some((spec) => judgesOf(spec).length > 0),
    );
    if (judged.length === 0) printMessage(`${entry.description}: it has no jury, and is left out`);
    else
      entries.push(
        ...checkEntries(
          entry,
          judged.map((one) => ({ ...one, plan: changePlan(one.plan, prepared.changes) })),
        ),
      );
  }
  if (entries.length === 0) throw new UserError(`${conf}: no entry has a jury; name benchmarks with judges`);
  const plans = entries.flatMap((entry) => ALTERATIONS.map((alteration) => entry.plans[alteration]));
  await requirePrices(options, plans, models);
  // a plan downloads nothing
  const data = dataSource({
    ...options,
    dataDir: options.dataDir,
    offline: options.offline || options.dryRun,
    env: process.env,
  });
  answers = await alterReferences(
    entries.map(({ plans: { gold } }) => gold.plan),
    data,
  );
  if (options.dryRun) return (await printPlan(plans, options, models)) ? exitCodes.success : exitCodes.userError;
  const line = progressLine(process.stderr, systemClock.monotonicMs);
  const objects = openStore(options.outputPath);
  const { budget, close } = await suiteBudget(options, { objects, clock: systemClock });
  const ports = portsOfOptions(options, models, prepared.extensions, {
    objects,
    budget,
    report: (progress) => line.report(progress),
  });
  const stop = interruptSignal();
  const reports: EntryReport[] = [];
  try {
    for (const entry of entries) {
      for (const alteration of ALTERATIONS) {
        const planned = entry.plans[alteration];
        const run = runOne(ports, options, planned, { metrics: prepared.extensions.metricFor, signal: stop.signal });
        const ended = await orInterrupted(run, stop.signal, systemClock);
        line.clear();
        printMessage(`${planned.plan.runSpec.name}: ${endText(ended)}`);
      }
      const report = await reportOf(ports.objects, entry, options);
      reports.push(report);
      if (!options.json) process.stdout.write(checkText(report));
    }
  } finally {
    await close();
    line.clear();
    stop.dispose();
  }
  if (options.json) process.stdout.write(jsonLine({ formatVersion: 1, entries: reports }));
  return exitCodes.success;
}

/** The entry with a built-in candidate; the last value of a repeated argument counts. */
function withAltered(entry: RunEntry, alteration: Alteration): RunEntry {
  const { description } = entry;
  const model = alteredModel(alteration);
  const kept = description.replaceAll(/(?<=[:,])model(?:_deployment)?=[^,]*(?:,|$)/g, "").replace(/[,:]$/, "");
  return { ...entry, description: `${kept}${kept.includes(":") ? "," : ":"}model=${model}` };
}

/** Groups the plans of an entry by alteration; an entry may give several runs. */
function checkEntries({ description }: RunEntry, planned: readonly PlanWithPrompts[]): CheckEntry[] {
  const of = (alteration: Alteration): readonly PlanWithPrompts[] =>
    planned.filter(({ plan }) => plan.runSpec.adapter_spec.model === alteredModel(alteration));
  const all = Object.fromEntries(ALTERATIONS.map((one) => [one, of(one)] as const));
  return of("gold").flatMap((gold, i): CheckEntry[] => {
    const at = (alteration: Alteration): PlanWithPrompts => all[alteration]?.[i] ?? gold;
    const plans = {
      gold,
      shuffled: at("shuffled"),
      empty: at("empty"),
      truncated: at("truncated"),
      padded: at("padded"),
      planted: at("planted"),
    };
    return [{ label: description, plans }];
  });
}

async function reportOf(objects: ObjectStore, { label, plans }: CheckEntry, options: RunOptions): Promise<EntryReport> {
  const read = async (alteration: Alteration) => {
    const place = { ...options, run: plans[alteration].plan.runSpec.name };
    const files = await openRun(objects, place.suite, place.run);
    const answers = new Map<string, CheckedAnswer>();
    for await (const one of await finishedInstances(objects, files, place))
      answers.set([one.id, one.trial, one.perturbation ?? ""].join("\n"), checkedAnswer(one));
    return { answers, range: files.manifest?.mainRange };
  };
  const [gold, shuffled, empty, truncated, padded, planted] = await Promise.all([
    read("gold"),
    read("shuffled"),
    read("empty"),
    read("truncated"),
    read("padded"),
    read("planted"),
  ]);
  return checkReport({
    benchmark: plans.gold.plan.benchmark.card.name,
    entry: label,
    ...(gold.range && { range: gold.range }),
    runs: {
      gold: gold.answers,
      shuffled: shuffled.answers,
      empty: empty.answers,
      truncated: truncated.answers,
      padded: padded.answers,
      planted: planted.answers,
    },
  });
}

const checkedAnswer = ({ response = "", judgements }: PageInstance): CheckedAnswer => ({
  response,
  scores: new Map(
    judgements.flatMap(({ judge, criteria, unscored }) => {
      if (unscored !== undefined || criteria.length === 0) return [];
      return [[judge, criteria.reduce((sum, { score }) => sum + score, 0) / criteria.length] as const];
    }),
  ),
});
