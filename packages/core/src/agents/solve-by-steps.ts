import type { Message } from "../helm/instance.ts";
import type { Completion, Request, RequestResult, RequestState } from "../helm/scenario-state.ts";
import type { Price } from "../models/deployment.ts";
import { tokensMicroUsd, usdText } from "../money/micro-usd.ts";
import type { TokenUsage } from "../ports.ts";
import type { Outcome } from "../run/asking/ask.ts";
import type { Agent, Move, Reaction } from "./environment.ts";
import type { FhirServer } from "./fhir-server.ts";
import { recordedReads } from "./recorded-reads.ts";
import { argumentsOf, type ToolCall } from "./tool.ts";
import { TRANSCRIPT, type Transcript, type TranscriptTurn } from "./transcript.ts";

type Answer = Extract<Outcome, { kind: "answer" }>;

export interface StepPorts {
  /** Asks the candidate. Every step is a request of its own, so that a resumed run pays no step twice. */
  readonly ask: (request: Request) => Promise<Outcome>;
  /** absent: unknown, and the limit of dollars does not end a task */
  readonly price?: Price;
  readonly fhir?: FhirServer;
  /** The tokens of one step. */
  readonly tokensOf: (request: Request, answer: Answer) => TokenUsage;
}

/** The outcome of a task, with its transcript. The tokens are the sum over the steps. */
export interface Solved {
  readonly outcome: Outcome;
  readonly annotations: { readonly [TRANSCRIPT]: Transcript };
}

/** Lets the model act until the environment ends the task, a limit does, or a request gets no answer. */
export async function solveBySteps(agent: Agent, state: RequestState, ports: StepPorts): Promise<Solved> {
  const records = ports.fhir && recordedReads(ports.fhir);
  const episode = await agent.open(state.instance, records?.server);
  const task = startTask(agent, state.request);
  const solved = (outcome: Outcome, end: Transcript["end"], checks: Transcript["checks"]): Solved =>
    solvedTask(task, outcome, { end, checks, records: records?.found() });
  for (;;) {
    const request = task.next();
    const outcome = await ports.ask(request);
    if (outcome.kind === "failure") return solved(outcome, { kind: "failed", reason: outcome.failure.message }, []);
    const move = moveOf(outcome.result.completions[0]);
    const reaction = await episode.react(move);
    task.add(outcome, move, reaction, ports.tokensOf(request, outcome));
    const end = reaction.end ?? limitOf(agent, task, ports.price);
    if (end !== undefined) return solved(task.answer(), end, [...(await episode.checks())]);
  }
}

type Task = ReturnType<typeof startTask>;

/** The messages, the transcript and the sums of one task. */
function startTask({ tools }: Agent, first: Request) {
  const messages: Message[] = [...(first.messages ?? [{ role: "user", content: first.prompt }])];
  const turns: TranscriptTurn[] = [];
  const answers: Answer[] = [];
  const usages: TokenUsage[] = [];
  return {
    turns,
    usages,
    next: (): Request => ({ ...first, messages: [...messages], ...(tools.length > 0 && { tools: [...tools] }) }),
    add(answer: Answer, move: Move, reaction: Reaction, usage: TokenUsage): void {
      const [completion] = answer.result.completions;
      messages.push(...messagesOf(completion, move, reaction));
      turns.push(turnOf(completion, move, reaction));
      answers.push(answer);
      usages.push(usage);
    },
    answer: (): Answer => answerOf(answers, usages),
  };
}

const moveOf = (completion: Completion | undefined): Move => ({
  text: completion?.text ?? "",
  calls: completion?.tool_calls ?? [],
  isCut: completion?.finish_reason?.reason === "length",
});

function limitOf({ maxSteps, maxMicroUsd }: Agent, { turns, usages }: Task, price: Price | undefined) {
  if (turns.length >= maxSteps) return { kind: "steps", reason: `the limit of ${maxSteps} steps` } as const;
  if (maxMicroUsd === undefined) return undefined;
  const spent = usages.reduce(plus, {}); // the cost of one step may be less than half a millionth, so the sum is rounded
  return tokensMicroUsd(price, spent) < maxMicroUsd
    ? undefined
    : ({ kind: "dollars", reason: `the limit of $${usdText(maxMicroUsd)}` } as const);
}

