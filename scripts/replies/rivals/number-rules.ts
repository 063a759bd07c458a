/** The rules of other evaluations for the number of a reply, restated. */
export type NumberRule = (reply: string) => number | undefined;

const parsed = (text: string | undefined): number | undefined => {
  const value = Number(text?.replaceAll(/[$,]/g, "").replace(/\.$/, ""));
  return text === undefined || Number.isNaN(value) ? undefined : value;
};

/** openai/simple-evals, MGSM: the last number after the last "Answer:". */
export const simpleEvalsNumber: NumberRule = (reply) => {
  const [, ...after] = reply.split(/answer\s*:/i);
  return parsed(
    after
      .at(-1)
      ?.match(/\d+(?:[.,]\d+)*/g)
      ?.at(-1),
  );
};

/** EleutherAI/lm-evaluation-harness, task gsm8k, filter flexible-extract: the last number. */
export const harnessNumber: NumberRule = (reply) => parsed(reply.match(/-?[$0-9.,]{2,}|-?[0-9]+/g)?.at(-1));

/** UKGovernmentBEIS/inspect_ai, match(numeric=True) at the end: the last word that is a number. */
export const inspectNumber: NumberRule = (reply) =>
  parsed(
    reply
      .split(/\s+/)
      .map((word) => word.replaceAll(/[$,*_%£€]|[.)]+$/g, ""))
      .findLast((word) => /^-?\d+(?:\.\d+)?$/.test(word)),
  );
