import { type Amount, exactly, sumAmounts, timesAmount } from "./amount.ts";
import { around, atMost, type CandidateFacts, MARGINS, promptOf, spread, type TokenAmounts } from "./estimate-run.ts";

export interface AgentFacts extends CandidateFacts {
  /** the most steps of a task */
  readonly maxSteps: number;
  /** the tokens of the tools' definitions, which each step sends */
  readonly toolTokens: number;
}

/** Guesses about a step, each stated in the plan. */
const STEP = {
  /** the steps of a task, within its limit */
  count: { low: 2, expected: 6, high: Number.POSITIVE_INFINITY },
  /** tokens of a step's text and calls */
  written: { low: 15, expected: 80, high: 400 },
  /** tokens of what the environment answers */
  result: { low: 15, expected: 120, high: 800 },
} as const;

/** The tasks of an agent. Each step sends the tools and all earlier steps again, so that the tokens read grow with the square of the steps. */
export function estimateAgent(facts: AgentFacts): TokenAmounts {
  const { requests: tasks, earlier, maxSteps, maxTokens, thinking, toolTokens } = facts;
  const steps = atMost(STEP.count, maxSteps);
  const requests = timesAmount(exactly(tasks), steps);
  if (earlier !== undefined && earlier.promptTokens > 0) {
    const ofTask = (tokens: number): Amount =>
      timesAmount(exactly(tasks), around(tokens, Math.max(0.05, spread(earlier.answers))));
    return {
      requests,
      promptTokens: ofTask(earlier.promptTokens),
      completionTokens: ofTask(earlier.completionTokens),
    };
  }
  const written = atMost(STEP.written, maxTokens);
  const thought = thinking === undefined ? [] : [atMost(MARGINS.thinking, thinking)];
  const first = sumAmounts([promptOf({ ...facts, requests: tasks }), exactly(toolTokens)]);
  const earlierSteps = mapAmount(steps, (count) => (count * (count - 1)) / 2);
  const read = sumAmounts([
    timesAmount(steps, first),
    timesAmount(earlierSteps, sumAmounts([written, STEP.result, MARGINS.templateTokens])),
  ]);
  return {
    requests,
    promptTokens: timesAmount(exactly(tasks), read),
    completionTokens: timesAmount(requests, sumAmounts([written, ...thought])),
  };
}

const mapAmount = ({ low, expected, high }: Amount, change: (value: number) => number): Amount => ({
  low: change(low),
  expected: change(expected),
  high: change(high),
});

/** The assumptions of the estimate of an agent's run, as a sentence. */
export function agentAssumption(maxSteps: number): string {
  const { low, expected, high } = atMost(STEP.count, maxSteps);
  return `Without an earlier run, a task is counted with ${low} to ${high} steps, ${expected} expected, each with ${STEP.written.expected} tokens written and ${STEP.result.expected} of results. Each step sends the tools and all earlier steps again.`;
}
