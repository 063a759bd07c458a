// Alarms for work that is stuck, for functions and jobs that fail, and for an API that does not answer. infra/budget.ts has the bill's.
import { alarm, ofFunction, ofQueue } from "./alarm.ts";
import { ofApi } from "./api.ts";
import { ofFailedJobs } from "./failed-jobs.ts";
import { functionNames } from "./function-names.ts";
import { aggregate, dispatch, lostJobEvents, release } from "./queue.ts";

const AGE_S = 3600;
const DEPTH = 1000;

const age = { metricName: "ApproximateAgeOfOldestMessage", statistic: "Maximum", threshold: AGE_S } as const;

for (const [name, { queue, deadLetters }] of Object.entries({
  Dispatch: dispatch,
  Aggregate: aggregate,
  Release: release,
})) {
  alarm(`${name}Age`, `A message waits for ${name} for more than an hour.`, ofQueue(queue), age);
  alarm(`${name}Depth`, `More than ${DEPTH} messages wait for ${name}.`, ofQueue(queue), {
    metricName: "ApproximateNumberOfMessagesVisible",
    statistic: "Maximum",
    threshold: DEPTH,
  });
  // The number of visible messages stays 0, because functions/failure removes a dead letter before CloudWatch looks at the queue.
  // AWS does not count a dead letter as sent either.
  alarm(`${name}GivenUp`, `${name} gave up on a message; the run's state has the reason.`, ofQueue(deadLetters), {
    metricName: "NumberOfMessagesReceived",
    statistic: "Sum",
    threshold: 0,
  });
  alarm(`${name}Unread`, `functions/failure cannot take ${name}'s dead letters.`, ofQueue(deadLetters), age);
}

alarm("JobEventsLost", "The end of a job was not recorded: its cost is missing.", ofQueue(lostJobEvents), {
  metricName: "ApproximateNumberOfMessagesVisible",
  statistic: "Maximum",
  threshold: 0,
});

for (const [name, functionName] of Object.entries(functionNames)) {
  alarm(`${name}Fails`, `The function ${name} failed three times in half an hour.`, ofFunction(functionName), {
    metricName: "Errors",
    statistic: "Sum",
    threshold: 2,
    period: 1800,
  });
  alarm(`${name}Throttled`, `AWS refused calls of the function ${name}.`, ofFunction(functionName), {
    metricName: "Throttles",
    statistic: "Sum",
    threshold: 10,
  });
}

alarm("ApiAnswers5xx", "The API answered more than 10 requests in 5 minutes with a 5xx.", ofApi, {
  metricName: "5xx",
  statistic: "Sum",
  threshold: 10,
});

alarm("JobsFail", "More than five jobs of Batch failed within an hour.", ofFailedJobs, {
  metricName: "Invocations",
  statistic: "Sum",
  threshold: 5,
  period: 3600,
});
