import type { RequestState } from "../helm/scenario-state.ts";
import { waitForAll } from "../run/asking/pending.ts";
import { UserError } from "../user-error.ts";
import type { JudgeSpec, Jury } from "./jury-spec.ts";
import { type Asked, askJudge, type OwnReading, refuseCopy, verdictHead } from "./ask-judge.ts";
import { fenceAnswer } from "./reading/fence.ts";
import { fillTemplate } from "./fill.ts";
import type { JudgeAnswerInput, JudgedAnswer } from "./reading/judge-answer.ts";
import { isObject } from "../is-object.ts";
import { parseHelmReply } from "./reading/parse-helm.ts";
import { VERDICT_KEY, type VerdictReading } from "./reading/own-verdict.ts";
import { type Ownership, ownershipOf } from "./reading/quoted-verdict.ts";
import { metReplyFormat } from "./reply-format.ts";
import {
  COMPARISON,
  comparisonReading,
  conversationText,
  ExampleRubric,
  ITEM_CRITERIA,
  type ItemGrading,
  type ItemReply,
  itemText,
  MET,
  metReading,
} from "./rubric-items.ts";
import { itemKey, itemReason } from "./item-reason.ts";
import type { Verdict } from "./verdict.ts";

type ItemJury = Jury & { readonly items: ItemGrading };

/**
 * Every judge grades the answer by each item of the instance's own rubric, with one concurrent request for each item. A judge's verdict
 * has a score of 1 or 0 for each item. If one item is unscored, the whole verdict is unscored: a partial rubric is not comparable.
 * @throws UserError if the instance has no rubric
 */
export async function gradeItems(jury: ItemJury, answer: string, input: JudgeAnswerInput): Promise<JudgedAnswer> {
  const rubric = ExampleRubric.safeParse(input.state.instance.extra_data);
  if (!rubric.success)
    throw new UserError(`instance ${input.state.instance.id} has no rubric in extra_data; ${jury.name} grades by it`);
  const prompts = itemPrompts(jury, rubric.data, answer, input);
  const own = input.protocol === "fenced" ? ownershipOf(answer, jury) : undefined;
  const graded = await waitForAll(jury.judges.map((judge) => gradeBy(judge, { prompts, own }, rubric.data, input)));
  return {
    name: jury.name,
    annotation: Object.fromEntries(
      graded.flatMap(({ helm, verdict }) => (helm === undefined ? [] : [[verdict.judge, { accuracy: helm }]])),
    ),
    verdicts: graded.map(({ verdict }) => verdict),
  };
}

interface Prompts {
  readonly items: readonly string[];
  readonly comparison: string | undefined;
}

function itemPrompts(jury: ItemJury, example: ExampleRubric, answer: string, input: JudgeAnswerInput): Prompts {
  const filling = {
    QUESTION: conversationOf(input.state),
    RESPONSE: input.protocol === "fenced" ? fenceAnswer(answer, jury) : answer,
    GOLD_RESPONSE: example.physician_response ?? "",
  };
  // split before filling, so that text in the conversation or answer cannot act as the placeholder
  const parts = jury.template.split("{RUBRIC_ITEM}").map((part) => fillTemplate(part, filling));
  const { comparison } = jury.items;
  return {
    items: example.rubrics.map((item) => parts.join(itemText(item))),
    comparison:
      comparison === undefined || example.physician_response === undefined
        ? undefined
        : fillTemplate(comparison, filling),
  };
}

const conversationOf = ({ instance: { input } }: RequestState): string =>
  input.messages === undefined ? input.text : conversationText(input.messages);

interface Graded {
  readonly verdict: Verdict;
  /** the annotation that HELM's newer library would have stored for this judge */
  readonly helm: { readonly score: number | null; readonly criteria: readonly unknown[] } | undefined;
}

/** Reads a reply, and refuses a verdict that may be copied from the answer. */
const readOwn =
  <T extends boolean | number>(read: (reply: string) => VerdictReading<ItemReply<T>>, own: Ownership | undefined) =>
  (reply: string): OwnReading<ItemReply<T>> =>
    refuseCopy(read(reply), ({ value, verdictKey }) => own?.isOwn({ [MET]: value }, verdictKey) !== false);

