import { profileNames } from "@medhelm/core/release/profile-names";
import type { ReleaseChanges } from "@medhelm/core/release/release-changes";
import { plural } from "../text/format.ts";
import { listed, ranks } from "../text/numbers.ts";

const MAX_NAMES = 6;

/** Display names; a name that this release does not have stays as it is. */
export interface Names {
  readonly model: (name: string) => string;
  readonly benchmark: (name: string) => string;
}

/** The changes of a release against the one before it, as sentences. The last one is about the ranks. */
export function changeSentences({ models, benchmarks, runs, moves, profile }: ReleaseChanges, names: Names): string[] {
  const counts = [
    [runs.added, "new run", "new runs"],
    [runs.replaced, "run with other results", "runs with other results"],
    [runs.removed, "removed run", "removed runs"],
  ] as const;
  const changed = counts.flatMap(([count, one, many]) => (count === 0 ? [] : [plural(count, one, many)]));
  return [
    ...naming("New", "model", models.added, names.model),
    ...naming("Removed", "model", models.removed, names.model),
    ...naming("New", "benchmark", benchmarks.added, names.benchmark),
    ...naming("Removed", "benchmark", benchmarks.removed, names.benchmark),
    changed.length === 0 ? "All runs have the same results." : `${listed(changed)}.`,
    ...(profile === undefined
      ? []
      : [
          `The scores follow another profile: ${profileNameOf(profile.to)} instead of ${profileNameOf(profile.from)}. Ranks are not compared.`,
        ]),
    ...movesOf(moves, names),
  ];
}

const isProfile = (name: string): name is keyof typeof profileNames => Object.hasOwn(profileNames, name);
const profileNameOf = (name: string): string => (isProfile(name) ? profileNames[name] : name);

function naming(lead: string, noun: string, found: readonly string[], name: (of: string) => string): string[] {
  return found.length === 0 ? [] : [`${lead} ${noun}${found.length === 1 ? "" : "s"}: ${some(found.map(name))}.`];
}

const some = (found: readonly string[]): string =>
  listed(found.length <= MAX_NAMES ? found : [...found.slice(0, MAX_NAMES), `${found.length - MAX_NAMES} more`]);

function movesOf(moves: ReleaseChanges["moves"], names: Names): string[] {
  if (moves === undefined || moves.models === 0) return [];
  const among = `of the ${moves.models} that both releases rank`;
  if (moves.rows.length === 0) return [`No model ${among} has clearly moved.`];
  const shown = moves.rows.map(
    ({ model, from, to }) => `${names.model(model)} (rank ${ranks(from)} before, ${ranks(to)} now)`,
  );
  return [`Clearly moved, ${among}: ${some(shown)}.`];
}
