import { counted } from "@medhelm/core/text/counted";
import { failedRequests, type Manifest, ownJudges } from "@medhelm/core/release/runs/manifest";
import { allowedFailures, DEFAULT_MAX_FAILURES } from "@medhelm/core/run/max-failures";
import type { ReplyCounts } from "@medhelm/core/scoring/reply-tally";
import { shellWord } from "../../terminal/shell-word.ts";
import { juryNotices } from "./jury-notices.ts";
import type { ScoredRun } from "./run-report.ts";

interface Asked {
  /** the request's limit, without room for thinking */
  readonly maxTokens: number;
  readonly endpoint?: string | undefined;
}

/** Names what is unusual about a run's answers, one sentence each, with what to do. */
export function runNotices(report: ScoredRun, asked: Asked): string[] {
  const { manifest } = report;
  const { replies } = manifest;
  return [
    ...(replies === undefined ? [] : replyNotices(report, replies, asked)),
    ...modelNotices(report),
    ...countNotices(report),
    ...verdictNotices(report),
    ...juryNotices(manifest),
    ...failureNotices(report),
  ];
}

function replyNotices({ manifest, path, scores }: ScoredRun, replies: ReplyCounts, asked: Asked): string[] {
  const { answered, requests } = manifest.coverage;
  const { cut, lostByCut, onlyThinking, onlyToolCalls = 0, thinkingInText = 0 } = replies;
  const notices: string[] = [];
  const add = (count: number, text: string): void => {
    if (count > 0) notices.push(`${count} of ${counted(answered, "answer")} ${text}`);
  };
  const inspect = `medhelm inspect ${shellWord(path)}`;
  add(
    lostByCut,
    `were cut at ${limitText(asked.maxTokens, manifest)} before an answer could be read; ${roomAdvice(manifest)}, e.g. with --max-tokens 4096`,
  );
  add(onlyThinking, "contain only thinking; give the model more room, or less reasoning effort");
  add(
    onlyToolCalls,
    `contain only tool calls and no text; serve the model without tools, or forbid them with --extra-body '{"tool_choice": "none"}'`,
  );
  // an empty answer that was cut is named above
  const others = replies.empty - onlyThinking - onlyToolCalls - Math.min(cut, lostByCut);
  const check = `medhelm models check ${manifest.modelDeployment}${asked.endpoint === undefined ? "" : ` --endpoint ${asked.endpoint}`}`;
  add(others, `are empty; ${inspect} shows them, and ${check} asks the model one question`);
  if (replies.filtered > 0)
    notices.push(
      `${replies.filtered} of ${requests} answers were withheld by the provider's content filter and count as declined; ${inspect} shows them; relax the filter, or choose another provider`,
    );
  const isMany = (count: number): boolean => count > allowedFailures(DEFAULT_MAX_FAILURES, answered);
  // an empty or filtered answer counts as declined, too
  const declined = Math.max(0, (replies.refused ?? 0) - replies.empty - replies.filtered);
  if (isMany(declined)) add(declined, `decline to answer; ${inspect} shows them`);
  const unread = (replies.unread ?? 0) - replies.empty - lostByCut - declined;
  if (isMany(unread)) add(unread, `could not be read; ${inspect} shows them and how each was read`);
  const [helm, corrected] = scores;
  if (helm?.profile === "helm" && corrected !== undefined && helm.mean !== corrected.mean)
    add(
      thinkingInText,
      `contain thinking, which HELM scoring reads as a part of the answer; corrected scoring leaves it out, and medhelm summarize --profile corrected ranks by it`,
    );
  return notices;
}

function modelNotices({ manifest }: ScoredRun): string[] {
  const { otherModels, coverage } = manifest;
  if (otherModels === undefined) return [];
  const { reported = "" } = candidateOf(manifest) ?? {};
  return [
    `${otherModels} of ${counted(coverage.answered, "answer")} name another model than "${reported}", which answered first, so that the score is of several models; let the server keep to one model, then run the same command with --fresh`,
  ];
}

function countNotices({ manifest: { wrongCounts, coverage } }: ScoredRun): string[] {
  if (wrongCounts === undefined) return [];
  return [
    `${wrongCounts} of ${coverage.answered} answers came with impossible token counts, such as negative ones; they are left out of tokens and dollars: correct the server, or give tokenizer_file in model_deployments.yaml`,
  ];
}

function verdictNotices({ manifest: { coverage, judges, mainMetric }, scores }: ScoredRun): string[] {
  const { verdictsAsked, verdictsScored } = coverage;
  const own = ownJudges(judges);
  const notices: string[] = [];
  if (own.length > 0)
    notices.push(
      `the model judged its own answers under the names ${own.join(", ")}; its judged scores cannot be compared with others`,
    );
  const unjudged = verdictsAsked - verdictsScored;
  if (unjudged > 0) notices.push(`${unjudged} of ${verdictsAsked} verdicts are missing`);
  const [helm, corrected] = scores;
  if (unjudged > 0 && helm !== undefined && corrected !== undefined && helm.n > corrected.n)
    notices.push(
      `HELM scoring gives ${helm.n - corrected.n} answers without a verdict a default score in ${mainMetric}; corrected scoring leaves them out`,
    );
  return notices;
}

function failureNotices({ manifest, isNew }: ScoredRun): string[] {
  const { coverage } = manifest;
  const failed = failedRequests(manifest);
  if (coverage.transient !== undefined)
    return [
      `${counted(coverage.transient, "request")} got no answer for a temporary reason; run the same command again, and it asks only for them`,
    ];
  if (failed === 0) return [];
  return [
    `${failed} of ${counted(coverage.requests, "request")} got no answer${isNew ? "" : " before"}; medhelm inspect shows the reasons, and --retry-failed asks again`,
  ];
}

const candidateOf = ({ models = {}, modelDeployment }: Manifest) => models[modelDeployment];

function limitText(maxTokens: number, manifest: Manifest): string {
  const { reasoningAllowance } = candidateOf(manifest) ?? {};
  const thinking = reasoningAllowance === undefined ? "" : ` and ${reasoningAllowance} tokens for thinking`;
  return `max_tokens ${maxTokens}${thinking}`;
}

function roomAdvice(manifest: Manifest): string {
  const { thinks, reasoningAllowance } = candidateOf(manifest) ?? {};
  return thinks === true && reasoningAllowance === undefined
    ? "leave out --protocol helm, because the model thinks and needs room for it, or give it more room"
    : "give the model more room";
}
