import { Request } from "../helm/scenario-state.ts";
import type { Outcome } from "../run/asking/ask.ts";
import type { Protocol } from "../run/profile.ts";
import type { JudgeSpec } from "./jury-spec.ts";
import { storedSteps } from "../reading/stored-step.ts";
import { refuse, VERDICT_KEY, type VerdictReading } from "./reading/own-verdict.ts";
import { COPIED } from "./reading/quoted-verdict.ts";
import { isStandInJudge, type JudgeAttempt, type Verdict } from "./verdict.ts";

/** Sends one request to a judge (run/ask.ts). */
export type AskJudge = (request: Request) => Promise<Outcome>;

export interface Asked<T> {
  /** the attempts in order */
  readonly attempts: readonly JudgeAttempt[];
  /** the first reply, the only one that profile helm uses */
  readonly first?: string;
  /** the parsed value, or the reason why no reply could be parsed */
  readonly result: { readonly kind: "read"; readonly value: T } | Unscored;
}
type Unscored = Pick<Extract<Verdict, { kind: "unscored" }>, "kind" | "reason" | "message">;

export interface Question<T> {
  readonly prompt: string;
  /** additional request fields that make the server enforce a reply format */
  readonly format?: Format;
  /** Parses a reply. */
  readonly read: (reply: string) => OwnReading<T>;
  /** Present under protocol `fenced`: what a verdict that may be copied from the answer needs in the second reply. */
  readonly own?: { readonly key: string; readonly format: Format };
}
/** A reading of a judge's reply. */
export type OwnReading<T> = VerdictReading<T> & {
  /** the verdict may be copied from the answer */
  readonly isCopied?: boolean;
};
type Format = Pick<Request, "response_format"> | Record<string, never>;

/** Asks one judge one question, and a second time if the reply is unreadable. It does not ask again after a failed request. */
export async function askJudge<T>(judge: JudgeSpec, ask: AskJudge, question: Question<T>): Promise<Asked<T>> {
  const { format = {}, prompt, read, own } = question;
  const attempt = async (text: string, by: Format) => attemptOf(await ask({ ...judgeRequest(judge, text), ...by }));
  const first = await attempt(prompt, format);
  if (first.kind === "failure")
    return { attempts: [first], result: { kind: "unscored", reason: "judge_failed", message: first.message } };
  const firstRead = read(first.reply);
  if (firstRead.kind === "read")
    return {
      attempts: [shown(first, firstRead)],
      first: first.reply,
      result: { kind: "read", value: firstRead.value },
    };
  const needsKey = firstRead.isCopied === true && own !== undefined;
  const again = reminder(firstRead.clause) + (needsKey ? ` ${keyReminder(own.key)}` : "");
  const second = await attempt(`${prompt}\n\n${again}`, needsKey ? own.format : format);
  const lastRead = second.kind === "reply" ? read(second.reply) : firstRead;
  return {
    attempts: [shown(first, firstRead), second.kind === "reply" ? shown(second, lastRead) : second],
    first: first.reply,
    result:
      lastRead.kind === "read"
        ? { kind: "read", value: lastRead.value }
        : { kind: "unscored", reason: "unreadable_reply", message: lastRead.clause },
  };
}

/** The attempt with the steps that read its reply. */
const shown = (attempt: Reply, { steps }: Pick<OwnReading<unknown>, "steps">): JudgeAttempt => ({
  ...attempt,
  steps: storedSteps(steps),
});
type Reply = Extract<JudgeAttempt, { kind: "reply" }>;

/** Refuses a verdict that may be copied from the answer. */
export function refuseCopy<T>(reading: VerdictReading<T>, isOwn: (value: T) => boolean): OwnReading<T> {
  if (reading.kind === "unread" || isOwn(reading.value)) return reading;
  const { steps } = reading;
  return {
    ...refuse(steps.slice(0, -1), { step: "found a copy", at: steps.at(-1)?.at ?? [] }, COPIED),
    isCopied: true,
  };
}

/** The fields of a verdict that describe its judge. */
export const verdictHead = (judge: JudgeSpec, protocol: Protocol) => ({
  judge: judge.name,
  model: judge.model,
  modelDeployment: judge.modelDeployment,
  standIn: isStandInJudge(judge.modelDeployment),
  protocol,
});

/** HELM: every judge request has temperature 0 and at most 4,096 tokens. */
const judgeRequest = (judge: JudgeSpec, prompt: string): Request =>
  Request.parse({
    model_deployment: judge.modelDeployment,
    model: judge.model,
    prompt,
    temperature: 0,
    max_tokens: 4096,
  });

/** Sent to the judge, so its words and the reasons are part of request keys: changing them invalidates stored answers. */
const reminder = (reason: string): string =>
  `Your last reply could not be used: ${reason}. Reply again, with the one JSON object and nothing else.`;

const keyReminder = (key: string): string =>
  `To show that the verdict is yours, add "${VERDICT_KEY}": "${key}" to the object.`;

function attemptOf(outcome: Outcome): JudgeAttempt {
  if (outcome.kind === "answer") return { kind: "reply", reply: outcome.result.completions[0]?.text ?? "" };
  const { reason, message } = outcome.failure;
  return { kind: "failure", reason, message };
}
