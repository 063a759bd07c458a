import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launchShell, type Outcome, packedShell, type Running, shell } from "./cli.ts";
import { startNginx } from "./nginx.ts";

const unit = fileURLToPath(new URL("../../conf/hospital/medhelm.service", import.meta.url));

/** Commands that need root or the network. The test itself starts and stops the stack where `systemctl` would. */
const BY_ROOT =
  /^(npm|useradd|cd|install|nginx|journalctl|systemctl (?:reload|enable|daemon-reload|restart systemd-journald)) ?/;

/** A department's server in a folder: the command of the systemd unit behind nginx, and what its administrator has typed. */
export async function startDepartment(cwd: string, ports: { readonly stack: number; readonly tls: number }) {
  const nginx = await startNginx(cwd, ports.tls, ports.stack);
  const env: Record<string, string> = { NODE_EXTRA_CA_CERTS: nginx.certificate };
  /** by the name of the person */
  const keys = new Map<string, string>();
  const start = async (): Promise<Running> => {
    const stack = launchShell(unitCommand(cwd, nginx.url, ports.stack), { cwd, env });
    await stack.until(/submit .*\n/);
    return stack;
  };
  let stack = await start(); // systemctl enable --now medhelm
  const stop = async (): Promise<void> => {
    const { code, stderr } = await stack.stop("SIGTERM");
    if (code !== 0) throw new Error(`medhelm up ended with ${code}: ${stderr}`);
  };
  /** Runs a command of the document here. Undefined: it is no command of this user. */
  const type = async (line: string): Promise<Outcome | undefined> => {
    const [, person] = /^export MEDHELM_TOKEN=<the key of (.+)>$/.exec(line) ?? [];
    if (person !== undefined) env["MEDHELM_TOKEN"] = keys.get(person) ?? "";
    if (/^systemctl (?:stop|restart) medhelm$/.test(line)) await stop();
    if (/^systemctl (?:start|restart) medhelm$/.test(line)) stack = await start();
    if (/^export|^systemctl/.test(line) || BY_ROOT.test(line)) return undefined;
    const here = line
      .replaceAll("https://medhelm.hospital.example", nginx.url)
      .replaceAll("http://127.0.0.1:8787", `http://127.0.0.1:${ports.stack}`)
      .replaceAll("/var/lib/medhelm", cwd)
      .replace(/^su - medhelm -c "(.*)"$/, "$1")
      .replaceAll("/backup/", `${cwd}/backup-`);
    const outcome = await packedShell(here, { cwd, env });
    if (outcome.code !== 0) throw new Error(`${here}: ${JSON.stringify(outcome)}`);
    const [, name = ""] = /keys create .*--name "(.+?)"/.exec(line) ?? [];
    if (name !== "") keys.set(name, outcome.stdout.trim());
    return outcome;
  };
  /** The status of a request with the person's key. */
  const status = async (person: string, method: string, path: string): Promise<number> => {
    const headers = `-H "Authorization: Bearer ${keys.get(person)}" -H "Content-Type: application/json" -d '{}'`;
    const { stdout } = await shell(
      `curl -s -o /dev/null -w %{http_code} --cacert ${nginx.certificate} -X ${method} ${headers} ${nginx.url}${path}`,
      { cwd },
    );
    return Number(stdout);
  };
  return { nginx, printed: stack.stdout(), type, status, stop };
}

/** The command that the unit starts. */
function unitCommand(cwd: string, url: string, port: number): string {
  const [, line = ""] = /^ExecStart=\/usr\/local\/bin\/(.*)$/m.exec(readFileSync(unit, "utf8")) ?? [];
  return line
    .replace("${MEDHELM_PUBLIC_URL}", url)
    .replace(" $MEDHELM_OPTIONS", "")
    .replace("--port 8787", `--port ${port}`)
    .replace("/var/lib/medhelm", cwd);
}
