/** Joins neighbouring columns of the same group into spans for a header row. A group that appears again starts a new span. */
export function columnSpans<T>(groups: readonly (T | undefined)[]): { group: T | undefined; span: number }[] {
  const spans: { group: T | undefined; span: number }[] = [];
  for (const group of groups) {
    const last = spans.at(-1);
    if (last !== undefined && last.group === group) last.span += 1;
    else spans.push({ group, span: 1 });
  }
  return spans;
}
