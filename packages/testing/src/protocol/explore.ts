export interface Move<State> {
  readonly name: string;
  readonly to: State;
}

export interface Model<State> {
  readonly first: State;
  moves(state: State): readonly Move<State>[];
  /** The fault of a step; undefined for a right one. */
  wrong(to: State, from: State): string | undefined;
  /** Two states with one name behave alike. */
  nameOf(state: State): string;
  /** Whether the work has ended well. */
  isGood(state: State): boolean;
  /** Whether nobody is left who could work. Such a state may lead to no good end. */
  isExcused(state: State): boolean;
}

export type Explored =
  | { readonly kind: "right"; readonly states: number }
  | { readonly kind: "wrong"; readonly what: string; readonly steps: readonly string[] };

interface Visited {
  readonly before: number;
  readonly step: string;
}

/**
 * Visits every state that any order of moves can reach, the nearest first. Reports the first wrong step, or a state from which no order of
 * moves leads to a good end, with the steps that lead there.
 */
export function explore<State>(model: Model<State>): Explored {
  const numbers = new Map<string, number>([[model.nameOf(model.first), 0]]);
  const visited: Visited[] = [{ before: -1, step: "" }];
  const comesFrom: number[][] = [[]];
  const good: number[] = [];
  const excused = new Set<number>();
  let layer: { readonly state: State; readonly number: number }[] = [{ state: model.first, number: 0 }];
  while (layer.length > 0) {
    const next: typeof layer = [];
    for (const { state, number } of layer) {
      if (model.isGood(state)) good.push(number);
      else if (model.isExcused(state)) excused.add(number);
      for (const { name, to } of model.moves(state)) {
        const what = model.wrong(to, state);
        if (what !== undefined) return { kind: "wrong", what, steps: [...stepsTo(visited, number), name] };
        const key = model.nameOf(to);
        const known = numbers.get(key);
        if (known !== undefined) {
          comesFrom[known]?.push(number);
          continue;
        }
        numbers.set(key, visited.length);
        next.push({ state: to, number: visited.length });
        visited.push({ before: number, step: name });
        comesFrom.push([number]);
      }
    }
    layer = next;
  }
  const stuck = stuckState(visited.length, comesFrom, good, excused);
  if (stuck !== undefined)
    return { kind: "wrong", what: "no order of moves leads to a good end", steps: stepsTo(visited, stuck) };
  return { kind: "right", states: visited.length };
}

function stepsTo(visited: readonly Visited[], number: number): string[] {
  const steps: string[] = [];
  for (let at = visited[number]; at !== undefined && at.before >= 0; at = visited[at.before]) steps.unshift(at.step);
  return steps;
}

/** The first state, in the order of visits, from which no good state can be reached. */
function stuckState(
  count: number,
  comesFrom: readonly (readonly number[])[],
  good: readonly number[],
  excused: ReadonlySet<number>,
): number | undefined {
  const leadsOn = new Uint8Array(count);
  const open = [...good, ...excused];
  for (const number of open) leadsOn[number] = 1;
  for (let number = open.pop(); number !== undefined; number = open.pop())
    for (const before of comesFrom[number] ?? [])
      if (leadsOn[before] === 0) {
        leadsOn[before] = 1;
        open.push(before);
      }
  const stuck = leadsOn.indexOf(0);
  return stuck < 0 ? undefined : stuck;
}
