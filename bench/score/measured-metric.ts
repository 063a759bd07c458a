/** The rate of one metric in one program. */
export interface MeasuredMetric {
  readonly metric: string;
  readonly program: string;
  readonly instances: number;
  readonly perSecond: number;
}

/** Scores this number of instances in this thread, after a hundredth of them to warm up. */
export function measureMetric(metric: string, instances: number, score: (i: number) => void): MeasuredMetric {
  for (let i = 0; i < instances / 100; i++) score(i);
  const startMs = performance.now();
  for (let i = 0; i < instances; i++) score(i);
  const seconds = (performance.now() - startMs) / 1000;
  return { metric, program: "medhelm", instances, perSecond: instances / seconds };
}
