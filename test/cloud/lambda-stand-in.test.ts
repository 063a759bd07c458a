import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startLambda } from "./aws/lambda.ts";

test("the stand-in of Lambda reports a call that fails, and takes the next one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-lambda-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bundle = join(folder, "index.mjs");
  writeFileSync(
    bundle,
    'export const handler = async ({ fails }) => { if (fails) throw new Error("no bucket"); return "ok"; };',
  );
  const lambda = startLambda({ name: "failing", bundle, env: {}, log: () => undefined });
  onTestFinished(() => lambda.close());
  await expect(lambda.invoke({ fails: true })).rejects.toThrow("failing: Error: no bucket");
  expect(await lambda.invoke({ fails: false })).toBe("ok");
});
