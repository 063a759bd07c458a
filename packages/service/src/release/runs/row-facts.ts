import { Instance } from "@medhelm/core/helm/instance";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import type { AnnotationReader } from "@medhelm/core/judge/annotation-reader";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import type { Scores } from "@medhelm/core/release/runs/scores";
import { inputHash } from "@medhelm/core/scoring/input-hash";
import { type RowGroups, rowGroups } from "@medhelm/core/scoring/row-groups";
import { z } from "zod";
import { type ClosedOptions, shownLabels } from "../../aggregate/closed-options.ts";
import { judgeScoresWith, judgesOfRow, survey } from "../../aggregate/survey.ts";
import type { ReadLabels } from "./row-labels.ts";

type Row = Scores["rows"][number];
type Facts = Pick<Row, "cluster" | "stratum" | "inputSha256" | "judges"> & { labels?: ClosedOptions };

/** The facts about rows that are in the requests of a run and not in its stats. */
export interface RowFacts {
  /** @param parsed the element, if another reader has parsed it */
  readonly add: (element: unknown, parsed: RequestState | undefined) => void;
  readonly withFacts: (scores: Scores) => Scores;
}

export interface RowFactsOptions {
  readonly run: Pick<LoadedRun, "runSpec">;
  readonly groups: RowGroups;
  readonly annotations: AnnotationReader;
  /** Absent: the rows have no labels. */
  readonly readLabels?: ReadLabels | undefined;
}

export const rowKey = (id: string, trial: number): string => `${id}\n${trial}`;

const State = z.object({ instance: Instance, train_trial_index: z.int() });

/**
 * Reads the hash of the input, cluster, stratum, labels and the judges' scores. Memory grows with the number of instances. It has the texts of options only as long as
 * all questions share them.
 */
export function rowFacts({ run, groups, annotations, readLabels }: RowFactsOptions): RowFacts {
  const { args } = run.runSpec.scenario_spec;
  const facts = new Map<string, Facts>();
  const surveyed = survey(annotations.judges);
  const judgeScores = judgeScoresWith(annotations);

  /** The judges and criteria that are known so far have the places that they keep. */
  function ofRequest(state: RequestState): Pick<Facts, "judges" | "labels"> {
    const scores = judgeScores(state);
    const closed = readLabels?.(state);
    surveyed.add(scores, closed?.question);
    const { labels, judges } = surveyed.found();
    const ofJudges = judgesOfRow(scores, judges);
    return {
      ...(ofJudges === undefined ? {} : { judges: ofJudges }),
      ...(closed === undefined ? {} : { labels: labels === undefined ? withoutTexts(closed.labels) : closed.labels }),
    };
  }

  return {
    add(element, parsed) {
      const state = parsed ?? RequestState.safeParse(element).data;
      const known = state ?? State.safeParse(element).data;
      if (known === undefined || known.instance.perturbation !== undefined) return;
      const key = rowKey(known.instance.id ?? "", known.train_trial_index);
      if (facts.has(key)) return;
      facts.set(key, {
        ...rowGroups(known.instance, groups, args),
        inputSha256: inputHash(known.instance),
        ...(state === undefined ? {} : ofRequest(state)),
      });
    },
    withFacts(scores) {
      const found = surveyed.found();
      return {
        ...found,
        ...scores,
        rows: scores.rows.map((row) => {
          const { labels, ...fields } = facts.get(rowKey(row.id, row.trial)) ?? {};
          return { ...fields, ...(labels && shownLabels(labels, found.labels !== undefined)), ...row };
        }),
      };
    },
  };
}

const withoutTexts = ({ gold, given }: ClosedOptions): ClosedOptions => ({
  gold: gold && { label: gold.label, text: "" },
  given: given && { label: given.label, text: "" },
});
