// The queues: a message is a (submission, deployment, role), a finished run, or a release. Each queue has its dead letters.

/** The time limit of each consumer. */
export const timeoutsS = { dispatch: 60, aggregate: 300, release: 60, failure: 60 };

/**
 * Limits the concurrent calls of a consumer. Without a limit, a full queue uses the Lambda concurrency of the account, and the API fails.
 * Messages that AWS fetches and cannot deliver also count as received, until they become dead letters.
 */
export const atMost = (calls: number) => ({
  eventSourceMapping: { scalingConfig: { maximumConcurrency: calls } },
});

/** After this many receives a message becomes a dead letter, which functions/failure reads. */
const MAX_RECEIVES = 5;
const FOURTEEN_DAYS_S = 14 * 24 * 3600;

/** AWS recommends six times the time-out of the consumer, so that a message does not return while a throttled Lambda retries it. */
const visibility = (consumerTimeoutS: number) => `${6 * consumerTimeoutS} seconds` as const;

function queueWithDeadLetters(name: string, consumerTimeoutS: number) {
  const deadLetters = new sst.aws.Queue(`${name}DeadLetters`, {
    visibilityTimeout: visibility(timeoutsS.failure),
    transform: { queue: { messageRetentionSeconds: FOURTEEN_DAYS_S, sqsManagedSseEnabled: true } },
  });
  const queue = new sst.aws.Queue(name, {
    visibilityTimeout: visibility(consumerTimeoutS),
    dlq: { queue: deadLetters.arn, retry: MAX_RECEIVES },
    transform: { queue: { messageRetentionSeconds: FOURTEEN_DAYS_S, sqsManagedSseEnabled: true } },
  });
  return { queue, deadLetters };
}

export const dispatch = queueWithDeadLetters("Dispatch", timeoutsS.dispatch);
export const aggregate = queueWithDeadLetters("Aggregate", timeoutsS.aggregate);
export const release = queueWithDeadLetters("Release", timeoutsS.release);

/** Events of Batch that functions/failure failed to process. They cause an alarm, and the operator sends them again. */
export const lostJobEvents = new sst.aws.Queue("LostJobEvents", {
  transform: { queue: { messageRetentionSeconds: FOURTEEN_DAYS_S, sqsManagedSseEnabled: true } },
});
