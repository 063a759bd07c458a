import { moreThuente } from "./more-thuente.ts";

/** A function's value and gradient at a point of the plane. */
export interface Evaluated {
  readonly value: number;
  readonly gradient: Point;
}
export type Point = readonly [number, number];

export interface Stop {
  readonly iterations: number;
  /** the greatest part of the gradient that counts as zero */
  readonly gradient: number;
  /** the relative decrease of the value that counts as none */
  readonly decrease: number;
}

const EPSILON = 2 ** -52;
/** The pairs of steps and changes of the gradient that approximate the curvature. */
const MEMORY = 10;

interface Pair {
  readonly step: Point;
  readonly change: Point;
}

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];
const plus = (a: Point, b: Point, times = 1): Point => [a[0] + times * b[0], a[1] + times * b[1]];
const times = (a: Point, factor: number): Point => [a[0] * factor, a[1] * factor];
const greatest = (a: Point): number => Math.max(Math.abs(a[0]), Math.abs(a[1]));

/**
 * Minimizes a function of two variables by the limited-memory BFGS method, from the origin. Line search, curvature update and stopping tests are
 * those of L-BFGS-B 3.0 without bounds (Byrd, Lu, Nocedal, Zhu 1995; Morales, Nocedal 2011). HELM uses it through scikit-learn and scipy, and a
 * solver that ends early must end at the same point.
 */
export function minimizeLbfgs(evaluate: (at: Point) => Evaluated, stop: Stop): Point {
  let at: Point = [0, 0];
  let now = evaluate(at);
  let pairs: Pair[] = [];
  for (let iteration = 0; iteration < stop.iterations && greatest(now.gradient) > stop.gradient; iteration++) {
    const direction = descent(now.gradient, pairs);
    const slope = dot(direction, now.gradient);
    const first = iteration === 0 ? 1 / Math.sqrt(dot(direction, direction)) : 1;
    const from = at;
    const found =
      slope < 0
        ? moreThuente(
            (step) => {
              const reached = evaluate(plus(from, direction, step));
              return { ...reached, slope: dot(reached.gradient, direction) };
            },
            { value: now.value, slope, step: first },
          )
        : undefined;
    if (found === undefined) {
      if (pairs.length === 0) return at;
      // begin again from here, downhill
      pairs = [];
      continue;
    }
    const { step, slope: end, ...reached } = found;
    at = plus(from, direction, step);
    const decrease = now.value - reached.value;
    const scale = Math.max(Math.abs(now.value), Math.abs(reached.value), 1);
    const change = plus(reached.gradient, now.gradient, -1);
    now = reached;
    if (greatest(now.gradient) <= stop.gradient || decrease <= stop.decrease * scale) return at;
    // a pair without curvature would spoil the approximation
    if ((end - slope) * step > EPSILON * -slope * step)
      pairs = [...pairs, { step: times(direction, step), change }].slice(-MEMORY);
  }
  return at;
}

/** Returns minus the gradient times the approximate inverse of the Hessian, by the two-loop recursion. */
function descent(gradient: Point, pairs: readonly Pair[]): Point {
  let rest = gradient;
  const weights = pairs.map(() => 0);
  for (const [i, { step, change }] of [...pairs.entries()].toReversed()) {
    const weight = dot(step, rest) / dot(step, change);
    weights[i] = weight;
    rest = plus(rest, change, -weight);
  }
  const last = pairs.at(-1);
  if (last !== undefined) rest = times(rest, dot(last.step, last.change) / dot(last.change, last.change));
  for (const [i, { step, change }] of pairs.entries())
    rest = plus(rest, step, (weights[i] ?? 0) - dot(change, rest) / dot(step, change));
  return times(rest, -1);
}
