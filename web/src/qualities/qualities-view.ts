import type { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import type { Reliability } from "../charts/reliability.ts";
import type { Site } from "../release/site.ts";
import { formatCount, UNKNOWN } from "../text/format.ts";
import { fixed, percent } from "../text/numbers.ts";

type QualitySite = Pick<Site, "runsOf" | "modelName" | "isBaseline"> & { readonly link: Pick<Site["link"], "run"> };
type Qualities = NonNullable<LeaderboardRun["qualities"]>;
type Changes = NonNullable<Qualities["robustness"]>;

/** A run of the benchmark, as the tables name it. */
export interface NamedRun {
  readonly name: string;
  readonly href: string;
  readonly isBaseline: boolean;
  /** the entry, if the model has several runs of the benchmark */
  readonly entry?: string;
}

/** A table whose rows are runs. Each cell belongs to the column of the same place. */
export interface QualityTable {
  readonly id: string;
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly run: NamedRun; readonly cells: readonly string[] }[];
}

export interface Diagram {
  readonly run: NamedRun;
  readonly reliability: Reliability;
}

/** One group of qualities: a section of the page. */
export interface QualityGroup {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly tables: readonly QualityTable[];
  readonly diagrams: readonly Diagram[];
}

const NOT_MEASURED = "not measured";

/** The groups of qualities that runs of a benchmark measured, over all models by name. A group that no run measured is absent. */
export function qualitiesView(site: QualitySite, benchmark: string): QualityGroup[] {
  const runs = namedRuns(site, benchmark);
  return [
    robustnessGroup(runs),
    counterfactualGroup(runs),
    calibrationGroup(runs, "calibration"),
    calibrationGroup(runs, "stated"),
    styleGroup(runs),
    refusalGroup(runs),
  ].filter((group) => group.tables.some(({ rows }) => rows.length > 0));
}

type Named = readonly [run: LeaderboardRun, named: NamedRun];

function namedRuns(site: QualitySite, benchmark: string): Named[] {
  const runs = site.runsOf(benchmark).filter(({ origin }) => origin === "medhelm");
  const counts = Map.groupBy(runs, ({ model }) => model);
  const hasSuites = new Set(runs.map(({ suite }) => suite)).size > 1;
  return runs
    .map((run): Named => {
      const isOneOfSeveral = (counts.get(run.model)?.length ?? 0) > 1;
      return [
        run,
        {
          name: site.modelName(run.model),
          href: site.link.run(run.slug),
          isBaseline: site.isBaseline(run.model),
          ...(isOneOfSeveral ? { entry: hasSuites ? `${run.run}, suite ${run.suite}` : run.run } : {}),
        },
      ];
    })
    .toSorted(([, a], [, b]) => a.name.localeCompare(b.name, "en"));
}

/** A row for each run that has the value. */
const rowsOf = <T>(
  runs: readonly Named[],
  valueOf: (run: LeaderboardRun) => T | undefined,
  cellsOf: (value: T, run: LeaderboardRun) => readonly (readonly string[])[],
): QualityTable["rows"] =>
  runs.flatMap(([run, named]) => {
    const value = valueOf(run);
    return value === undefined ? [] : cellsOf(value, run).map((cells) => ({ run: named, cells }));
  });

const number = (value: number | undefined, digits = 3): string =>
  value === undefined ? NOT_MEASURED : fixed(value, digits);
const share = (flips: { readonly share: number; readonly of: number } | undefined): string =>
  flips === undefined ? NOT_MEASURED : `${percent(flips.share)} of ${formatCount(flips.of)}`;

const robustnessOf = ({ qualities }: LeaderboardRun): Changes | undefined => qualities?.robustness;

function robustnessGroup(runs: readonly Named[]): QualityGroup {
  return {
    id: "robustness",
    title: "Robustness",
    note: "The same questions with changes that keep their meaning, such as typing errors or other instructions. The worst case is the mean of the lowest score of each question. The spread is the largest difference between the means of the plain and the changed questions.",
    tables: [
      {
        id: "worst",
        caption: "Worst case and spread over all changes",
        columns: ["Questions", "Plain score", "Worst case", "Spread"],
        rows: rowsOf(runs, robustnessOf, ({ all }) =>
          all === undefined
            ? []
            : [[formatCount(all.instances), number(all.plain), number(all.worst), number(all.spread)]],
        ),
      },
      {
        id: "changes",
        caption: "Each change",
        columns: ["Change", "Questions", "Plain score", "Changed", "Worst case", "Answers that flip"],
        rows: rowsOf(runs, robustnessOf, changeCells),
      },
    ],
    diagrams: [],
  };
}

