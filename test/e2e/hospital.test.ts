import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { launchShell, type Outcome, type Running, shell, testFolder } from "./cli.ts";
import { fencedCommands } from "./docs/fenced-commands.ts";
import { hasNginx, startNginx } from "./nginx.ts";

const conf = fileURLToPath(new URL("../../conf/hospital/", import.meta.url));
const [PORT, TLS_PORT] = [19_380, 19_381];

/** Commands that need root or the network. The test starts and stops what `systemctl` would. */
const BY_ROOT = /^(npm|useradd|cd|install|nginx|systemctl (?:reload|enable)) ?/;

/** The command that the unit starts. */
function unitCommand(cwd: string, url: string): string {
  const unit = readFileSync(join(conf, "medhelm.service"), "utf8");
  const [, line = ""] = /^ExecStart=\/usr\/local\/bin\/(.*)$/m.exec(unit) ?? [];
  return line
    .replace("${MEDHELM_PUBLIC_URL}", url)
    .replace("--port 8787", `--port ${PORT}`)
    .replace("/var/lib/medhelm", cwd);
}

test.skipIf(!hasNginx)(
  "docs/hospital.md is followed step by step behind nginx",
  async () => {
    const cwd = testFolder();
    const nginx = await startNginx(cwd, TLS_PORT, PORT);
    const env: Record<string, string> = { NODE_EXTRA_CA_CERTS: nginx.certificate };
    let stack: Running | undefined;
    const start = async (): Promise<void> => {
      stack = launchShell(unitCommand(cwd, nginx.url), { cwd, env });
      await stack.until(/submit .*\n/);
    };
    await start(); // systemctl enable --now medhelm
    const printed = stack?.stdout() ?? "";
    const keys = new Map<string, string>();
    const outcomes = new Map<string, Outcome>();
    for (const { line } of fencedCommands("docs/hospital.md")) {
      const [, person] = /^export MEDHELM_TOKEN=<the key of (.+)>$/.exec(line) ?? [];
      if (person !== undefined) env["MEDHELM_TOKEN"] = keys.get(person) ?? "";
      else if (line === "systemctl stop medhelm") expect(await stack?.stop("SIGTERM")).toMatchObject({ code: 0 });
      else if (line === "systemctl start medhelm") await start();
      else if (line === "systemctl restart medhelm") {
        await stack?.stop("SIGTERM");
        await start();
      } else if (!BY_ROOT.test(line)) {
        const here = line
          .replaceAll("https://medhelm.hospital.example", nginx.url)
          .replaceAll("http://127.0.0.1:8787", `http://127.0.0.1:${PORT}`)
          .replaceAll("/var/lib/medhelm", cwd)
          .replaceAll("/backup/", `${cwd}/backup-`);
        const outcome = await shell(here, { cwd, env });
        expect({ line, ...outcome }).toMatchObject({ line, code: 0 });
        outcomes.set(line, outcome);
        const [, name = ""] = /--name "(.+?)"/.exec(line) ?? [];
        if (line.startsWith("medhelm keys create")) keys.set(name, outcome.stdout.trim());
      }
    }
    const said = (part: string): string =>
      [...outcomes].find(([line]) => line.includes(part))?.[1].stdout.replaceAll(/ +/g, " ") ?? "";
    expect(said("keys list")).toContain("radiology Bob Example submit release valid");
    expect(said("keys list")).toContain("radiology Carla Example read valid");
    expect(said("submissions list")).toContain("trial sealed 1 sealed");
    expect(said("medhelm audit")).toMatch(/radiology Bob Example POST \/v1\/submissions .*trial.* 202/);
    // what a supervisor or the proxy writes into a log has no secret
    await shell(`curl -s --cacert ${nginx.certificate} "${nginx.url}/v1/uploads/x?signature=0"`, { cwd });
    expect(nginx.log()).toContain('"GET /v1/uploads/x" ');
    const token = readFileSync(join(cwd, "output/.medhelm/api-token"), "utf8").trim();
    expect([printed.includes(token), printed.includes("key="), nginx.log().includes("signature=")]).toEqual([
      false,
      false,
      false,
    ]);
    // roles, after the restore
    const call = async (person: string, method: string, path: string) => {
      const auth = `Authorization: Bearer ${keys.get(person)}`;
      const curl = `curl -s -o /dev/null -w %{http_code} --cacert ${nginx.certificate} -X ${method} -H "${auth}" -H "content-type: application/json" -d '{}' ${nginx.url}${path}`;
      return Number((await shell(curl, { cwd })).stdout);
    };
    expect(await call("Carla Example", "GET", "/v1/suites/trial")).toBe(200);
    expect(await call("Carla Example", "POST", "/v1/submissions")).toBe(403);
    expect(await call("Bob Example", "POST", "/v1/keys")).toBe(403);
    expect(await call("Ann Example", "GET", "/v1/keys")).toBe(200);
    expect(statSync(join(cwd, "output/.medhelm/progress-address")).mode & 0o777).toBe(0o600);
    expect(await stack?.stop("SIGTERM")).toMatchObject({ code: 0 });
  },
  60_000,
);

test.skipIf(!existsSync("/usr/bin/systemd-analyze"))("systemd knows every setting of the units", () => {
  const units = ["medhelm.service", "medhelm-backup.service", "medhelm-backup.timer"].map((name) => join(conf, name));
  let said = "";
  try {
    execFileSync("/usr/bin/systemd-analyze", ["verify", ...units], { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    said = String(Object(error).stderr);
  }
  // this machine has no medhelm in /usr/local/bin
  expect(said.split("\n").filter((line) => line !== "" && !line.includes("is not executable"))).toEqual([]);
});
