import { counted } from "@medhelm/core/text/counted";
import type { ObjectStore } from "@medhelm/core/ports";
import { checkedFiles } from "@medhelm/core/store/checked-files";
import { openRun, type RunFiles } from "@medhelm/core/store/run-files";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { type Wording, wordingOf } from "@medhelm/core/run/spec/wording";
import { runWording } from "@medhelm/core/release/runs/run-wording";
import { type Manifest, ownJudges } from "@medhelm/core/release/runs/manifest";
import type { PageInstance } from "@medhelm/core/release/pages/page";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { type InspectedMetric, instanceText, marksOf } from "../terminal/instance-text.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { openReadStore } from "../places/open-store.ts";
import { type Filters, type Inspected, passes, shownMark, valueOf } from "../inspect/instance-filter.ts";
import { comparisonText, instanceKey, sideBySide } from "../inspect/side-by-side.ts";
import { printMessage } from "../terminal/print-message.ts";
import { profileNames } from "@medhelm/core/release/profile-names";
import { finishedInstances } from "../finished-runs/finished-instances.ts";
import { mainScores } from "../finished-runs/main-scores.ts";
import { meanText } from "../run/reports/run-report.ts";
import { type RunPlace, runPlace } from "../places/run-place.ts";
import { readSealed } from "../finished-runs/sealed-file.ts";

export const command = defineCommand({
  name: "medhelm inspect",
  description: "Print the prompts, responses and judgements of a run, also those with gated, private and local text.",
  options: {
    run: argument("name of the run, or its path as medhelm run prints it", z.string()),
    suite: option("name", "suite of the run (default: that of the path, else default)", z.string().optional()),
    outputPath: commonOptions.outputPath,
    instance: option("id", "print only this instance", z.string().optional()),
    wrong: flag("only answers that are wrong, or below the middle of the scale"),
    cut: flag("only answers that the limit of tokens cut"),
    unread: flag("only answers that corrected scoring could not read"),
    disagree: flag(
      "only answers on which HELM and corrected scoring differ, or two judges by 2 points; with --against: the two runs",
    ),
    against: option(
      "run",
      "compare with this run, answer by answer: its name in the suite, or its path",
      z.string().optional(),
    ),
    thinking: flag("print the whole thinking of the model, not only its first words"),
    json: flag("print one line of JSON per instance"),
  },
  async run({ run: named, instance, thinking: wholeThinking, json, against, wrong, cut, unread, disagree, ...given }) {
    const filters = { wrong, cut, unread, disagree };
    const place = runPlace(named, given);
    const { files, main, instances } = await openInspected(place);
    const other = against === undefined ? undefined : await otherRun(against, given, place);
    const heading = json ? "" : await headingOf(place, files);
    const pairs: (readonly [number, number])[] = [];
    const printed = ({ one }: Inspected, second: Inspected | undefined): string => {
      if (other === undefined) return json ? jsonLine(instanceData(one, main)) : instanceText(one, main, wholeThinking);
      const [a, b] = [scoreValue({ one, main }), second && scoreValue(second)];
      if (a !== undefined && b !== undefined) pairs.push([a, b]);
      return json
        ? pairJson({ one, main }, second)
        : sideBySide({ one, main }, second, [place.run, other.name], widthOf());
    };
    let [total, shown] = [0, 0];
    for await (const one of instances) {
      total++;
      const second = other?.find(one);
      if ((instance !== undefined && one.id !== instance) || !passes(filters, { one, main }, second)) continue;
      process.stdout.write(`${shown++ === 0 ? heading : ""}${printed({ one, main }, second)}`);
    }
    if (shown === 0) reportNone(place.run, total, instance, filters);
    if (other !== undefined && !json) process.stdout.write(comparisonText(pairs, [place.run, other.name]));
    return 0;
  },
});

/** Of a terminal, or of any other output. */
const widthOf = (): number => process.stdout.columns ?? 120;

/** @throws UserError if the user named an instance that the run does not have */
function reportNone(run: string, total: number, instance: string | undefined, filters: Filters): void {
  if (instance !== undefined && !Object.values(filters).some(Boolean))
    throw new UserError(
      `${run}: it has ${counted(total, "instance")}, but no instance "${instance}"; omit --instance to print all`,
    );
  printMessage(`no instance of ${total} passes the filters`);
}

async function headingOf({ outputPath }: RunPlace, files: RunFiles): Promise<string> {
  const objects = openReadStore(outputPath);
  const prompts = `prompts: ${(await wordingIn(objects, files)) ?? "unknown"}`;
  const own = ownJudges(files.manifest?.judges ?? []);
  const itself = own.length === 0 ? [] : [`judged by the model itself under the names ${own.join(", ")}`];
  return [...(await mainLines(objects, files)), prompts, ...itself, "", ""].join("\n");
}

const pairJson = ({ one, main }: Inspected, other: Inspected | undefined): string =>
  jsonLine({ run: instanceData(one, main), against: other === undefined ? null : instanceData(other.one, other.main) });

async function openInspected(place: RunPlace) {
  const objects = openReadStore(place.outputPath);
  const files = await openRun(objects, place.suite, place.run);
  const instances = await finishedInstances(objects, files, place);
  return { files, instances, main: files.manifest && mainMetricOf(files.manifest) };
}

/** The run of --against: in the suite of the first one, unless its path names another. Its instances are kept in memory. */
async function otherRun(against: string, given: { readonly outputPath: string }, { outputPath, suite }: RunPlace) {
  const place = runPlace(against, against.includes("/") ? given : { outputPath, suite });
  const { instances, main } = await openInspected(place);
  const byKey = new Map<string, PageInstance>();
  for await (const one of instances) byKey.set(instanceKey(one), one);
  return {
    name: place.run,
    find(one: PageInstance): Inspected | undefined {
      const found = byKey.get(instanceKey(one));
      return found && { one: found, main };
    },
  };
}

const scoreValue = ({ one, main }: Inspected): number | undefined => main && valueOf(shownMark(one, main));

/** The main score of the run, which comes before its instances. */
async function mainLines(objects: ObjectStore, files: RunFiles): Promise<string[]> {
  const { manifest, keyOf } = files;
  if (manifest === undefined) return [];
  const scores = await mainScores(checkedFiles(objects, files), manifest, keyOf);
  const shown = scores.map((score) => `${meanText(score)} (${profileNames[score.profile]}, n=${score.n})`);
  return shown.length === 0 ? [] : [`${manifest.mainMetric}: ${shown.join(", ")}`];
}

async function wordingIn(objects: ObjectStore, { manifest, keyOf }: RunFiles): Promise<Wording | undefined> {
  if (manifest !== undefined) return wordingOf(manifest, manifest.judges);
  const runSpec = await readSealed(objects, keyOf("run_spec.json"), RunSpec);
  return runSpec && runWording({ runSpec });
}

const mainMetricOf = ({ mainMetric, mainRange, judges, wrongCounts }: Manifest): InspectedMetric => ({
  hasWrongCounts: wrongCounts !== undefined,
  name: mainMetric,
  range: mainRange,
  isJudged: judges.length > 0,
});

const instanceData = (one: PageInstance, main: InspectedMetric | undefined) =>
  main === undefined ? one : { ...one, marks: marksOf(one, main) };
