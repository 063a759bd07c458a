/** A function of one variable: its value and slope. */
interface Slope {
  readonly value: number;
  readonly slope: number;
}

/** The sufficient decrease and the curvature of L-BFGS-B 3.0, and the width of an interval that is too small. */
const DECREASE = 1e-3;
const CURVATURE = 0.9;
const WIDTH = 0.1;
const MAX_STEP = 1e10;
const MAX_EVALUATIONS = 50;

interface Trial extends Slope {
  readonly step: number;
}

/**
 * Searches a step that decreases a function enough and flattens its slope (Moré and Thuente 1994, "Line search algorithms with guaranteed
 * sufficient decrease"), beginning with `start.step`. Returns undefined after 50 evaluations without one.
 */
export function moreThuente<T extends Slope>(
  evaluate: (step: number) => T,
  start: Trial,
): (T & { readonly step: number }) | undefined {
  const wanted = DECREASE * start.slope;
  let isFirstStage = true;
  const origin = { ...start, step: 0 };
  let interval: Interval = { best: origin, other: origin, isBracketed: false, low: 0, high: 5 * start.step };
  let widths: readonly [now: number, before: number] = [MAX_STEP, 2 * MAX_STEP];
  let step = start.step;
  for (let evaluations = 0; evaluations < MAX_EVALUATIONS; evaluations++) {
    const reached = evaluate(step);
    const isLower = reached.value <= start.value + step * wanted;
    if (isFirstStage && isLower && reached.slope >= 0) isFirstStage = false;
    const isFlat = Math.abs(reached.slope) <= CURVATURE * -start.slope;
    if ((isLower && isFlat) || isTooSmall(interval, step) || isAtLimit(step, isLower && reached.slope <= wanted))
      return { ...reached, step };
    // in the first stage the search uses an auxiliary function, as long as the value is not low enough
    const isAuxiliary = isFirstStage && reached.value <= interval.best.value && !isLower;
    const next = nextStep(interval, { ...reached, step }, isAuxiliary ? wanted : 0);
    const inside = inBracket(next, widths[1]);
    if (next.isBracketed) widths = [Math.abs(next.other.step - next.best.step), widths[0]];
    interval = limited(next, inside);
    step = Math.min(MAX_STEP, Math.max(0, inside));
    if (isTooSmall(interval, step)) step = interval.best.step;
  }
  return undefined;
}

const isTooSmall = ({ isBracketed, low, high }: Interval, step: number): boolean =>
  isBracketed && (step <= low || step >= high || high - low <= WIDTH * high);

/** Returns the middle of an interval that shrinks too slowly, otherwise the next step. */
const inBracket = ({ best, other, step, isBracketed }: Next, widthBefore: number): number =>
  isBracketed && Math.abs(other.step - best.step) >= 0.66 * widthBefore
    ? best.step + 0.5 * (other.step - best.step)
    : step;

const isAtLimit = (step: number, isGood: boolean): boolean => (step === MAX_STEP && isGood) || (step === 0 && !isGood);

/** Sets the limits of the next step: the interval, or an extrapolation beyond it. */
function limited({ best, other, isBracketed }: Next, step: number): Interval {
  const [low, high] = isBracketed
    ? [Math.min(best.step, other.step), Math.max(best.step, other.step)]
    : [step + 1.1 * (step - best.step), step + 4 * (step - best.step)];
  return { best, other, isBracketed, low, high };
}

interface Next {
  readonly best: Trial;
  readonly other: Trial;
  readonly step: number;
  readonly isBracketed: boolean;
}
interface Interval {
  readonly best: Trial;
  readonly other: Trial;
  readonly isBracketed: boolean;
  readonly low: number;
  readonly high: number;
}

/** Chooses the next step on the auxiliary function, whose slope is lower by `shift`. */
function nextStep(interval: Interval, trial: Trial, shift: number): Next {
  const by = ({ step, value, slope }: Trial, sign: number): Trial => ({
    step,
    value: value + sign * step * shift,
    slope: slope + sign * shift,
  });
  const next = interpolated({ ...interval, best: by(interval.best, -1), other: by(interval.other, -1) }, by(trial, -1));
  return { ...next, best: by(next.best, 1), other: by(next.other, 1) };
}

