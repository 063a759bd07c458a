import { benchmarkNames, isBenchmarkName } from "@medhelm/benchmarks/registry";
import { keys } from "@medhelm/core/store/object-keys";
import { distinctName } from "@medhelm/core/text/distinct-name";

/** The answers of one deployment to one benchmark, which have one scope. */
export interface SegmentPlace {
  readonly scope: string;
  readonly deployment: string;
  readonly benchmark: string;
}

/** Different for different places. */
export const placeId = ({ scope, deployment, benchmark }: SegmentPlace): string =>
  `${scope} ${deployment} ${benchmark}`;

const OF_USERS = "benchmarks of users";

/**
 * Benchmarks of one group may have equal requests. The built-in ones have no request in common. Those of users may have, because two of them
 * may have the same questions.
 */
export const groupOf = (benchmark: string): string => (isBenchmarkName(benchmark) ? benchmark : OF_USERS);

const builtInFolders = new Set(benchmarkNames.map(distinctName));

/** The segments that may have answers to the requests of a place: those with the prefix `below` that `mayAnswer` admits. */
export function segmentsFor({ scope, deployment, benchmark }: SegmentPlace): {
  readonly below: string;
  mayAnswer(key: string): boolean;
} {
  if (isBenchmarkName(benchmark))
    return { below: keys.answerSegments(scope, deployment, benchmark), mayAnswer: () => true };
  const below = keys.segmentFolders(scope, deployment);
  return { below, mayAnswer: (key) => !builtInFolders.has(key.slice(below.length).split("/")[0] ?? "") };
}
