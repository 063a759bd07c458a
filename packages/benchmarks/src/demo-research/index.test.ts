import { expect, test } from "vitest";
import { decisionOf, instances } from "./instances.ts";
import { studies } from "./items.ts";

test("the forty studies have answers of each kind", () => {
  const decisions = studies.map(decisionOf).toSorted();
  expect(decisions.indexOf("no")).toBe(14); // maybe
  expect(decisions.indexOf("yes") - decisions.indexOf("no")).toBe(12);
  expect(decisions.length - decisions.indexOf("yes")).toBe(14);
});

test("the abstract has the shares, the relative risk and its interval", () => {
  expect(instances()[0]?.input.text).toBe(
    "Abstract: Adults with heart failure were assigned by chance to a weekly phone call by a nurse or to usual care, 900 to each. The outcome was admission to hospital. It occurred in 15.0 % with the treatment and in 25.0 % with usual care (relative risk 0.60, 95 % confidence interval 0.50 to 0.73).\n\nQuestion: Did a weekly phone call by a nurse prevent admission to hospital?\n",
  );
});

test("an interval that excludes 1 is yes, a narrow one around 1 is no, a wide one is maybe", () => {
  const base = { treatment: "t", people: "p", outcome: "o" };
  expect(decisionOf({ ...base, size: 900, treated: 135, untreated: 225 })).toBe("yes");
  expect(decisionOf({ ...base, size: 2400, treated: 1212, untreated: 1200 })).toBe("no");
  expect(decisionOf({ ...base, size: 60, treated: 9, untreated: 12 })).toBe("maybe");
});
