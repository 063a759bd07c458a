import { dataOf } from "@medhelm/testing/fixtures/benchmarks/files";
import { expect, test } from "vitest";
import { DataAugmenterSpec } from "../helm/run-spec.ts";
import { pythonRandom } from "../random/python.ts";
import { buildRequestStates } from "../run/requests/build-requests.ts";
import { generation } from "../run/spec/prompt-specs.ts";
import { noTokenizerWindow } from "../run/requests/window.ts";
import { augmentInstances } from "./augment.ts";
import { fillerWords, mildMix, misspellings } from "./listed-words.ts";
import { perturbationPreset } from "./presets.ts";
import type { WordList } from "./word-lists.ts";

const LIST: WordList = new Map([
  ["about a", ["abouta"]],
  ["about", ["abotu", "baout"]],
  ["About", ["Abotu"]],
  ["which", ["wich", "whcih"]],
  ["patient", ["pateint", "patinet"]],
  ["PATIENT", ["pateint"]],
]);
const TEXT = "About a patient, which PATIENT asks about a patient-list; impatient patients, about: which?";

// The expected texts are the output of HELM's rules in CPython 3.11, with the list above.
test.each([
  ["id0", 0.5, "About a patinet, wich PATIENT asks abouta patient-list; impatient patients, about: wich?"],
  ["id0", 1, "Abotu a patinet, whcih PATEINT asks abouta patinet-list; impatient patients, baout: whcih?"],
  ["id7", 0.5, "About a patient, whcih PATEINT asks about a pateint-list; impatient patients, baout: wich?"],
])("misspellings of %s with probability %d are HELM's", (id, prob, changed) => {
  expect(misspellings(prob).apply(TEXT, pythonRandom(id), LIST)).toBe(changed);
});

test("fillers stand where HELM puts them", () => {
  const fillers: WordList = new Map([["fillers", ["maybe", "perhaps", "uhm", "you know"]]]);
  expect(fillerWords(0.3).apply("The cuff is on the left arm today", pythonRandom("id0"), fillers)).toBe(
    "The cuff is on the left uhm arm perhaps today",
  );
});

test("the mild mix is HELM's: lower case, contractions, misspellings, spaces", () => {
  const text = "Which patient? We do NOT ask about a patient which waits for which about";
  expect(mildMix.apply(text, pythonRandom("id1"), LIST)).toBe(
    "which  patient?   we  don't   ask  about a   patient   which waits for which   about",
  );
});

/** The prompts of one question under data_augmentation=PRESET, with the files of the user. */
async function prompts(
  preset: string,
  files: Readonly<Record<string, string>>,
  instructions = "Answer in a word.",
): Promise<readonly string[]> {
  const adapter = generation({ instructions, outputNoun: "Answer", maxTrainInstances: 0 });
  const question = { input: { text: "About which patient?" }, references: [], split: "test", id: "id0" };
  const spec = {
    adapter_spec: adapter,
    data_augmenter_spec: DataAugmenterSpec.parse({
      perturbation_specs: perturbationPreset(preset).perturbations,
      should_augment_eval_instances: true,
      should_include_original_eval: true,
      should_skip_unchanged_eval: true,
    }),
  };
  const instances = await augmentInstances({ train: [], evaluation: [question] }, spec, { data: dataOf(files) });
  return [...buildRequestStates(adapter, instances, noTokenizerWindow)].map(({ request }) => request.prompt);
}

test("paraphrased instructions replace the prompt's, and the question stays", async () => {
  const list = JSON.stringify({ "Answer in a word.": ["One word, please.", "Reply with a single word."] });
  expect(await prompts("paraphrases", { "perturbations/instructions.json": list })).toEqual([
    "Answer in a word.\n\nAbout which patient?\nAnswer:",
    "One word, please.\n\nAbout which patient?\nAnswer:",
    "Reply with a single word.\n\nAbout which patient?\nAnswer:",
  ]);
});

test("our paraphrases need no file, and instructions of others are refused", async () => {
  const found = await prompts("own_paraphrases", {}, "Reply with one letter: A or B.");
  expect(found.map((prompt) => prompt.split("\n", 1)[0])).toEqual([
    "Reply with one letter: A or B.",
    "Answer A or B, with no other text.",
    "Your whole reply must be the letter A or the letter B.",
    "Give a single letter, which is A or B.",
  ]);
  await expect(prompts("own_paraphrases", {})).rejects.toThrow("the prompt's are others; give yours with");
});

test("a user's synonyms change listed words only", async () => {
  const list = JSON.stringify({ About: ["Concerning"], which: ["what"], patient: ["patient"] });
  expect(await prompts("given_synonym", { "perturbations/synonyms.json": list })).toEqual([
    "Answer in a word.\n\nAbout which patient?\nAnswer:",
    "Answer in a word.\n\nAbout what patient?\nAnswer:",
  ]);
});

test.each([
  ["misspelling_hard", {}, "there is no perturbations/correct_to_misspelling.json in the folder of --data-dir"],
  ["filler", { "perturbations/filler_words.json": "[]" }, "this is not the list that data_augmentation needs"],
  [
    "paraphrases",
    { "perturbations/instructions.json": '{"Other.": ["Another."]}' },
    'no paraphrases of the prompt\'s instructions; add them under "Answer in a word."',
  ],
])("%s without its list is refused in one sentence: %j", async (preset, files, sentence) => {
  await expect(prompts(preset, files)).rejects.toThrow(sentence);
});
