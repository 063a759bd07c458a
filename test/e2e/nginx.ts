import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const PROGRAM = "/usr/sbin/nginx";
/** False: nginx is not installed. With MEDHELM_REQUIRE_PEERS=1 its tests fail instead of being skipped. */
export const hasNginx = existsSync(PROGRAM) || process.env["MEDHELM_REQUIRE_PEERS"] === "1";

const shipped = fileURLToPath(new URL("../../conf/hospital/nginx.conf", import.meta.url));

export interface Nginx {
  /** https://localhost:PORT */
  readonly url: string;
  /** the certificate, for NODE_EXTRA_CA_CERTS */
  readonly certificate: string;
  /** the lines of its access log */
  log(): string;
  /** the lines of its error logs */
  errors(): string;
}

/** Starts nginx with conf/hospital/nginx.conf before a port of 127.0.0.1. Only ports, paths and the name differ from the file. */
export async function startNginx(cwd: string, port: number, upstream: number): Promise<Nginx> {
  const folder = join(cwd, "nginx");
  mkdirSync(folder);
  const [certificate, key, log] = [join(folder, "cert.pem"), join(folder, "key.pem"), join(folder, "access.log")];
  execFileSync(
    "openssl",
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${key} -out ${certificate}`.split(
      " ",
    ),
    { stdio: "ignore" },
  );
  const server = readFileSync(shipped, "utf8")
    .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
    .replace("server_name medhelm.hospital.example", "server_name localhost")
    .replace("/etc/ssl/medhelm.pem", certificate)
    .replace("/etc/ssl/medhelm.key", key)
    .replace("/var/log/nginx/medhelm.log", log)
    .replace("/var/log/nginx/medhelm-error.log", join(folder, "medhelm-error.log"))
    .replace("http://127.0.0.1:8787", `http://127.0.0.1:${upstream}`);
  const conf = join(folder, "nginx.conf");
  const root = process.getuid?.() === 0 ? "user root;\n" : "";
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join("\n");
  writeFileSync(
    conf,
    `${root}daemon off;\npid ${join(folder, "pid")};\nerror_log ${join(folder, "error.log")};\nevents {}\nhttp {\n${temporary}\n${server}\n}\n`,
  );
  const child = spawn(PROGRAM, ["-e", join(folder, "error.log"), "-c", conf], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${readFileSync(join(folder, "error.log"), "utf8")}`);
    await sleep(20);
  }
  const errorLogs = ["error.log", "medhelm-error.log"].map((name) => join(folder, name));
  return {
    url: `https://localhost:${port}`,
    certificate,
    log: () => readFileSync(log, "utf8"),
    errors: () => errorLogs.map((path) => (existsSync(path) ? readFileSync(path, "utf8") : "")).join(""),
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
