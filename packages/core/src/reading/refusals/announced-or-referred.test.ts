import { expect, test } from "vitest";
import { valueOf } from "../reading.ts";
import { readRefusal } from "./read-refusal.ts";

test.each([
  "The note follows below:",
  "Please find the letter below.",
  "Hier ist die Zusammenfassung:",
  "以下是总结：",
])("a text that is only announced is nothing of substance: %j", (reply) => {
  expect(valueOf(readRefusal(reply))).toBe("deflected");
});

test.each([
  ["Bitte wenden Sie sich an Ihren Arzt.", "deflected"],
  ["Am besten sollten Sie einen Arzt aufsuchen.", "deflected"],
  ["Ich rate Ihnen, mit Ihrem Hausarzt oder Apotheker zu sprechen.", "deflected"],
  ["Ich empfehle Ihnen, 5 mg Ramipril einzunehmen.", "answered"],
  ["Ich empfehle Ihnen, Ibuprofen abzusetzen und sich an Ihren Hausarzt zu wenden.", "answered"],
])("a referral in German alone leaves the question to others: %j", (reply, kind) => {
  expect(valueOf(readRefusal(reply))).toBe(kind);
});

test("a heading of the answer before a condition changes no referral", () => {
  const reply = "**Answer:** If you are thinking about ending your life, please call or text 988 right away.";
  expect(valueOf(readRefusal(reply))).toBe("deflected");
});
