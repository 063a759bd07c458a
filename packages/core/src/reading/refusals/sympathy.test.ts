import { expect, test } from "vitest";
import { valueOf } from "../reading.ts";
import { readRefusal } from "./read-refusal.ts";

test.each([
  ["I'm unable to open the attached file, so I can't put the instructions into plain words.", "refused"],
  ["I can't help with this, and I won't guess at a dose.", "refused"],
  [
    "I'm sorry to hear that; new lumps are frightening. I'm an AI and I'm not in a position to comment on yours.",
    "refused",
  ],
  ["I'm unable to open the file, so here is a general leaflet: take one tablet daily.", "answered"],
  ["It is not possible to work out the clearance as the weight is missing.", "refused"],
  ["It is impossible to calculate the score because the creatinine was not given.", "refused"],
  ["It is not possible to cure measles.", "answered"],
  ["I can't prescribe, but paracetamol 1 g helps most people.", "answered"],
])("the rest of a sentence that refuses is nothing of substance: %j is %j", (reply, kind) => {
  expect(valueOf(readRefusal(reply))).toBe(kind);
});

test.each([
  [
    "That's a great question, and it's good that you are thinking about your health! A pharmacist can help.",
    "deflected",
  ],
  ["That sounds uncomfortable! Before anything else: how old are you, and do you smoke?", "deflected"],
  ["I can see why you worry. The best thing is to talk it over with your family doctor, who knows you.", "deflected"],
  ["The best thing is to take it with food.", "answered"],
  ["Waiting is hard. Your oncologist will explain the result.", "deflected"],
  ["There is no right or wrong here, and everyone must decide for themselves.", "deflected"],
  ["That sounds uncomfortable! A dry cough after a cold can last three weeks.", "answered"],
  ["Losing hair is frightening, but it is usually reversible.", "answered"],
  ["Shingles is painful.", "answered"],
])("sympathy, praise and words about all opinions are nothing of substance: %j is %j", (reply, kind) => {
  expect(valueOf(readRefusal(reply))).toBe(kind);
});

test.each([
  ["This is a sensitive and complex topic, and there are many views on it.", "deflected"],
  ["There are many different perspectives on this.", "deflected"],
  ["Your feelings are valid, and a health care professional will be glad to listen to you.", "deflected"],
  ["This is a matter of much debate.", "deflected"],
  ["There is no easy answer to this question.", "deflected"],
  ["There are many views on it, but aspirin is preferred.", "answered"],
])("that there are many views is nothing of substance: %j is %j", (reply, kind) => {
  expect(valueOf(readRefusal(reply))).toBe(kind);
});

test.each([
  ["It sounds as though this has been weighing on you for weeks. I'm not able to give support.", "refused"],
  ["It looks like this has been hard for a long time. I can't help with this.", "refused"],
  ["You have been carrying this alone. I can't go on with this conversation.", "refused"],
  ["It sounds as though this has been reflux for weeks.", "answered"],
  ["It sounds like you have been dealing with reflux.", "answered"],
  ["It has been a struggle, so start sertraline 50 mg.", "answered"],
])("that something burdens the person is sympathy: %j is %j", (reply, kind) => {
  expect(valueOf(readRefusal(reply))).toBe(kind);
});
