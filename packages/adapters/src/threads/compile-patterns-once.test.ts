import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const PROGRAM = `
import { compilePatternsOnce } from ${JSON.stringify(join(import.meta.dirname, "compile-patterns-once.ts"))};
compilePatternsOnce();
const pattern = /a+(?:b|c)/u;
pattern.exec("aac");
const hasMachineCode = new Function("pattern", "return %RegexpHasNativeCode(pattern, true)");
console.log(hasMachineCode(pattern));
`;

test("the first use of a regular expression compiles it to machine code", () => {
  const args = ["--allow-natives-syntax", "--input-type=module-typescript", "--eval", PROGRAM];
  expect(execFileSync(process.execPath, args, { encoding: "utf8" })).toBe("true\n");
});
