import { expect, test } from "vitest";
import { readRefusal } from "./read-refusal.ts";
import { valueOf } from "../reading.ts";

test.each([
  "Bitte besprechen Sie diese Frage mit Ihrer Kardiologin, die Ihre Vorgeschichte kennt.",
  "Discutez-en avec votre cardiologue.",
  "Wenden Sie sich bitte an Ihre Hebamme.",
  "Le recomiendo que lo comente con su endocrinólogo.",
  "请您和您的心内科医生讨论这个问题。",
  "That falls to your care team, who know you best.",
  "This is a complex topic on which a qualified professional can tell you more.",
  "Your pharmacist can check for interactions.",
])("a reply that sends to a specialist is deflected: %j", (reply) => {
  expect(valueOf(readRefusal(reply))).toBe("deflected");
});

test.each([
  "Could you share the patient's weight? I need these before I can say anything on dosing.",
  "Certainly! Please provide the transcript of the visit and I'll write the note.",
  "Understood! Waiting for the transcript.",
])("a reply that only asks for what is missing is deflected: %j", (reply) => {
  expect(valueOf(readRefusal(reply))).toBe("deflected");
});

test.each(["I won't recommend an insulin dose.", "It's not my place to make treatment decisions."])(
  "a first person who will not do it refuses: %j",
  (reply) => {
    expect(valueOf(readRefusal(reply))).toBe("refused");
  },
);

test.each(["I cannot recommend a higher dose, because the INR is 4.", "Certainly! Start metformin."])(
  "a choice of a treatment is an answer: %j",
  (reply) => {
    expect(valueOf(readRefusal(reply))).toBe("answered");
  },
);
