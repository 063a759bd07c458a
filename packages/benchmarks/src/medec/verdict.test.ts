import { expect, test } from "vitest";
import { helmVerdict, readReply, verdict } from "./verdict.ts";

test.each([
  ["CORRECT", "correct"],
  ["correct.", "correct"],
  ["**CORRECT**", "correct"],
  ["CORRECT because nothing is wrong", "correct"],
  ["10", 10],
  ["10 The sentence.", 10],
  ["10: The sentence.", 10],
  ["[10] The sentence.", 10],
  ["Sentence 10: The sentence.", 10],
  ["The error is in sentence 10.", 10],
  ["Sentence ID 3 is wrong.", 3],
  ["", "unread"],
  ["-1", "unread"],
  ["Correct the second line", "unread"],
  ["12.5 mg is too much", "unread"],
  ["Either sentence 3 or sentence 4", "unread"],
  ["I am not sure.", "unread"],
  ["I see nothing wrong.", "correct"],
  ["All correct.", "correct"],
  ["No correction is needed.", "correct"],
  ["I was unable to identify any clinical mistake.", "correct"],
  ["On a second reading, all agrees: CORRECT", "correct"],
  ["The diagnosis in sentence 6 isn't wrong. CORRECT", "correct"],
  ["0 -1 NA", "correct"],
  ['{"errors": []}', "correct"],
  ['{"error": true, "sentence_id": null}', undefined],
  ["Sentence 3 is not incorrect, but sentence 5 is: the murmur radiates.", 5],
  ["Sentence 3 is correct; sentence 5 is not.", 5],
  ["Sentence 2 shows hyponatremia; therefore the error is in sentence 4.", 4],
  ["Sentence 2 shows hyponatremia. The error is therefore in sentence 4.", 4],
  ["Neither is incorrect.", "correct"],
  ["Not correct: 3 The anion gap is low.", 3],
  ["0: He coughs. (OK)\n1: He is given insulin. (Why?)\n2: He rests. (OK)", 1],
  ["0: He coughs. (OK)\n1: He rests. (OK)\n2: He is", "unread"],
  ["0 ✓\n1 ✗\n2 ✓", 1],
  ["0 ✓ He coughs.\n1 ❌ He is given insulin.\n2 ✓ He rests.", 1],
  ["Error found in the sentence with ID 4.", 4],
  ["I'm torn between sentences 4 and 6, but sentence 6 is the more likely error.", 6],
  ["This sentence has the error: 7 Metformin is started.", 7],
  ["4 is right, 5 is wrong.", 5],
  ["5 million units of penicillin were given.", "unread"],
  ["I would say it's correct.", "correct"],
  ["The text is wrong.", undefined],
  ["Something is wrong, but I cannot say where.", undefined],
  ["The sentence with ID 9 should say that it is benign.", 9],
  ["4 is suspicious but true; 6 is false.", 6],
  ["Error Flag: 1, Error Sentence ID: 6, Corrected Sentence: The ANA is positive.", 6],
  ["There is an error in the diagnosis (ID 5).", 5],
  ["He has croup, not epiglottitis (sentence 4).", 4],
  ["No error in sentences 0 to 4. In sentence 5 the drug is wrong.", 5],
  ["Sentence 5 says X, which is true. Sentence 6 says Y, which is false.", 6],
  ["At first I suspected sentence 3. The error is in sentence 5.", 5],
  ["3 50 mg of metoprolol is given.", 3],
  ["4 beers a day raise the uric acid.", "unread"],
  ["Were sentence 3 wrong, I would say so. 4 Gout is diagnosed.", 4],
  ["To identify the error, I'll compare the sentences.", "unread"],
  ["5 Gout is diagnosed.\n\nText:\n0 A man coughs.\nAnswer: 1 He has asthma.", 5],
  ["CORRECT\n\n0 A girl limps.\n1 She has a fever.\nAnswer: 1 She has no fever.", "correct"],
])("%j is read as %s", (reply, claim) => {
  const read = readReply(reply);
  expect(read.kind === "error" ? read.sentence : read.kind).toBe(claim);
});

test("an error counts as found if the flag is right, and its sentence if the ID is the reference's", () => {
  expect(verdict("10 Another correction.", "10 The correction.")).toEqual({ flag: 1, sentence: 1 });
  expect(verdict("9 The correction.", "10 The correction.")).toEqual({ flag: 1, sentence: 0 });
  expect(verdict("CORRECT", "10 The correction.")).toEqual({ flag: 0, sentence: 0 });
  expect(verdict("CORRECT", "CORRECT")).toEqual({ flag: 1, sentence: 1 });
  expect(verdict("3 x", "CORRECT")).toEqual({ flag: 0, sentence: 0 });
  expect(verdict("no idea", "10 The correction.")).toEqual({ flag: 0, sentence: 0 });
});

test("HELM never finds the sentence and reads every other reply as a flagged error", () => {
  expect(helmVerdict("10 The correction.", "10 The correction.")).toEqual({ flag: 1, sentence: 0 });
  expect(helmVerdict("no idea", "10 The correction.")).toEqual({ flag: 1, sentence: 0 });
  expect(helmVerdict(" CORRECT\n", "CORRECT")).toEqual({ flag: 1, sentence: 1 });
  expect(helmVerdict("CORRECT.", "CORRECT")).toEqual({ flag: 0, sentence: 0 });
});
