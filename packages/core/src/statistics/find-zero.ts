/**
 * Finds a zero of a function that changes its sign between two points (Bus and Dekker 1975, ACM TOMS 1(4), algorithm R).
 * @param relativeWidth the search ends at a bracket of this width, as a share of the zero
 */
export function findZero(f: (x: number) => number, low: number, high: number, relativeWidth: number): number {
  let [b, fb] = [low, f(low)];
  let [a, fa] = [high, f(high)];
  let [c, fc] = [a, fa];
  let [d, fd] = [a, fa];
  let isFirst = true;
  let extrapolations = 0;
  for (;;) {
    if (Math.abs(fc) < Math.abs(fb)) {
      if (c !== a) [d, fd] = [a, fa];
      [a, fa] = [b, fb];
      [b, fb] = [c, fc];
      [c, fc] = [a, fa];
    }
    const tolerance = 0.5 * Math.max(1e-50, relativeWidth * Math.abs(b));
    const toMiddle = (c + b) * 0.5 - b;
    if (Math.abs(toMiddle) <= tolerance) return b;
    let step = toMiddle;
    if (extrapolations <= 3) {
      const least = toMiddle < 0 ? -tolerance : tolerance;
      let p = (b - a) * fb;
      let q = fa - fb;
      if (!isFirst) {
        const slopeB = (fd - fb) / (d - b);
        const slopeA = (fd - fa) / (d - a);
        p *= slopeA;
        q = slopeB * fa - slopeA * fb;
      }
      isFirst = false;
      if (p < 0) [p, q] = [-p, -q];
      if (extrapolations === 3) p *= 2;
      if (p === 0 || p <= q * least) step = least;
      else if (p < toMiddle * q) step = p / q;
    }
    [d, fd] = [a, fa];
    [a, fa] = [b, fb];
    b += step;
    fb = f(b);
    if (fc * fb >= 0) {
      [c, fc] = [a, fa];
      extrapolations = 0;
    } else extrapolations = step === toMiddle ? 0 : extrapolations + 1;
  }
}
