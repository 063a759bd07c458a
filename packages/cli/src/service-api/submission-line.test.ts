import type { RunState } from "@medhelm/core/submission";
import { expect, test } from "vitest";
import type { Screen } from "../terminal/progress-line.ts";
import { submissionLine } from "./submission-line.ts";

const CLEAR = "\r\u001B[K";
const running = (done: number): RunState => ({ state: "running", done, total: 100 });
const judged = (done: number): RunState => ({ state: "judged", done, total: 20 });
const queued: RunState = { state: "queued" };
const cancelled: RunState = { state: "cancelled" };

function screen(options: Omit<Screen, "write">) {
  const written: string[] = [];
  let nowMs = 0;
  const line = submissionLine({ ...options, write: (text) => written.push(text) }, () => nowMs);
  return {
    written,
    say: line.say,
    at(seconds: number, ...states: readonly RunState[]): void {
      nowMs = 1000 * seconds;
      line.show(new Map(states.map((state, i) => [`run ${i}`, state])), []);
    },
  };
}

test("on a terminal one line is rewritten, with the time that remains of all runs, also of those that wait", () => {
  const { written, at } = screen({ isTTY: true });
  at(0, running(0), queued);
  at(1, running(10), queued);
  at(10, running(50), queued);
  at(20, cancelled, running(0));
  expect(written).toEqual([
    `${CLEAR}1 running (0 of 100), 1 queued`,
    `${CLEAR}1 running (10 of 100), 1 queued`,
    `${CLEAR}1 running (50 of 100), 1 queued; about 30 s left`,
    `${CLEAR}1 cancelled, 1 running (0 of 100); about 20 s left`,
  ]);
});

test("judging has its own numbers, and the pace of the answers until it has its own", () => {
  const { written, at } = screen({ isTTY: true });
  at(0, running(0));
  at(100, running(100));
  at(110, judged(0));
  at(120, judged(5));
  at(150, judged(20));
  expect(written.slice(1)).toEqual([
    `${CLEAR}1 running (100 of 100)`,
    `${CLEAR}1 judged (0 of 20); about 1 min 50 s left`,
    `${CLEAR}1 judged (5 of 20); about 1 min 12 s left`,
    `${CLEAR}1 judged (20 of 20)`,
  ]);
});

test("a run that waits for its next job keeps what it has done", () => {
  const { written, at } = screen({ isTTY: true });
  at(0, running(0), queued);
  at(10, running(50), queued);
  at(20, { state: "awaiting", deployment: "d" }, running(50));
  expect(written.at(-1)).toBe(`${CLEAR}1 awaiting, 1 running (50 of 100); about 20 s left`);
});

test("a line longer than the terminal is cut, because a line that wraps cannot be rewritten", () => {
  const { written, at } = screen({ isTTY: true, columns: 20 });
  at(0, running(0), queued);
  expect(written).toEqual([`${CLEAR}1 running (0 of 10…`]);
});

test("a log has a line after a change, at most every 2 s", () => {
  const { written, at, say } = screen({});
  at(0, queued);
  at(1, running(1));
  at(3, running(2));
  at(9, running(2));
  say("the service is away");
  at(12, running(2));
  expect(written).toEqual([
    "1 queued\n",
    "1 running (2 of 100)\n",
    "medhelm: the service is away\n",
    "1 running (2 of 100); about 9 min 48 s left\n",
  ]);
});
