const VERB =
  "(?:give|provide|submit|return|record|report|select|choose|set|output|state|send|make|deliver|present|emit|post)";
const NOUN = "(?:answers?|choice|option|letter|result|output|response|decision|prediction|solution|verdict|codes?)";
const ADJECTIVE = "(?:the|my|an?)?(?:final|best|chosen|selected|correct)";
const FINAL_TOOL = new RegExp(
  `^(?:${VERB}(?:${ADJECTIVE}|the|my|an?)?${NOUN}|${ADJECTIVE}${NOUN}|finish|final|finali[sz]e|submit|submission|respond|conclude|done|structuredoutput)$`,
);
const ANSWER = new RegExp(`^${NOUN}$`);

/** Whether a tool's name says that its call gives the final answer: "final_answer", "functions.submit", "Finish". */
export const givesAnswer = (name: string): boolean => FINAL_TOOL.test(plain(name));

/** Whether a name is only a word for the answer, as in `answer("B")`, which may be no tool. */
export const isAnswerWord = (name: string): boolean => ANSWER.test(plain(name));

const plain = (name: string): string =>
  name
    .replace(/^.*[./:]/u, "")
    .replace(/[\s_-]+/gu, "")
    .toLowerCase();