/** Chooses the next step by cubic and quadratic interpolation, and updates the interval that contains a minimum (their section 4). */
function interpolated(interval: Interval, trial: Trial): Next {
  const { best, other, isBracketed, low, high } = interval;
  const isOpposite = trial.slope * Math.sign(best.slope) < 0;
  if (trial.value > best.value) return { best, other: trial, step: higher(best, trial), isBracketed: true };
  if (isOpposite) return { best: trial, other: best, step: opposite(best, trial), isBracketed: true };
  const end = trial.step > best.step ? high : low;
  const beyond = isBracketed ? towards(other, trial) : end;
  const step = Math.abs(trial.slope) < Math.abs(best.slope) ? flatter(interval, trial, end) : beyond;
  return { best: trial, other, step, isBracketed };
}

/** The cubic through two values and slopes: its theta, and its gamma with the sign of a search from `from` to `to`. */
function cubicOf(from: Trial, to: Trial): { readonly theta: number; readonly gamma: number } {
  const theta = (3 * (from.value - to.value)) / (to.step - from.step) + from.slope + to.slope;
  const scale = Math.max(Math.abs(theta), Math.abs(from.slope), Math.abs(to.slope));
  const root = Math.sqrt(Math.max(0, (theta / scale) ** 2 - (from.slope / scale) * (to.slope / scale)));
  return { theta, gamma: (to.step > from.step ? -1 : 1) * scale * root };
}

/** After a higher value the minimum is between the two steps. */
function higher(best: Trial, trial: Trial): number {
  const { theta, gamma: reverse } = cubicOf(best, trial);
  const gamma = -reverse;
  const ratio = (gamma - best.slope + theta) / (gamma - best.slope + gamma + trial.slope);
  const width = trial.step - best.step;
  const cubic = best.step + ratio * width;
  const quadratic = best.step + (best.slope / ((best.value - trial.value) / width + best.slope) / 2) * width;
  return Math.abs(cubic - best.step) < Math.abs(quadratic - best.step) ? cubic : cubic + (quadratic - cubic) / 2;
}

/** After a lower value with a slope of the other sign the minimum is between the two steps. */
function opposite(best: Trial, trial: Trial): number {
  return farther(trial.step, towards(best, trial), secant(trial, best));
}

/** The minimum of the cubic from `trial` to `other`. */
function towards(other: Trial, trial: Trial): number {
  const { theta, gamma } = cubicOf(other, trial);
  const ratio = (gamma - trial.slope + theta) / (gamma - trial.slope + gamma + other.slope);
  return trial.step + ratio * (other.step - trial.step);
}

/** After a lower value with a flatter slope of the same sign the minimum may be beyond the step. */
function flatter({ best, other, isBracketed, low, high }: Interval, trial: Trial, end: number): number {
  const { theta, gamma } = cubicOf(best, trial);
  const ratio = (gamma - trial.slope + theta) / (gamma + (best.slope - trial.slope) + gamma);
  const cubic = ratio < 0 && gamma !== 0 ? trial.step + ratio * (best.step - trial.step) : end;
  const quadratic = secant(trial, best);
  if (!isBracketed) return Math.max(low, Math.min(high, farther(trial.step, cubic, quadratic)));
  const step = Math.abs(cubic - trial.step) < Math.abs(quadratic - trial.step) ? cubic : quadratic;
  const farthest = trial.step + 0.66 * (other.step - trial.step);
  return trial.step > best.step ? Math.min(farthest, step) : Math.max(farthest, step);
}

const farther = (from: number, a: number, b: number): number => (Math.abs(a - from) > Math.abs(b - from) ? a : b);

const secant = (trial: Trial, best: Trial): number =>
  trial.step + (trial.slope / (trial.slope - best.slope)) * (best.step - trial.step);
