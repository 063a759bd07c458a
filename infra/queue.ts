// Work that waits: one message a (submission, deployment, role), a finished run, a release. Each queue with its dead letters.

/** How long each consumer may take. */
export const timeoutsS = { dispatch: 60, aggregate: 300, release: 300, failure: 60 };

/**
 * How many calls of a consumer run at once. Without a bound a full queue takes the account's Lambda concurrency, and the API with it;
 * and messages that are fetched and not taken count as received, until they are dead letters.
 */
export const atMost = (calls: number) => ({
  eventSourceMapping: { scalingConfig: { maximumConcurrency: calls } },
});

/** A message that failed this often goes to the dead letters, where functions/failure reads it. */
const MAX_RECEIVES = 5;
const FOURTEEN_DAYS_S = 14 * 24 * 3600;

/** AWS asks for six times the consumer's time-out: a message must not return while a throttled Lambda still retries it. */
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

/** Batch's state changes that functions/failure could not take: an alarm, and kept to be sent again by hand. */
export const lostJobEvents = new sst.aws.Queue("LostJobEvents", {
  transform: { queue: { messageRetentionSeconds: FOURTEEN_DAYS_S, sqsManagedSseEnabled: true } },
});
