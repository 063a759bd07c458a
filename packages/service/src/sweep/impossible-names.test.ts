import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { messages } from "@medhelm/testing/fixtures/api";
import { submissionOf } from "@medhelm/testing/fixtures/dispatch";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryQueue } from "@medhelm/testing/queues/memory-queue";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { createSubmission } from "../index/submission-record.ts";
import { readFolder } from "../submissions/submission-folder.ts";
import { sweep } from "./sweep.ts";

const folder = () => fsStore(mkdtempSync(join(tmpdir(), "medhelm-names-")));

test.each([
  ["300 bytes in a folder", `quiz:x=${"a".repeat(293)}`, folder],
  ["300 bytes in S3", `quiz:x=${"a".repeat(293)}`, memoryStore],
  ["1,100 bytes in S3", `quiz:x=${"a".repeat(1093)}`, memoryStore],
  ["a control character", "quiz:x=\u0007", folder],
])(
  "a run that an earlier version accepted with a name of %s ends as failed, and is not sent again",
  async (_what, run, open) => {
    const objects = open();
    const submission = submissionOf({ [run]: {} });
    await putJson(objects, keys.submission("sub"), submission);
    const index = sqliteIndex(":memory:");
    await createSubmission(index, submission, 0);
    const clock = fakeClock();
    const queue = () => memoryQueue({ clock, visibilityMs: 30_000 });
    const [dispatchQueue, aggregateQueue, releaseQueue] = [queue(), queue(), queue()];
    const reported: string[] = [];
    await sweep({
      objects,
      index,
      clock,
      dispatchQueue,
      aggregateQueue,
      releaseQueue,
      report: (error) => reported.push(String(error)),
    });
    expect(reported).toEqual([]);
    expect(await messages(dispatchQueue)).toEqual([]);
    expect(await objects.head(keys.submissionDone("sub"))).toBeDefined();
    expect((await readFolder(objects, "sub", [{ run }])).ended.get(run)).toMatchObject({
      state: "failed",
      reason: expect.stringMatching(
        /^the run name "quiz:x=.*; (?:shorten the value of "x"|remove it), and submit it again$/,
      ),
    });
  },
);
