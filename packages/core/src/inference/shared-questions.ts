import { mean } from "../statistics/mean.ts";
import type { ItemScore, PartScores } from "./column-items.ts";

/**
 * Joins the runs of a cell that asked the same questions, such as a plain run and one with repeats=3. One question is one independent unit in all of
 * these runs.
 * The unweighted mean of the runs' means stays the same. Questions are the same by id and input hash.
 *
 * Where each run has a score of each question, a question's score is the mean of the runs'. Otherwise all runs become one with weighted scores.
 */
export function joinSharedQuestions(parts: readonly PartScores[]): readonly PartScores[] {
  if (parts.length < 2) return parts;
  const groups = groupsOf(parts);
  if (groups.length === parts.length) return parts;
  const sizes = new Set(groups.map(({ length }) => length));
  const joined = groups.map(questionMeans);
  const whole = joined.flatMap((part) => part ?? []);
  const isBalanced = sizes.size === 1 && whole.length === groups.length;
  const [only, ...others] = isBalanced ? whole : [weighted(groups)];
  return only !== undefined && others.length === 0 ? [{ ...only, part: "" }] : whole;
}

const questionKey = ({ id, inputSha256 = "" }: ItemScore): string => `${id}\n${inputSha256}`;

/** Runs that share a question, or that are joined by other runs. Without a hash, equal ids may be those of other questions. */
function groupsOf(parts: readonly PartScores[]): PartScores[][] {
  let groups: { readonly keys: ReadonlySet<string>; readonly parts: PartScores[] }[] = [];
  for (const part of parts) {
    const keys = new Set(part.items.flatMap((item) => (item.inputSha256 === undefined ? [] : questionKey(item))));
    const joined = groups.filter((group) => [...keys].some((key) => group.keys.has(key)));
    const merged = new Set([keys, ...joined.map((group) => group.keys)].flatMap((some) => [...some]));
    groups = [
      ...groups.filter((group) => !joined.includes(group)),
      { keys: merged, parts: [...joined.flatMap((group) => group.parts), part] },
    ];
  }
  return groups.map((group) => group.parts);
}

/** Undefined if a run lacks a score of a question, asked one more often than others, or is a ratio of sums. */
function questionMeans(group: readonly PartScores[]): PartScores | undefined {
  const [first] = group;
  if (first === undefined || group.length === 1) return first;
  const runs = group.map(({ items }) => Map.groupBy(items, questionKey));
  const [questions = new Map<string, ItemScore[]>()] = runs;
  const isWhole = runs.every((run) => {
    const times = new Set([...run.values()].map(({ length }) => length));
    const isComplete = [...run].every(
      ([key, rows]) => questions.has(key) && rows.every(({ value, weight }) => value !== null && weight === undefined),
    );
    return isComplete && run.size === questions.size && times.size === 1;
  });
  if (!isWhole) return undefined;
  const items = [...questions].map(([key, [row]]): ItemScore => {
    const scores = runs.map((run) => mean((run.get(key) ?? []).flatMap(({ value }) => value ?? [])));
    return { id: row?.id ?? "", inputSha256: row?.inputSha256, cluster: row?.cluster, value: mean(scores) };
  });
  return { part: plainName(group), items, ...otherwiseOf(group) };
}

/** One run of all rows. The weights of a run's rows have the sum 1, so that its mean is the mean of the runs' means. */
function weighted(groups: readonly (readonly PartScores[])[]): PartScores {
  const items = groups.flatMap((group, number) =>
    group.flatMap((part) => {
      const total = part.items.reduce((sum, { value, weight = 1 }) => sum + (value === null ? 0 : weight), 0);
      return part.items.map((item): ItemScore => {
        const id = groups.length === 1 ? item.id : `${number} ${item.id}`;
        return { ...item, id, weight: (item.weight ?? 1) / total };
      });
    }),
  );
  return { part: "", items, ...otherwiseOf(groups.flat()) };
}

/** The name of the plain run, which other models have, too. */
const plainName = (group: readonly PartScores[]): string =>
  group.map(({ part }) => part).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))[0] ?? "";

function otherwiseOf(parts: readonly PartScores[]): Pick<PartScores, "otherwise"> {
  const rules = [...(parts[0]?.otherwise?.keys() ?? [])];
  const means = rules.flatMap((rule) => {
    const values = parts.flatMap(({ otherwise }) => otherwise?.get(rule) ?? []);
    return values.length < parts.length ? [] : [[rule, mean(values)] as const];
  });
  return { otherwise: new Map(means) };
}
