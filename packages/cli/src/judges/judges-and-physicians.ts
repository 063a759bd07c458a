import { counted } from "@medhelm/core/text/counted";
import { judgedItems, MetaLine } from "@medhelm/benchmarks/health-bench-meta/instances";
import { readJsonLines } from "@medhelm/benchmarks/files/read-json-lines";
import { type F1, type LabelledItem, physicianF1 } from "@medhelm/core/agreement/physician-f1";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { openRun } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import { diskFiles } from "../places/disk-files.ts";
import { finishedInstances } from "../finished-runs/finished-instances.ts";
import { openReadStore } from "../places/open-store.ts";
import { runPlace } from "../places/run-place.ts";
import { textTable } from "../terminal/text-table.ts";
import { jsonLine } from "../terminal/json-line.ts";

interface PhysiciansOptions {
  readonly suite?: string | undefined;
  readonly outputPath: string;
  readonly json: boolean;
}

/** The verdicts of one judge, by position in the file. */
interface Judge {
  readonly name: string;
  readonly met: ReadonlyMap<string, boolean>;
}

/** Prints the macro F1 of judges against physicians' labels. @returns the exit code. @throws UserError for runs of other data */
export async function judgesAndPhysicians(
  path: string,
  names: readonly string[],
  { suite, outputPath, json }: PhysiciansOptions,
): Promise<number> {
  if (names.length === 0)
    throw new UserError(
      `medhelm judges physicians needs a run; make one with: medhelm run --run-entries health_bench_meta:data_path=${path},model=JUDGE, then its name`,
    );
  const file = await diskFiles(process.cwd()).read(path);
  const judges: Judge[] = [];
  for (const name of names) judges.push(await judgeOfRun(name, { suite, outputPath }, file));
  const all = judges.length > 1 ? [...judges, majority(judges)] : judges;
  const lines = readJsonLines(file, MetaLine);
  const clusters = judgedItems(file).map(({ groups }) => groups?.cluster ?? "");
  const reports = all.map(({ name, met }) => ({ judge: name, f1: physicianF1(itemsOf(lines, clusters, met)) }));
  process.stdout.write(json ? jsonLine({ formatVersion: 1, judges: reports }) : reports.map(reportText).join("\n"));
  return 0;
}

async function judgeOfRun(
  name: string,
  where: Pick<PhysiciansOptions, "suite" | "outputPath">,
  file: SourceFile,
): Promise<Judge> {
  const place = runPlace(name, where);
  const objects = openReadStore(place.outputPath);
  const files = await openRun(objects, place.suite, place.run);
  const { manifest } = files;
  const instances = await finishedInstances(objects, files, place);
  if (manifest?.benchmark !== "health_bench_meta")
    throw new UserError(`${place.run}: it is no run of health_bench_meta; name one`);
  if (!manifest.dataset.sources.some(({ sha256 }) => sha256 === file.sha256))
    throw new UserError(`${place.run}: it read another file than ${file.label}; name the file of its data_path=`);
  const met = new Map<string, boolean>();
  for await (const { id, corrected, perturbation, trial } of instances)
    if (perturbation === undefined && trial === 0 && corrected["criteria_met"] !== undefined)
      met.set(id, corrected["criteria_met"] === 1);
  return { name: manifest.model, met };
}

/** The jury of all judges. A tie is no verdict. */
function majority(judges: readonly Judge[]): Judge {
  const met = new Map<string, boolean>();
  for (const id of new Set(judges.flatMap((judge) => [...judge.met.keys()]))) {
    const verdicts = judges.flatMap((judge) => judge.met.get(id) ?? []);
    const yes = verdicts.filter(Boolean).length;
    if (yes * 2 !== verdicts.length) met.set(id, yes * 2 > verdicts.length);
  }
  return { name: `majority of ${counted(judges.length, "judge")}`, met };
}

/** The items that the runs were asked: a limit of instances leaves out the others. */
function itemsOf(
  lines: readonly MetaLine[],
  clusters: readonly string[],
  met: ReadonlyMap<string, boolean>,
): LabelledItem[] {
  return lines.map((line, i) => ({
    category: line.category.replace(/^cluster:/, ""),
    cluster: clusters[i] ?? "",
    labels: new Map(line.anonymized_physician_ids.map((id, place) => [id, line.binary_labels[place] === true])),
    judge: met.get(String(i)),
  }));
}

function limitsText(interval: F1["interval"]): string {
  if (interval === undefined) return "";
  if ("undefinedBecause" in interval) return `(no interval, because ${interval.undefinedBecause})`;
  return `[${interval.low.toFixed(3)}, ${interval.high.toFixed(3)}]`;
}

function reportText({ judge, f1 }: { readonly judge: string; readonly f1: readonly F1[] }): string {
  const rows = f1.map(({ category, items, judged, judge: value, interval, physicians }) => [
    category,
    `${judged} of ${items}`,
    value === undefined ? "undefined" : `${value.toFixed(3)} ${limitsText(interval)}`.trimEnd(),
    physicians === undefined ? "undefined" : physicians.toFixed(3),
  ]);
  return [
    `${judge}: macro F1 against each physician's label; brackets are 95 % intervals over conversations`,
    textTable(["category", "items with a verdict", "judge", "physicians among themselves"], rows).trimEnd(),
    "Undefined: the verdicts or the labels lack one of the two classes.",
    "",
  ].join("\n");
}
