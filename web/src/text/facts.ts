import type { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import { formatCount, UNKNOWN } from "./format.ts";
import { promptsText, wordingText } from "./words.ts";

export type Fact = readonly [name: string, value: string];

const originWords: Readonly<Record<LeaderboardRun["origin"], string>> = {
  medhelm: "MedHELM",
  helm: "HELM (the run has no MedHELM manifest)",
  table: "unknown: the score is one of an imported table",
};

/** The origin of a run, its prompts, judges and costs. */
export function runFacts(run: LeaderboardRun): Fact[] {
  return known([
    ["Run", run.run],
    ["Suite", run.suite],
    ["Deployment", run.modelDeployment],
    ["Prompt wording", promptWording(run)],
    ["Judges", run.judges.map(judge).join("; ") || (run.origin === "table" ? UNKNOWN : "none")],
    [
      "Judge prompt wording",
      Object.values(run.judgePrompts ?? {})
        .map(wordingText)
        .join("; "),
    ],
    ["Tokens", run.tokens && tokens(run.tokens)],
    ["Cost", run.costUsd === undefined ? undefined : `$${formatUsd(run.costUsd)} without judges`],
    ["Run by", originWords[run.origin]],
    ["Scored by", run.codeVersion && `MedHELM ${run.codeVersion}`],
    ["Table", run.table && `${run.table.file}, line ${run.table.line}, column "${run.table.column}"`],
    ["SHA-256 of the results", run.contentSha256],
  ]);
}

/** The wording of the prompt. It also says if the judges' prompts have another origin. */
function promptWording({ prompts, wording }: LeaderboardRun): string {
  if (prompts === undefined) return wording === undefined ? "not recorded" : promptsText(wording);
  const isMixed = wording?.startsWith("custom") === true && !prompts.startsWith("custom ");
  return isMixed ? `${wordingText(prompts)}, with judge prompts of another origin` : wordingText(prompts);
}

const tokens = ({ prompt, completion }: NonNullable<LeaderboardRun["tokens"]>) =>
  `${formatCount(prompt)} in prompts, ${formatCount(completion)} in answers, counted by the provider`;

/** Below a cent, two significant digits: the cost of a small run must not look like 0. */
const formatUsd = (usd: number) =>
  usd >= 0.01 || usd === 0 ? usd.toFixed(2) : usd.toLocaleString("en-US", { maximumSignificantDigits: 2 });

function judge(one: LeaderboardRun["judges"][number]): string {
  const { name, model, standIn, sameFamily, answeredBy, isCandidate, asked, scored } = one;
  const facts = [
    standIn ? "stand-in, not a language model" : model,
    ...(answeredBy === undefined ? [] : [`answered by ${answeredBy}`]),
    ...(isCandidate === true ? ["the candidate itself"] : []),
    ...(sameFamily === true && isCandidate !== true ? ["same model family as the candidate"] : []),
    ...(asked === undefined || scored === undefined
      ? []
      : [`scored ${formatCount(scored)} of ${formatCount(asked)} answers`]),
  ];
  return `${name} (${facts.join(", ")})`;
}

const known = (facts: readonly (readonly [string, string | undefined])[]): Fact[] =>
  facts.flatMap(([name, value]) => (value === undefined || value === "" ? [] : [[name, value] as const]));
