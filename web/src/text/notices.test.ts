import { expect, it } from "vitest";
import { noticesThatName } from "./notices.ts";

it("a notice concerns the things that it names as whole words", () => {
  const notices = ["First is o3-mini (2025).", "Left out: ehr_sql:model=x.", "Judges favour their family."];
  expect(noticesThatName(notices, ["o3"])).toEqual([]);
  expect(noticesThatName(notices, ["o3-mini (2025)", ""])).toEqual(["First is o3-mini (2025)."]);
  expect(noticesThatName(notices, ["ehr_sql"])).toEqual(["Left out: ehr_sql:model=x."]);
});
