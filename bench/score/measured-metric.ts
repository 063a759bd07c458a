/** The rate of one metric in one program. */
export interface MeasuredMetric {
  readonly metric: string;
  readonly program: string;
  readonly instances: number;
  /** Instances a second of CPU time, which other programs of the machine do not change. */
  readonly perCpuSecond: number;
}

/** Scores this number of instances in this thread, after a hundredth of them to warm up. */
export function measureMetric(metric: string, instances: number, score: (i: number) => void): MeasuredMetric {
  for (let i = 0; i < instances / 100; i++) score(i);
  const before = process.cpuUsage();
  for (let i = 0; i < instances; i++) score(i);
  const { user, system } = process.cpuUsage(before);
  return { metric, program: "medhelm", instances, perCpuSecond: instances / ((user + system) / 1e6) };
}
