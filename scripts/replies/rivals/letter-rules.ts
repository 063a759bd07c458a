/** The rules of other evaluations for the letter of a reply, restated. Each takes the letters of the options. */
export type LetterRule = (reply: string, letters: readonly string[]) => string | undefined;

const amongst = (letter: string | undefined, letters: readonly string[]): string | undefined =>
  letter !== undefined && letters.includes(letter.toUpperCase()) ? letter.toUpperCase() : undefined;

/** openai/simple-evals, GPQA: the first "Answer: X" in any case; it compares the letter without a change of case. */
export const simpleEvalsLetter: LetterRule = (reply, letters) => {
  const letter = /answer[ \t]*:[ \t]*\$?([a-z])\$?/i.exec(reply)?.[1];
  return letter !== undefined && letters.includes(letter) ? letter : undefined;
};

/** EleutherAI/lm-evaluation-harness, task mmlu_pro: the first "answer is X" or "answer is (X)", with capitals. */
export const harnessLetter: LetterRule = (reply, letters) =>
  amongst(/answer is \(?([A-J])\)?/.exec(reply)?.[1], letters);

/** UKGovernmentBEIS/inspect_ai, multiple_choice: a line "ANSWER: X", else the first place with it; the whole of it is the letter. */
export const inspectLetter: LetterRule = (reply, letters) => {
  const text = (/^answer\s*:\s*([a-z\d ,]+)\s*(?:$|\n|\.)/im.exec(reply) ??
    /answer\s*:\s*([a-z\d ,]+)(?:[^\w]|\n|$|\.)/i.exec(reply))?.[1];
  return amongst(text?.trim(), letters);
};
