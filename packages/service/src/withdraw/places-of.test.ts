import { slugHash } from "@medhelm/core/release/leaderboard/leaderboard-runs";
import { keys } from "@medhelm/core/store/object-keys";
import { expect, test } from "vitest";
import { placesOfRuns } from "./places-of.ts";

/** Those of the keys that belong to the withdrawal of run a:b of suite s. */
const found = (all: readonly string[]): string[] => {
  const { prefixes, isOf } = placesOfRuns({ suite: "s", run: "a:b" }, []);
  return all.filter((key) => prefixes.some((prefix) => key.startsWith(prefix)) && isOf(key));
};

test("the places of a run are its files, generations, work, remembered numbers and copied pages, and no other run's", () => {
  const own = [
    keys.manifest("s", "a:b"),
    `${keys.generations("s", "held", "a:b")}1-x/scenario_state.json`,
    `${keys.work("s", "a:b")}lease.json`,
    keys.rememberedScores("s", "a:b"),
    `${keys.suitePages("s")}a-b-${slugHash("s", "a:b")}/0.json`,
  ];
  const others = [
    keys.manifest("s", "a:bc"),
    keys.manifest("s", "c"),
    `${keys.suitePages("s")}c-${slugHash("s", "c")}/0.json`,
  ];
  expect(found([...own, ...others])).toEqual(own);
});
