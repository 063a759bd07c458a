import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { shell, testFolder } from "./cli.ts";
import { startDepartment } from "./department.ts";
import { fencedCommands } from "./docs/fenced-commands.ts";
import { hasNginx } from "./nginx.ts";

const conf = fileURLToPath(new URL("../../conf/hospital/", import.meta.url));

test.skipIf(!hasNginx)("docs/hospital.md is followed step by step behind nginx", { timeout: 240_000 }, async () => {
  const cwd = testFolder();
  const { nginx, printed, type, status, stop } = await startDepartment(cwd, { stack: 19_380, tls: 19_381 });
  const outputs = new Map<string, string>();
  for (const { line } of fencedCommands("docs/hospital.md"))
    outputs.set(line, (await type(line))?.stdout.replaceAll(/ +/g, " ") ?? "");
  const output = (part: string): string => [...outputs].find(([line]) => line.includes(part))?.[1] ?? "";
  expect(output("keys list")).toContain("radiology Bob Example submit release valid");
  expect(output("keys list")).toContain("radiology Carla Example read valid");
  expect(output("submissions list")).toContain("trial sealed 1 sealed");
  expect(output("medhelm audit")).toMatch(/radiology Bob Example POST \/v1\/submissions .*trial.* 202/);

  // the roles, after the restore
  expect(await status("Carla Example", "GET", "/v1/suites/trial")).toBe(200);
  expect(await status("Carla Example", "POST", "/v1/submissions")).toBe(403);
  expect(await status("Bob Example", "POST", "/v1/keys")).toBe(403);
  expect(await status("Ann Example", "GET", "/v1/keys")).toBe(200);

  // no secret in the logs of systemd and nginx
  const token = readFileSync(join(cwd, "output/.medhelm/api-token"), "utf8").trim();
  expect([printed.includes(token), printed.includes("key=")]).toEqual([false, false]);
  await shell(`curl -s --cacert ${nginx.certificate} "${nginx.url}/v1/uploads/x?signature=0"`, { cwd });
  expect(nginx.log()).toContain('"GET /v1/uploads/x" ');
  expect(statSync(join(cwd, "output/.medhelm/progress-address")).mode & 0o777).toBe(0o600);
  await stop();
});

test.skipIf(!existsSync("/usr/bin/systemd-analyze"))("systemd knows every setting of the units", () => {
  const units = globSync("*.{service,timer}", { cwd: conf }).map((name) => join(conf, name));
  expect(units.length).toBe(4);
  const { stderr } = spawnSync("/usr/bin/systemd-analyze", ["verify", ...units], { encoding: "utf8" });
  // this machine has no medhelm in /usr/local/bin
  expect(stderr.split("\n").filter((line) => line !== "" && !line.includes("is not executable"))).toEqual([]);
});
