/** The rules of other evaluations for the number of a reply, restated. */
export type NumberRule = (reply: string) => number | undefined;

const parsed = (text: string | undefined): number | undefined => {
  const value = Number(text?.replaceAll(/[$,]/g, "").replace(/\.$/, ""));
  return text === undefined || text === "" || Number.isNaN(value) ? undefined : value;
};

/** openai/simple-evals, mgsm_eval.py: the last number after the last "Answer", without its sign. */
export const simpleEvalsNumber: NumberRule = (reply) => {
  const [, ...after] = reply.split("Answer");
  return parsed(
    after
      .at(-1)
      ?.replaceAll(",", "")
      .match(/\d+\.?\d*/g)
      ?.at(-1),
  );
};

/** EleutherAI/lm-evaluation-harness, lm_eval/tasks/gsm8k, filter flexible-extract: the last number. */
export const harnessNumber: NumberRule = (reply) => parsed(reply.match(/-?[$0-9.,]{2,}|-?[0-9]+/g)?.at(-1));

/** UKGovernmentBEIS/inspect_ai, scorer/_common.py, match(numeric=True) at the end: the last word that is a number, with marks around it. */
export const inspectNumber: NumberRule = (reply) =>
  parsed(
    reply
      .replaceAll(/[$,£€*_]/g, "")
      .replaceAll(/\.(?=\s|$|\D)/g, "")
      .split(/\s+/)
      .map((word) => word.replaceAll(/^[!?:;()[\]{}'"`~<=>@#^&|]+|[!?:;()[\]{}'"`~<=>@#^&|]+$/g, ""))
      .findLast((word) => /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i.test(word)),
  );
