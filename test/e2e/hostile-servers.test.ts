import { startHostile } from "@medhelm/testing/models/hostile/hostile-server";
import { HOSTILE_SERVERS, type HostileName } from "@medhelm/testing/models/hostile/hostile-servers";
import { expect, onTestFinished, test } from "vitest";
import { cli, packedShell, testFolder } from "./cli.ts";
import { cliHere } from "./cli-here.ts";
import { smallBenchmarkFolder } from "./small-benchmark.ts";

const ENTRY = "medhelm_configurable_benchmark:config_path=small.yaml,model=acme/model-1";
const KEY = "sk-hostile-key";

/** Runs the small benchmark against a hostile server. */
async function run(name: HostileName, timeoutSeconds: string) {
  const server = await startHostile(HOSTILE_SERVERS[name], "chat");
  onTestFinished(server.close);
  const cwd = smallBenchmarkFolder();
  const flags = ["--endpoint", server.baseUrl, "--api-key-env", "KEY", "--timeout", timeoutSeconds];
  return cliHere("medhelm", ["run", "-r", ENTRY, "--suite", "s", "-o", "out", ...flags], {
    cwd,
    env: { HELM_RETRIES: "1", KEY },
  });
}

test.each<[HostileName, string, number, string]>([
  [
    "accepts the request and is silent",
    "1",
    1,
    "does not answer: no answer within 1 s; start it, give it more time with --timeout, or give another one with --endpoint",
  ],
  ["sends a body without an end", "60", 1, "HTTP 200, a reply of more than 32 MiB, so the connection was closed"],
  ["sends text that is not UTF-8", "60", 1, "text that is not UTF-8; set the server's encoding to UTF-8"],
  ["sends a gzip bomb", "60", 1, "it answered 200 with a compressed body (gzip)"],
  [
    "sends no choices",
    "60",
    1,
    "it answered 200 with a chat completion that has no choices; look into the server's log",
  ],
  ["resets the connection in the middle", "60", 1, "does not answer: the connection was cut"],
  ["sends JSON of another shape", "60", 2, "it answered 200 with other JSON instead of a chat completion"],
  ["sends no HTTP", "60", 2, "its reply is not valid HTTP/1.1"],
  ["redirects to the metadata of the cloud", "60", 1, "which this client does not follow; correct the address"],
  ["asks to wait an hour", "60", 1, "asks to wait 60 minutes before the next request"],
  ["says 401 with the key", "60", 2, "refuses the key: HTTP 401, access denied"],
  ["says 503 with a page", "60", 1, "does not answer: HTTP 503, a fault of the server"],
])("a run whose server %s ends with one sentence", async (name, timeoutSeconds, exitCode, sentence) => {
  const { code, stdout, stderr } = await run(name, timeoutSeconds);
  expect({ code, stderr }).toEqual({ code: exitCode, stderr: expect.stringContaining(sentence) });
  expect(stdout + stderr).not.toContain(KEY);
});

/** Prints what still keeps a process alive when it ends. */
const AT_EXIT = 'process.on("exit", () => console.error("alive: " + process.getActiveResourcesInfo()))';

test("a command ends after its last message, although a server has not completed a connection by TLS", async () => {
  const server = await startHostile(() => {}, "chat");
  onTestFinished(server.close);
  const endpoint = server.baseUrl.replace("http:", "https:");
  const { code, stderr } = await cli(
    "medhelm",
    ["models", "check", "acme/model-1", "--endpoint", endpoint, "--timeout", "1"],
    {
      cwd: testFolder(),
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(AT_EXIT)}` },
    },
  );
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/alive: .*TCPSocketWrap/) });
});

test("a command ends after its output is read, although the reader of the pipe is slow", async () => {
  const where = { cwd: testFolder() };
  const whole = await cli("medhelm", ["list", "benchmarks", "--json"], where);
  const slow = await packedShell("medhelm list benchmarks --json | (sleep 2; cat)", where);
  expect(slow).toEqual(whole);
});
