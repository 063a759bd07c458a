/**
 * Python's round(x, places): the nearest decimal, and the even one of two equally near ones. The exact decimal digits of x
 * decide.
 */
export function roundHalfEven(x: number, places: number): number {
  if (!Number.isFinite(x) || Math.abs(x) >= 1e21) return x;
  // oxlint-disable-next-line oxc/number-arg-out-of-range -- the limit has been 100 since ES2018
  const exact = Math.abs(x).toFixed(60);
  const point = exact.indexOf(".");
  const rest = exact.slice(point + 1 + places);
  if (!/^50*$/.test(rest)) return Number(x.toFixed(places));
  const kept = exact.slice(0, point + 1 + places);
  const isEven = Number(kept.replace(".", "").at(-1)) % 2 === 0;
  const magnitude = isEven ? Number(kept) : Number((Number(kept) + 10 ** -places).toFixed(places));
  return x < 0 ? -magnitude : magnitude;
}