async function gradeBy(
  judge: JudgeSpec,
  { prompts, own }: { readonly prompts: Prompts; readonly own: Ownership | undefined },
  example: ExampleRubric,
  input: JudgeAnswerInput,
): Promise<Graded> {
  const ask = (request: Parameters<typeof input.ask>[1]) => input.ask(judge, request);
  const isHeldToSchema = input.protocol === "fenced" && input.takesSchema?.(judge) === true;
  const formatOf = (keys: readonly string[]) => (isHeldToSchema ? { response_format: metReplyFormat(keys) } : {});
  const key = own && { own: { key: own.key, format: formatOf([VERDICT_KEY]) } };
  const asking = waitForAll(
    prompts.items.map((prompt) =>
      askJudge(judge, ask, { prompt, format: formatOf([]), ...key, read: readOwn(metReading, own) }),
    ),
  );
  const comparing =
    prompts.comparison === undefined
      ? undefined
      : askJudge(judge, ask, {
          prompt: prompts.comparison,
          ...(own && { own: { key: own.key, format: {} } }),
          read: readOwn(comparisonReading, own),
        });
  await waitForAll<unknown>([asking, ...(comparing === undefined ? [] : [comparing])]);
  const [items, comparison] = [await asking, await comparing];
  return { verdict: verdictOf(judge, items, comparison, input), helm: helmScore(example, items, comparison) };
}

function verdictOf(
  judge: JudgeSpec,
  items: readonly Asked<ItemReply<boolean>>[],
  comparison: Asked<ItemReply<number>> | undefined,
  { protocol }: JudgeAnswerInput,
): Verdict {
  const asked = [...items, ...(comparison === undefined ? [] : [comparison])];
  const head = { ...verdictHead(judge, protocol), attempts: asked.flatMap(({ attempts }) => attempts) };
  const scores: Record<string, { score: number; explanation: string }> = {};
  for (const [i, { result }] of items.entries()) {
    if (result.kind === "unscored") {
      const { kind, reason, message } = result;
      return { kind, ...head, reason, message: itemReason(i, items.length, message) };
    }
    scores[itemKey(i)] = { score: Number(result.value.value), explanation: result.value.explanation };
  }
  // The comparison is HELM's addition; without it the rubric's score is still valid.
  if (comparison?.result.kind === "read") {
    const { value: score, explanation } = comparison.result.value;
    scores[COMPARISON] = { score, explanation };
  }
  return { kind: "scored", ...head, scores, isRepaired: asked.some(wasRepaired) };
}

const wasRepaired = ({ attempts, result }: Asked<{ readonly isRepaired: boolean }>): boolean =>
  attempts.length > 1 || (result.kind === "read" && result.value.isRepaired);

/**
 * The score of HELM's newer library (health_bench_annotator.py). A negative item counts 10 + points and earns them when it is met. The
 * score is the share of all points; with a comparison it is the mean of that share and a tenth of the rating. HELM's run stops at an
 * unreadable item and at a second judge; here such a judge is omitted, and each judge has its own replies.
 */
function helmScore(
  { rubrics }: ExampleRubric,
  items: readonly Asked<unknown>[],
  comparison: Asked<unknown> | undefined,
): Graded["helm"] {
  const replies = items.map(helmReply);
  if (replies.includes(undefined)) return undefined;
  const points = rubrics.map((item) => (item.points < 0 ? 10 + item.points : item.points));
  const total = points.reduce((sum, one) => sum + one, 0);
  const met = points.filter((_, i) => String(replies[i]?.["criteria_met"]).toLowerCase() === "true");
  const share = total === 0 ? null : met.reduce((sum, one) => sum + one, 0) / total;
  const compared = comparison === undefined ? undefined : helmReply(comparison);
  const rating = compared?.["criteria_met"];
  return {
    score: share !== null && typeof rating === "number" ? (share + rating / 10) / 2 : share,
    criteria: compared === undefined ? replies : [...replies, compared],
  };
}

const helmReply = ({ first }: Asked<unknown>): Readonly<Record<string, unknown>> | undefined => {
  const reply = first === undefined ? undefined : parseHelmReply(first, ITEM_CRITERIA);
  return isObject(reply) ? reply : undefined;
};
