import { counted } from "@medhelm/core/text/counted";
import { autoSchema } from "@medhelm/core/release/schema/auto-schema";
import { benchmarkOf } from "@medhelm/core/release/schema/benchmark-group";
import { benchmarksOutside, withCustomGroups } from "@medhelm/core/release/schema/custom-groups";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import { runWording, wordingNotice } from "@medhelm/core/release/runs/run-wording";
import { parseSchema, type ReleaseSchema } from "@medhelm/core/release/schema/release-schema";
import { validateSchema } from "@medhelm/core/release/schema/validate-schema";
import { recall } from "@medhelm/core/text/recall";
import { UserError } from "@medhelm/core/user-error";
import { mapBounded } from "../concurrency/map-bounded.ts";
import { type LoadedRuns, loadSuite } from "./runs/load-suite.ts";
import type { BuildRequest, ReleasePorts } from "./ports.ts";
import { gapNotice, otherSpecs, withoutMainMetric } from "./release-gaps.ts";
import { withDescriptions } from "./runs/scenario-descriptions.ts";

const PACKAGED = "schema_medhelm.yaml";

/** The input of a release. All of it is read and checked before the first file is written. */
export interface ReleaseContent {
  readonly suites: readonly string[];
  readonly runs: readonly LoadedRun[];
  readonly leftOut: LoadedRuns["leftOut"];
  /** runs that count, with what is wrong with them */
  readonly incomplete: LoadedRuns["leftOut"];
  readonly schema: ReleaseSchema;
  readonly schemaName: string;
  readonly warnings: readonly string[];
  readonly notices: readonly string[];
}

/**
 * Loads the runs of suites in this process.
 * @throws UserError for a missing or empty suite, and for an invalid schema
 */
export async function loadContent(
  ports: ReleasePorts,
  request: BuildRequest,
  suites: readonly string[],
): Promise<ReleaseContent> {
  if (suites.length === 0) throw new UserError("a release needs at least one suite; name one");
  const loaded = await mapBounded(suites, 1, (suite) =>
    loadSuite(ports.objects, suite, request.profile, request.publicOnly?.includes(suite), ports.changedFile),
  );
  const runs = loaded.flatMap((suite) => suite.runs);
  const leftOut = loaded.flatMap((suite) => suite.leftOut);
  return contentOf(ports, request, suites, { runs, leftOut });
}

/**
 * Chooses the runs and the schema of a release.
 * @param loaded the runs of all suites, in the order of the suites
 * @throws UserError if no run can be shown, and for an invalid schema
 */
export async function contentOf(
  ports: ReleasePorts,
  request: BuildRequest,
  suites: readonly string[],
  { runs: loaded, leftOut }: LoadedRuns,
): Promise<ReleaseContent> {
  const rule = request.duplicates ?? "last";
  const { runs: distinct, notices } = withoutDuplicates(loaded, rule);
  const runs = await withDescriptions(ports, distinct);
  if (runs.length === 0) {
    const [first] = leftOut;
    const why = first === undefined ? "" : ` (${first.run}: ${first.reason})`;
    const next = leftOut.flatMap(damageWarning).slice(0, 1);
    throw new UserError([`no run of ${suites.join(", ")} can be summarised${why}`, ...next].join("; "));
  }
  const { schema, schemaName, warnings } = chooseSchema(ports, request, runs);
  const outside = benchmarksOutside(schema, runs, ports.cards);
  if (outside.length > 0 && runs.every((run) => outside.includes(benchmarkOf(run, ports.cards)))) {
    const groups = schema.run_groups.map((group) => group.name).join(", ") || "none";
    throw new UserError(
      `no run belongs to a group of ${schemaName}, which has the groups ${groups}; add a group for each benchmark of the runs (${outside.join(", ")}), or omit the schema`,
    );
  }
  const incomplete = [...otherSpecs(loaded, distinct), ...withoutMainMetric(runs, schema, ports.cards)];
  return {
    suites,
    incomplete,
    runs,
    leftOut,
    schema,
    schemaName,
    warnings,
    notices: [
      ...notices,
      ...wordingNotice(runs),
      ...(outside.length > 0
        ? [`${schemaName} has no group for ${outside.join(", ")}, so no table shows these runs.`]
        : []),
      ...gapNotice("Left out", leftOut),
      ...gapNotice("Incomplete", incomplete),
    ],
  };
}

