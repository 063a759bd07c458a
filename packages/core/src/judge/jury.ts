import { isEmptyText } from "../text/is-empty-text.ts";
import { imagesOf, type PromptImage, textObject } from "../helm/media.ts";
import type { Request, RequestState } from "../helm/scenario-state.ts";
import { strip } from "../metrics/python-text.ts";
import { outsideThinking } from "../reading/thinking/thinking-places.ts";
import { waitForAll } from "../run/asking/pending.ts";
import type { Protocol } from "../run/profile.ts";
import { type JudgeSpec, type Jury, readLlmJury } from "./jury-spec.ts";
import { askJudge, refuseCopy, verdictHead } from "./ask-judge.ts";
import { fenceAnswer } from "./reading/fence.ts";
import { fillTemplate } from "./fill.ts";
import { gradeItems } from "./grade-items.ts";
import { replyFormat } from "./reply-format.ts";
import type { JudgeAnswerInput, JudgedAnswer } from "./reading/judge-answer.ts";
import { parseHelmReply } from "./reading/parse-helm.ts";
import { VERDICT_KEY } from "./reading/own-verdict.ts";
import { readVerdict } from "./reading/parse-strict.ts";
import { type Ownership, ownershipOf } from "./reading/quoted-verdict.ts";
import type { Verdict } from "./verdict.ts";

export type { JudgeAnswerInput, JudgedAnswer };

/**
 * Collects every judge's verdict on one answer. The judges are asked concurrently; their order of answers does not affect the result.
 * HELM's annotation uses HELM's parser and first replies only. Verdicts use the strict parser, with one repeated request.
 * @throws the error of `ask` after every judge has been asked. An unusable judge stops the run; a failure on one answer does not. PendingAnswers
 * names every judge that has its own job
 */
export async function judgeAnswer(input: JudgeAnswerInput): Promise<JudgedAnswer> {
  const jury = (input.readJury ?? readLlmJury)(input.annotatorSpec);
  const reply = input.state.result?.completions[0]?.text ?? "";
  // HELM's judges see the thinking
  const answer = input.protocol === "helm" ? reply : outsideThinking(reply);
  // HELM asks its judges about invisible characters
  if (input.protocol === "helm" ? strip(answer) === "" : isEmptyText(answer))
    return {
      name: jury.name,
      annotation: { prompt_text: null, empty_output_equivalence_judgement: false },
      verdicts: [],
    };
  const { items } = jury;
  if (items !== undefined) return gradeItems({ ...jury, items }, answer, input);
  const prompt = judgePrompt(jury, input.state, answer, input.protocol);
  const own = input.protocol === "fenced" ? ownershipOf(answer, jury) : undefined;
  const judged = await waitForAll(jury.judges.map((judge) => judgeBy(jury, judge, { prompt, own }, input)));
  const annotation: Record<string, unknown> = { prompt_text: prompt };
  for (const { helm, verdict } of judged) if (helm !== undefined) annotation[verdict.judge] = helm;
  return { name: jury.name, annotation, verdicts: judged.map(({ verdict }) => verdict) };
}

/** The first prompt for every judge of the jury. */
export function judgePrompt(jury: Jury, state: RequestState, answer: string, protocol: Protocol): string {
  return fillTemplate(jury.template, {
    QUESTION: state.instance.input.text,
    RESPONSE: protocol === "fenced" ? fenceAnswer(answer, jury) : answer,
    // HELM: the first reference, even one that is not tagged correct
    GOLD_RESPONSE: state.instance.references[0]?.output.text ?? "",
  });
}

/** The images come before the text. */
const withImages = (request: Request, images: readonly PromptImage[]): Request =>
  images.length === 0
    ? request
    : {
        ...request,
        multimodal_prompt: {
          media_objects: [
            ...images.map(({ mediaType, file }) => ({ content_type: mediaType, location: file })),
            textObject(request.prompt),
          ],
        },
      };

interface Judged {
  readonly verdict: Verdict;
  /** HELM's reading of the first reply */
  readonly helm: Readonly<Record<string, unknown>> | undefined;
}

interface Asking {
  readonly prompt: string;
  /** undefined under protocol helm, which compares no verdict with the answer */
  readonly own: Ownership | undefined;
}

async function judgeBy(
  jury: Jury,
  judge: JudgeSpec,
  { prompt, own }: Asking,
  input: JudgeAnswerInput,
): Promise<Judged> {
  // protocol helm sends exactly HELM's request
  const isHeldToSchema = input.protocol === "fenced" && input.takesSchema?.(judge) === true;
  const formatOf = (keys: readonly string[]) =>
    isHeldToSchema ? { response_format: replyFormat(jury.criteria, keys) } : {};
  const images = jury.seesImages === true ? imagesOf(input.state.request) : [];
  const { attempts, first, result } = await askJudge(
    judge,
    (request) => input.ask(judge, withImages(request, images)),
    {
      prompt,
      format: formatOf([]),
      ...(own && { own: { key: own.key, format: formatOf([VERDICT_KEY]) } }),
      read: (reply) =>
        refuseCopy(readVerdict(reply, jury.criteria, jury.scale), ({ scores, verdictKey }) => {
          const claims = Object.fromEntries(Object.entries(scores).map(([name, { score }]) => [name, score]));
          return own?.isOwn(claims, verdictKey) !== false;
        }),
    },
  );
  const helm = first === undefined ? undefined : parseHelmReply(first, jury.criteria);
  const head = { ...verdictHead(judge, input.protocol), attempts: [...attempts] };
  if (result.kind === "unscored") {
    const { kind, reason, message } = result;
    return { verdict: { kind, ...head, reason, message }, helm };
  }
  const { scores, isRepaired } = result.value;
  return {
    verdict: { kind: "scored", ...head, scores: { ...scores }, isRepaired: isRepaired || attempts.length > 1 },
    helm,
  };
}
