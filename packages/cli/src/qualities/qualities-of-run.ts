import { qualitiesTally } from "@medhelm/core/qualities/qualities-tally";
import type { Qualities } from "@medhelm/core/qualities/qualities";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import type { PageInstance } from "@medhelm/core/release/pages/page";

export interface QualitiesOfRun extends Qualities {
  readonly run: string;
  readonly metric: string;
  /** the three classes of replies that give no answer; absent in older runs */
  readonly refusals?: {
    readonly refused?: number;
    readonly deflected?: number;
    readonly filtered: number;
    readonly of: number;
  };
}

/** Measures more than the score of a run. It reads the sealed answers, and sends no request. */
export async function qualitiesOfRun(
  { run, mainMetric, coverage, replies }: Manifest,
  instances: AsyncIterable<PageInstance>,
): Promise<QualitiesOfRun> {
  const tally = qualitiesTally({ mainMetric, hasProbes: true });
  for await (const instance of instances) tally.add(instance);
  return {
    run,
    metric: mainMetric,
    ...tally.found(),
    ...(replies === undefined
      ? {}
      : {
          refusals: {
            ...(replies.refused === undefined ? {} : { refused: replies.refused }),
            ...(replies.deflected === undefined ? {} : { deflected: replies.deflected }),
            filtered: replies.filtered,
            of: coverage.requests,
          },
        }),
  };
}
