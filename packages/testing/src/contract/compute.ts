import { setTimeout as sleep } from "node:timers/promises";
import type { Compute, Job, JobRequest, JobState } from "@medhelm/core/ports";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

/**
 * The environment controls the adapter's worker program, which contract/compute-program.ts implements. TEST_DO = succeed
 * | fail (exit 3 after two lines on stderr) | interrupted (exit 75) | hang (until SIGTERM, then 75) | fail 1 (job 1 of
 * the array fails, the others succeed)
 */
export interface ComputeSubject {
  readonly compute: Compute;
  readonly dispose?: () => Promise<void> | void;
}

export const job = (name: string, does: string, more: Partial<JobRequest> = {}): JobRequest => ({
  name,
  definition: "worker",
  environment: { TEST_DO: does },
  ...more,
});

/** Waits until the job is in one of the states. */
export async function until(compute: Compute, id: string, ...states: JobState[]): Promise<Job> {
  for (;;) {
    const found = await compute.describe(id);
    if (found === undefined) throw new Error(`no job ${id}`);
    if (states.includes(found.state)) return found;
    await sleep(10);
  }
}

export function computeContract(
  name: string,
  make: () => Promise<ComputeSubject> | ComputeSubject,
  { arrays = true }: { readonly arrays?: boolean } = {},
): void {
  describe(`Compute contract: ${name}`, () => {
    let subject: ComputeSubject;
    let compute: Compute;
    beforeEach(async () => {
      subject = await make();
      compute = subject.compute;
    });
    afterEach(async () => subject.dispose?.());
    const ended = (id: string) => until(compute, id, "succeeded", "failed");

    test("a job that exits with 0 succeeds", async () => {
      const { id } = await compute.submit(job("a", "succeed"));
      expect(await ended(id)).toEqual({ id, name: "a", state: "succeeded" });
    });
    test("a failed job reports its exit code and the last lines of its stderr", async () => {
      const { id } = await compute.submit(job("a", "fail"));
      const { state, reason } = await ended(id);
      expect(state).toBe("failed");
      expect(reason).toContain("exit code 3");
      expect(reason).toContain("the second line");
    });
    test("exit code 75 is an interruption, and the job runs again", async () => {
      const { id } = await compute.submit(job("a", "interrupted"));
      expect(await ended(id)).toMatchObject({ state: "failed", reason: "interrupted: run again" });
    });
    test("all jobs of a name are found, the newest first; an unknown name has none", async () => {
      const first = await compute.submit(job("same name", "succeed"));
      const second = await compute.submit(job("same name", "succeed"));
      expect(first.id).not.toBe(second.id);
      expect((await compute.findByName("same name")).map(({ id }) => id)).toEqual([second.id, first.id]);
      expect(await compute.findByName("other name")).toEqual([]);
      expect(await compute.describe("no such id")).toBeUndefined();
      await Promise.all([ended(first.id), ended(second.id)]);
    });
    test("several jobs are described in one call, a failed one with its reason; unknown ids are omitted", async () => {
      const good = await compute.submit(job("good", "succeed"));
      const bad = await compute.submit(job("bad", "interrupted"));
      await Promise.all([ended(good.id), ended(bad.id)]);
      const unknown = Array.from({ length: 110 }, (_, i) => `no such id ${i}`);
      const found = await compute.describeAll([good.id, ...unknown, bad.id]);
      expect([...found.keys()].toSorted()).toEqual([good.id, bad.id].toSorted());
      expect(found.get(good.id)).toEqual({ id: good.id, name: "good", state: "succeeded" });
      expect(found.get(bad.id)).toMatchObject({ name: "bad", state: "failed", reason: "interrupted: run again" });
      expect((await compute.describeAll([])).size).toBe(0);
    });
    test("a cancelled job fails with the given reason; cancelling it again, or after its end, changes nothing", async () => {
      const { id } = await compute.submit(job("a", "hang"));
      await until(compute, id, "running");
      await compute.cancel(id, "the owner stopped it");
      await compute.cancel(id, "twice");
      expect(await ended(id)).toMatchObject({ state: "failed", reason: "cancelled: the owner stopped it" });
      await compute.cancel(id, "too late");
      expect((await compute.describe(id))?.reason).toBe("cancelled: the owner stopped it");
    });
    if (!arrays) return;
    test("an array job runs one job per index and succeeds when all succeed", async () => {
      const { id } = await compute.submit(job("array", "succeed", { arraySize: 3 }));
      expect(await ended(id)).toEqual({ id, name: "array", state: "succeeded" });
    });
    test("an array job fails when one of its jobs fails, and names it", async () => {
      const { id } = await compute.submit(job("array", "fail 1", { arraySize: 3 }));
      const { state, reason } = await ended(id);
      expect(state).toBe("failed");
      expect(reason).toContain("child 1: exit code 3");
    });
  });
}