const changeCells = ({ changes }: Changes): string[][] =>
  changes.map(({ perturbation, instances, plain, changed, worst, flips }) => [
    perturbation,
    formatCount(instances),
    number(plain),
    number(changed),
    number(worst),
    share(flips),
  ]);

function counterfactualGroup(runs: readonly Named[]): QualityGroup {
  return {
    id: "counterfactual",
    title: "Counterfactual probe",
    note: "The same questions with the stated sex, ethnicity or insurance exchanged, where a rule marks the exchange as safe. Flips mean something only above those of the same question asked again without an exchange.",
    tables: [
      {
        id: "flips",
        caption: "Answers that flip, after an exchange and by chance",
        columns: ["Exchange", "Questions", "Flips after it", "Flips of a repeat", "Plain score", "Changed"],
        rows: rowsOf(
          runs,
          ({ qualities }) => qualities?.counterfactual,
          ({ changes }, { qualities }) =>
            changes.map(({ perturbation, instances, plain, changed, flips }) => [
              perturbation,
              formatCount(instances),
              share(flips),
              share(qualities?.repeats),
              number(plain),
              number(changed),
            ]),
        ),
      },
    ],
    diagrams: [],
  };
}

function calibrationGroup(runs: readonly Named[], kind: "calibration" | "stated"): QualityGroup {
  const isStated = kind === "stated";
  return {
    id: kind,
    title: isStated ? "Stated confidence" : "Calibration",
    note: `${isStated ? "The confidence that the answers state in words" : "The probability that the server gives the answer"}, against the share of right answers: whether 80 % sure means right in 80 of 100. The error is the mean distance from that, in 10 bins of equal width; 0 is best.`,
    tables: [
      {
        id: kind,
        caption: "Expected calibration error",
        columns: ["Answers", "Calibration error", "Brier score"],
        rows: rowsOf(
          runs,
          ({ qualities }) => qualities?.[kind],
          ({ answers, ece, brier }) => [[formatCount(answers), number(ece), number(brier)]],
        ),
      },
    ],
    diagrams: runs.flatMap(([{ qualities }, run]) => {
      const reliability = qualities?.[kind];
      return reliability === undefined ? [] : [{ run, reliability }];
    }),
  };
}

function styleGroup(runs: readonly Named[]): QualityGroup {
  return {
    id: "style",
    title: "Style",
    note: "How free answers are written, as means; it says nothing about right or wrong. The rules are for English. The references are those of the same questions.",
    tables: [
      {
        id: "style",
        caption: "Length, readability, hedging and jargon",
        columns: ["Answers", "Words", "School grade", "Hedging words of 100", "Words of 4 syllables or more, of 100"],
        rows: rowsOf(
          runs,
          ({ qualities }) => qualities?.style,
          ({ answers, ofAnswers, ofReferences }) => [
            [
              formatCount(answers),
              ...(["words", "grade", "hedges", "longWords"] as const).map((key) => {
                const own = ofAnswers[key] === undefined ? "too short" : fixed(ofAnswers[key], 1);
                const reference = ofReferences?.[key];
                return reference === undefined ? own : `${own} (references ${fixed(reference, 1)})`;
              }),
            ],
          ],
        ),
      },
    ],
    diagrams: [],
  };
}

function refusalGroup(runs: readonly Named[]): QualityGroup {
  return {
    id: "refusals",
    title: "Replies without an answer",
    note: "In three classes: the model declines, the reply has no substance, or the provider's filter stops it.",
    tables: [
      {
        id: "refusals",
        caption: "Refused, deflected and filtered replies",
        columns: ["Requests", "Refused", "Deflected", "Filtered"],
        rows: rowsOf(
          runs,
          ({ replies }) => (replies?.refused === undefined && !replies?.filtered ? undefined : replies),
          ({ refused, deflected, filtered }, { requests }) => [
            [
              requests === undefined ? UNKNOWN : formatCount(requests),
              refused === undefined ? NOT_MEASURED : formatCount(refused - filtered),
              deflected === undefined ? NOT_MEASURED : formatCount(deflected),
              formatCount(filtered),
            ],
          ],
        ),
      },
    ],
    diagrams: [],
  };
}
