/**
 * A run needs answers that only the job of another deployment can produce. This is not a failure. A deployment that is opened for
 * replay throws it for each missing answer, and `waitForAll` combines them.
 */
export class PendingAnswers extends Error {
  override readonly name = "PendingAnswers";
  /** Without duplicates. */
  readonly deployments: readonly string[];
  constructor(deployments: Iterable<string>) {
    const unique = [...new Set(deployments)];
    super(`answers of ${unique.join(" and ")} are pending`);
    this.deployments = unique;
  }
}

/**
 * Waits like Promise.all, but throws only after all requests have settled, so that no request continues unobserved.
 * @throws the first other error in the order of `requests`, else one PendingAnswers with all pending deployments
 */
export async function waitForAll<T>(requests: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(requests);
  const pending: string[] = [];
  const answers: T[] = [];
  for (const one of settled) {
    if (one.status === "fulfilled") answers.push(one.value);
    else if (one.reason instanceof PendingAnswers) pending.push(...one.reason.deployments);
    else throw one.reason;
  }
  if (pending.length > 0) throw new PendingAnswers(pending);
  return answers;
}
