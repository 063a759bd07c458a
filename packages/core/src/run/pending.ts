/**
 * Answers are missing that only the job of another deployment can get: no failure of anybody. Thrown inside the seam where a
 * deployment is opened for replay, and gathered by whoever asks several.
 */
export class PendingAnswers extends Error {
  override readonly name = "PendingAnswers";
  /** each once */
  readonly deployments: readonly string[];
  constructor(deployments: Iterable<string>) {
    const each = [...new Set(deployments)];
    super(`answers of ${each.join(" and ")} are awaited`);
    this.deployments = each;
  }
}

/**
 * As Promise.all, but everything has come to its end before anything is thrown, so that no ask is left running unseen. A fault
 * outweighs what is only awaited; what is awaited is gathered.
 * @throws the first fault in the order of `asks`, else PendingAnswers
 */
export async function allAnswered<T>(asks: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(asks);
  const awaited: string[] = [];
  const answers: T[] = [];
  for (const one of settled) {
    if (one.status === "fulfilled") answers.push(one.value);
    else if (one.reason instanceof PendingAnswers) awaited.push(...one.reason.deployments);
    else throw one.reason;
  }
  if (awaited.length > 0) throw new PendingAnswers(awaited);
  return answers;
}