const plus = (sum: TokenUsage, { promptTokens = 0, completionTokens = 0 }: TokenUsage): TokenUsage => ({
  promptTokens: (sum.promptTokens ?? 0) + promptTokens,
  completionTokens: (sum.completionTokens ?? 0) + completionTokens,
});

interface Ending extends Pick<Transcript, "end" | "checks"> {
  readonly records: Transcript["records"] | undefined;
}

function solvedTask({ turns }: Task, outcome: Outcome, { end, checks, records }: Ending): Solved {
  const read = records === undefined ? {} : { records };
  return { outcome, annotations: { [TRANSCRIPT]: { formatVersion: 1, turns: [...turns], end, checks, ...read } } };
}

/** This replaces an empty text in the conversation, because some APIs refuse an empty message. */
const NO_TEXT = "(no text)";

function messagesOf(completion: Completion | undefined, { text, calls }: Move, { results, says }: Reaction): Message[] {
  const next: Message[] = says === undefined ? [] : [{ role: "user", content: says }];
  if (calls.length === 0) return [{ role: "assistant", content: text === "" ? NO_TEXT : text }, ...next];
  return [
    {
      role: "assistant",
      content: text,
      tool_calls: calls.map(sendable),
      ...(completion?.native === undefined ? {} : { native: completion.native }),
    },
    ...calls.map((call, i) => ({ role: "tool", content: results[i]?.text ?? "", tool_call_id: call.id })),
    ...next,
  ];
}

/** Servers parse the arguments of earlier calls and fail on text that is not a JSON object. */
const sendable = (call: ToolCall): ToolCall => (argumentsOf(call) === undefined ? { ...call, arguments: "{}" } : call);

function turnOf(completion: Completion | undefined, { text, calls, isCut }: Move, reaction: Reaction): TranscriptTurn {
  const thinking = completion?.thinking?.text;
  return {
    text,
    ...(thinking === undefined || thinking === "" ? {} : { thinking }),
    calls: calls.map(({ name, arguments: given }, i) => {
      const result = reaction.results[i];
      const invalid = result?.invalid;
      return { name, arguments: given, result: result?.text ?? "", ...(invalid === undefined ? {} : { invalid }) };
    }),
    ...(reaction.says === undefined ? {} : { says: reaction.says }),
    ...(reaction.invalid === undefined ? {} : { invalid: reaction.invalid }),
    ...(isCut && { cut: true }),
  };
}

/** The last answer as the task's, with the tokens and times of all steps. */
function answerOf(answers: readonly Answer[], usages: readonly TokenUsage[]): Answer {
  const last = answers.at(-1);
  if (last === undefined) throw new Error("a task has at least one answer");
  const [first] = answers;
  const { lost: _lost, ...server } = last.server ?? {};
  return {
    kind: "answer",
    result: resultOf(first?.result.request_datetime, answers),
    usage: { ...sumOf("promptTokens", usages), ...sumOf("completionTokens", usages) },
    ...(Object.keys(server).length > 0 && { server }),
    fromCache: answers.every(({ fromCache }) => fromCache),
    requestKey: last.requestKey,
  };
}

/** The sum of a count; absent if a step has no such count. */
function sumOf(count: keyof TokenUsage, usages: readonly TokenUsage[]): TokenUsage {
  let sum = 0;
  for (const { [count]: one } of usages) {
    if (one === undefined) return {};
    sum += one;
  }
  return { [count]: sum };
}

function resultOf(startedAt: number | undefined, answers: readonly Answer[]): RequestResult {
  const { tool_calls: calls = [], native: _native, ...completion } = answers.at(-1)?.result.completions[0] ?? NOTHING;
  const called = calls.map(({ name, arguments: given }) => `${name}(${given})`).join("\n");
  return {
    success: true,
    embedding: [],
    completions: [{ ...completion, text: [completion.text, called].filter((text) => text !== "").join("\n") }],
    cached: false,
    request_time: answers.reduce((sum, { result }) => sum + (result.request_time ?? 0), 0),
    ...(startedAt === undefined ? {} : { request_datetime: startedAt }),
  };
}

const NOTHING: Completion = { text: "", logprob: 0, tokens: [] };