/** The sentence about a damaged file of a run that is left out. */
export const damageWarning = ({ file, isForeign }: LoadedRuns["leftOut"][number]): string[] =>
  file === undefined
    ? []
    : [
        `${file} is missing or damaged; ${isForeign === true ? FOREIGN_REMEDY : "call medhelm repair in its folder, or delete it and run its entry again"}`,
      ];

const FOREIGN_REMEDY =
  "the run has no manifest of medhelm, so restore the file, import the run again, or run it again with HELM";

const keyOf = (run: LoadedRun): string => JSON.stringify([run.runSpec.name, runWording(run)]);

/**
 * Removes runs with the same name in several suites, or in two folders of a suite, one of which a user has renamed or copied. HELM averages them. By
 * default we keep the run of the last suite, and in a suite the folder with the run's own name, with a notice. Prompts of another wording make
 * another run.
 */
function withoutDuplicates(
  runs: readonly LoadedRun[],
  rule: "helm" | "last",
): { runs: readonly LoadedRun[]; notices: string[] } {
  const kept = new Map<string, LoadedRun>();
  for (const run of runs) {
    const other = kept.get(keyOf(run));
    if (other?.suite !== run.suite || other.folder !== run.runSpec.name) kept.set(keyOf(run), run);
  }
  if (rule === "helm" || kept.size === runs.length) return { runs, notices: [] };
  const dropped = runs.flatMap((run) => {
    const instead = kept.get(keyOf(run));
    return instead === undefined || instead === run ? [] : [{ run, instead }];
  });
  const earlier = dropped.filter(({ run, instead }) => run.suite !== instead.suite);
  const copies = dropped.filter(({ run, instead }) => run.suite === instead.suite);
  return {
    runs: runs.filter((run) => kept.get(keyOf(run)) === run),
    notices: [
      ...duplicatesNotice(
        "Some runs are in several suites, and only the last suite counts",
        earlier.map(({ run, instead }) => `${instead.suite} instead of ${run.suite}`),
      ),
      ...duplicatesNotice(
        "Some runs are in two folders of a suite, and only one folder counts",
        copies.map(({ run, instead }) => `${instead.folder} instead of ${run.folder} in ${run.suite}`),
      ),
    ],
  };
}

function duplicatesNotice(what: string, replacements: readonly string[]): string[] {
  const texts = [...Map.groupBy(replacements, (replacement) => replacement)].map(
    ([replacement, { length }]) => `${replacement} (${counted(length, "run")})`,
  );
  return texts.length === 0 ? [] : [`${what}: ${texts.join(", ")}.`];
}

/** A process may build many releases, and the packaged schema takes a third of a second to parse. */
const packagedSchema = recall((text) => parseSchema(text, PACKAGED), Infinity);

function chooseSchema(
  ports: ReleasePorts,
  request: BuildRequest,
  runs: readonly LoadedRun[],
): Pick<ReleaseContent, "schema" | "schemaName" | "warnings"> {
  const choice = request.schema ?? { kind: "packaged" };
  if (choice.kind === "file") {
    const schema = parseSchema(choice.text, choice.label);
    return {
      schema: choice.addCustom === true ? withCustomGroups(schema, runs, ports.cards) : schema,
      // Only the file name, because a release must not contain folders of the user's machine.
      schemaName: choice.label.split(/[/\\]/).at(-1) ?? choice.label,
      warnings: validateSchema(schema, choice.label, request.validation ?? "warn", choice.text),
    };
  }
  const packaged = packagedSchema(ports.packagedSchema);
  const schema =
    choice.kind === "auto" ? autoSchema(runs, ports.cards, packaged) : withCustomGroups(packaged, runs, ports.cards);
  return { schema, schemaName: choice.kind === "auto" ? "generated from the runs" : PACKAGED, warnings: [] };
}
