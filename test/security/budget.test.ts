import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { slicedBudget } from "@medhelm/core/money/sliced-budget";
import { keys } from "@medhelm/core/store/object-keys";
import { costing } from "@medhelm/testing/fixtures/money";
import { expect, test } from "vitest";
import { cli, testFolder } from "../e2e/cli.ts";
import { answer, startModelServer } from "../e2e/model-server.ts";
import { smallBenchmark, smallBenchmarkFolder } from "../e2e/small-benchmark.ts";

const WORKERS = Array.from({ length: 10 }, (_, i) => `worker-${i}`);
const DOLLAR = 1_000_000;

test("ten workers that spend one budget of a folder at once stop before the dollar is spent", async () => {
  const root = testFolder();
  let spentMicroUsd = 0;
  const lane = async (budget: ReturnType<typeof slicedBudget>): Promise<void> => {
    for (;;) {
      const reservation = await budget.reserve(4000);
      if (reservation === undefined) return;
      spentMicroUsd += 3000;
      reservation.settle(costing(3000));
    }
  };
  await Promise.all(
    WORKERS.map(async (run) => {
      const objects = fsStore(root); // a store of its own, as in another process
      const key = keys.submissionBudget("a1");
      const budget = slicedBudget({ objects, key, run, limitMicroUsd: DOLLAR, sliceId: run, holder: run });
      await Promise.all([lane(budget), lane(budget), lane(budget)]);
      await budget.settle(true);
      objects.close();
    }),
  );
  expect(spentMicroUsd).toBeLessThanOrEqual(DOLLAR);
  expect(spentMicroUsd).toBeGreaterThan(0.9 * DOLLAR);
});

const QUESTIONS = Array.from({ length: 30 }, (_, i) => `${i},Is bed ${i} free?,Yes,"[""No""]"`);
const DATA = ["bed,question,correct_answer,incorrect_answers", ...QUESTIONS, ""].join("\n");

test.skipIf(process.env["MEDHELM_CHAOS"] === undefined)(
  "ten processes that spend one budget at once stop before the dollar is spent (npm run chaos)",
  async () => {
    const server = await startModelServer(() => answer("Yes")); // one token, for a cent; it may write four
    const cwd = smallBenchmarkFolder({
      "questions.csv": DATA,
      ...Object.fromEntries(
        WORKERS.map((name) => [`${name}.yaml`, smallBenchmark["small.yaml"].replace("SMALL", name)]),
      ),
    });
    const options = ["--suite", "s", "-o", "out", "--model", server.endpoint, "--num-threads", "4"];
    const money = ["--budget-usd", "1", "--price-per-million", "0,10000"];
    const ended = await Promise.all(
      WORKERS.map((name) => {
        const entry = `medhelm_configurable_benchmark:config_path=${name}.yaml`;
        return cli("medhelm", ["run", "-r", entry, ...options, ...money], { cwd });
      }),
    );
    expect(server.requests.length).toBeLessThanOrEqual(100);
    expect(server.requests.length).toBeGreaterThan(50);
    const refused = ended.filter(({ code, stderr }) => code === 2 && stderr.includes("the budget is used up"));
    expect(refused.length).toBeGreaterThan(0);
    expect(ended.filter(({ code }) => code !== 0 && code !== 2)).toEqual([]);
  },
);
