import { type ReadPrompt, readPrompt } from "./read-prompt.ts";
import { highest, overlap, sentencesOf, wordsOf } from "./words.ts";

/** Maps a prompt to a reply: the letter of an option if the prompt has options, otherwise sentences of the source. */
type Baseline = (prompt: string) => string;

const baseline =
  (choose: (read: ReadPrompt) => string | undefined, write: (read: ReadPrompt) => string | undefined): Baseline =>
  (prompt) => {
    const read = readPrompt(prompt);
    return (read.options.length > 0 ? choose(read) : write(read)) ?? "";
  };

export const firstOption = baseline(
  ({ options }) => options[0]?.letter,
  ({ sentences }) => sentences[0],
);

export const longestOption = baseline(
  ({ options }) => highest(options, ({ text }) => text.length)?.letter,
  ({ sentences }) => highest(sentences, (sentence) => sentence.length),
);

/** Chooses the option or the sentences that share most words with the question. Ties go to the longest text. */
export const lexicalRetrieval = baseline(
  ({ options, question }) => mostAlike(options, question),
  ({ sentences, question }) => {
    const asked = wordsOf(question);
    const best = sentences
      .map((sentence, place) => ({ sentence, place, words: wordsOf(sentence) }))
      .toSorted((a, b) => overlap(b.words, asked) - overlap(a.words, asked) || b.words.size - a.words.size)
      .slice(0, 3);
    return best
      .toSorted((a, b) => a.place - b.place)
      .map(({ sentence }) => sentence)
      .join(" ");
  },
);

/** Takes the beginning of the source, which is a strong baseline for summaries of news. */
export const leadSentences = baseline(
  ({ options, question }) => mostAlike(options, sentencesOf(question)[0] ?? ""),
  ({ sentences }) => sentences.slice(0, 3).join(" "),
);

const mostAlike = (options: ReadPrompt["options"], text: string): string | undefined => {
  const words = wordsOf(text);
  return highest(options, (option) => overlap(wordsOf(option.text), words))?.letter;
};
