import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join, relative } from "node:path";
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
  const printedBy = (part: string): string => [...outputs].find(([line]) => line.includes(part))?.[1] ?? "";
  expect(printedBy("keys list")).toContain("radiology Bob Example submit release valid");
  expect(printedBy("keys list")).toContain("radiology Carla Example read valid");
  expect(printedBy("submissions list")).toContain("trial sealed 1 sealed");
  expect(printedBy("medhelm audit")).toMatch(/radiology Bob Example POST \/v1\/submissions .*trial.* 202/);

  // the roles, after the restore
  expect(await status("Carla Example", "GET", "/v1/suites/trial")).toBe(200);
  expect(await status("Carla Example", "POST", "/v1/submissions")).toBe(403);
  expect(await status("Bob Example", "POST", "/v1/keys")).toBe(403);
  expect(await status("Ann Example", "GET", "/v1/keys")).toBe(200);

  // pages and downloads through the proxy
  const run = `/v1/runs/trial/${encodeURIComponent("demo_questions:model=baseline_first-option")}`;
  expect(await status("Carla Example", "GET", `${run}/files/scenario_state.json`)).toBe(200);
  expect(await status("Carla Example", "GET", `${run}/instances?page=1`)).toBe(200);
  expect(await status("nobody", "GET", `${run}/files/scenario_state.json`)).toBe(401);
  expect(await status("nobody", "GET", "/docs/hospital.html")).toBe(200);

  // a client without the certificate of the house
  const untrusting = await shell(`medhelm keys list --api ${nginx.url}`, { cwd, env: { MEDHELM_TOKEN: "t" } });
  expect(untrusting).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("its certificate is self-signed; name"),
  });

  // the timer's backup, twice a day, and what it deletes
  mkdirSync(join(cwd, "backup"));
  const [old, cut] = ["medhelm-2026-09-01", ".medhelm-2026-09-02.part-x"].map((name) => join(cwd, "backup", name));
  for (const folder of [old ?? "", cut ?? ""]) {
    mkdirSync(folder);
    utimesSync(folder, 0, 0);
  }
  for (const line of backupLines(cwd)) expect(await shell(line, { cwd })).toMatchObject({ code: 0 });
  const [kept = "", ...others] = readdirSync(join(cwd, "backup"));
  expect(others).toEqual([]);
  expect(kept).toMatch(/^medhelm-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/);

  // no secret in the logs of systemd and nginx
  const token = readFileSync(join(cwd, "output/.medhelm/api-token"), "utf8").trim();
  expect([printed.includes(token), printed.includes("key=")]).toEqual([false, false]);
  const signed = `curl -s --cacert ${nginx.certificate} "${nginx.url}/v1/uploads/x?signature=0"`;
  await shell(signed, { cwd });
  expect(nginx.log()).toContain('"GET /v1/uploads/x" ');
  await stop();
  await shell(signed, { cwd });
  expect(nginx.log()).toContain('"GET /v1/uploads/x" 502 ');
  expect(nginx.errors()).not.toContain("signature");

  // what the department has left: each file has a row in docs/data-protection.md, and only its owner may read it
  const output = join(cwd, "output");
  const left = readdirSync(output, { recursive: true, encoding: "utf8", withFileTypes: true });
  const paths = left.map((entry) => join(entry.parentPath, entry.name));
  expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
  const files = left
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(output, join(parentPath, name)));
  const places = storedPlaces();
  expect(files.filter((file) => !places.some((place) => isAt(file, place)))).toEqual([]);
});

/** The paths of the table in docs/data-protection.md. */
function storedPlaces(): string[] {
  const document = readFileSync(new URL("../../docs/data-protection.md", import.meta.url), "utf8");
  const columns = document.split("\n").map((line) => line.split(" | ")[1] ?? "");
  return columns.flatMap((column) => [...column.matchAll(/`([^`]+)`/g)].map(([, place = ""]) => place));
}

/** A folder's place ends in "/". SQLite keeps further files next to each of its own. */
const isAt = (file: string, place: string): boolean =>
  place.endsWith("/") ? file.startsWith(place) : file.replace(/-(?:wal|shm|journal)$/, "") === place;

/** The commands of the timer's unit, for a shell. */
const backupLines = (cwd: string): string[] =>
  [...readFileSync(join(conf, "medhelm-backup.service"), "utf8").matchAll(/^Exec\w+=(.*)$/gm)].map(([, line = ""]) =>
    line
      .replaceAll("%%", "%")
      .replaceAll("$$", "$")
      .replace("*medhelm-*", "'*medhelm-*'")
      .replaceAll("/usr/local/bin/", "")
      .replaceAll("/var/lib/medhelm", cwd)
      .replaceAll("/backup", `${cwd}/backup`),
  );

test("the document installs every file of conf/hospital, at the place that the units name", () => {
  const document = readFileSync(new URL("../../docs/hospital.md", import.meta.url), "utf8");
  const named = readdirSync(conf).filter((name) => new RegExp(`install.*[ \`]${name}`).test(document));
  expect(named).toEqual(readdirSync(conf));
  const places = globSync("*.service", { cwd: conf }).flatMap((name) => [
    ...readFileSync(join(conf, name), "utf8").matchAll(/(?:Exec\w+|File)=(?:\/bin\/sh -c 'exec )?(\S+)/g),
  ]);
  expect([...new Set(places.map(([, place]) => String(place)))].toSorted()).toEqual([
    "/etc/medhelm/environment",
    "/usr/bin/find",
    "/usr/local/bin/medhelm",
  ]);
  expect(document).toContain("npm install --global --prefix /usr/local ./medhelm-0.1.0.tgz");
  expect(document).toContain("/etc/medhelm/environment");
});

test("every unit that may reach the bucket has its key, and none writes to a file that systemd opens as root", () => {
  const units = globSync("*.service", { cwd: conf }).map((name) => readFileSync(join(conf, name), "utf8"));
  expect(units.map((unit) => unit.includes("\nEnvironmentFile=/etc/medhelm/environment\n"))).toEqual([
    true,
    true,
    true,
  ]);
  expect(units.filter((unit) => /^Standard(?:Output|Error)=/m.test(unit))).toEqual([]);
});

test.skipIf(!existsSync("/usr/bin/systemd-analyze"))("systemd knows every setting of the units", () => {
  const units = globSync("*.{service,timer}", { cwd: conf }).map((name) => join(conf, name));
  expect(units.length).toBe(4);
  const { stderr } = spawnSync("/usr/bin/systemd-analyze", ["verify", ...units], { encoding: "utf8" });
  // this machine has no medhelm in /usr/local/bin
  expect(stderr.split("\n").filter((line) => line !== "" && !line.includes("is not executable"))).toEqual([]);
});
