import { valueOf } from "@medhelm/core/reading/reading";
import { expect, test } from "vitest";
import { readVerdict } from "./read-verdict.ts";

const none = { error: false };
const inFour = { error: true, sentence: 4 };

test.each([
  ["0 correct\n1 correct\n2 correct\n3 correct\n4 correct\n5 correct", none],
  ["| 0 | correct |\n| 1 | correct |\n| 2 | correct |\n| 3 | correct |\n| 4 | correct |\n| 5 | correct |", none],
  ["0 correct\n1 correct\n2 correct\n\nLet me know if you have any questions.", none],
  ["0 correct\n1 correct\n2", undefined],
  ["Sentence 0 is fine, sentence 1 is fine, sentence 2 is", undefined],
  ["No error was found in sentence 5, nor elsewhere.", none],
  ["Neither sentence 4 nor any other has an error.", none],
  ["Sentence 4 might look odd but is right. Everything else is right, too.", none],
  ["No sentence is wrong.", none],
  ["I am an AI and no doctor, but I believe the note is correct.", none],
  ["The note is correct, but sentence 4 names the wrong drug.", inFour],
  ["Everything in this note is accurate, from the history to the plan in sentence 14.", none],
  ["Sentence 1? Fine. Sentence 4? Wrong drug.", inFour],
  ['The fourth line? No. I\'d say ID 4: "He is treated with amoxicillin." That should be heparin.', inFour],
  ["At first I flagged sentence 3, but the text is correct.", none],
  ["Sentence 3 seemed wrong at first, but there is no error.", none],
  ["I was tempted to flag sentence 3, but the note is correct.", none],
  ["Zuerst hielt ich Satz 3 für falsch, aber der Text ist korrekt.", none],
  ["Sentence 3 seemed wrong at first, but it is correct.", undefined],
  ["At first I flagged sentence 3, but sentence 4 is wrong.", inFour],
  ["This is not CORRECT: sentence 4 gives the wrong drug.", inFour],
  ["As written: 4 He is treated with amoxicillin for ten days.", inFour],
  ["4 possible errors checked, none confirmed. CORRECT", none],
])("a sentence that is named and cleared is no error: %j", (reply, verdict) => {
  expect(valueOf(readVerdict(reply))).toEqual(verdict);
});

test("a list of right sentences that stops before the text's last one does not count", () => {
  const instance = "0 He came.\n1 He coughs.\n2 He has a fever.\n3 He takes aspirin.";
  expect(valueOf(readVerdict("0 correct\n1 correct\n2 correct", instance))).toBeUndefined();
});
