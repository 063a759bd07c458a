import { connect } from "node:net";
import { expect, test } from "vitest";
import { cli, launch, testFolder } from "../e2e/cli.ts";

const PORT = 18_961;
const HERE = `127.0.0.1:${PORT}`;

interface Sent {
  /** the request line and the headers */
  readonly lines: readonly string[];
  readonly body?: string;
}

/** Sends lines as they are: a client of HTTP would repair some of them. */
const sent = ({ lines, body = "" }: Sent): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(PORT, "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("error", reject).on("close", () => resolve(answer));
    socket.write([...lines, `Content-Length: ${body.length}`, "Connection: close", "", body].join("\r\n"));
  });
const statusOf = async (request: Sent): Promise<number> => Number(/^HTTP\/1\.1 (\d{3})/.exec(await sent(request))?.[1]);
const permissions = (answers: readonly string[]): string[] =>
  answers.filter((answer) => /access-control-allow/i.test(answer));

/** Names that a browser sends after DNS rebinding, or that another program may try. */
const NAMES = [
  `attacker.example:${PORT}`,
  "attacker.example",
  `127.0.0.1.attacker.example:${PORT}`,
  `attacker.example@127.0.0.1:${PORT}`,
  `127.0.0.1:${PORT + 1}`,
  `127.0.0.2:${PORT}`,
  `0.0.0.0:${PORT}`,
  `2130706433:${PORT}`,
  `localhost.:${PORT}`,
  "127.0.0.1",
  "",
];

/** Posts that a page of another site can make a browser send without asking first, and some more. */
const POSTS: readonly (readonly [status: number, ...headers: string[]])[] = [
  [403, "Origin: https://attacker.example", "Content-Type: application/x-www-form-urlencoded"],
  [403, "Origin: https://attacker.example", "Content-Type: application/json"],
  [403, `Origin: http://127.0.0.1:${PORT + 1}`, "Content-Type: application/json"],
  [403, `Origin: https://${HERE}`, "Content-Type: application/json"],
  [403, "Origin: null", "Content-Type: application/json"],
  [403, "Origin: chrome-extension://abc", "Content-Type: application/json"],
  [403, "Sec-Fetch-Site: cross-site", "Content-Type: application/json"],
  [403, "Sec-Fetch-Site: same-site", "Content-Type: application/json"],
  [403, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Content-Type: text/plain"],
  [415, "Content-Type: application/x-www-form-urlencoded"],
  [415, "Content-Type: text/plain"],
  [415, "Content-Type: multipart/form-data; boundary=a"],
  [415],
];
const SUBMISSION = '{"suite": "foreign", "entries": [{"description": "demo_notes:model=baseline/lead-sentences"}]}';

test("a page of another site gets nothing from a stack and changes nothing, after DNS rebinding or by a post, even if it knew the secrets", async () => {
  const cwd = testFolder();
  const stack = launch("medhelm", ["up", "-o", "out", "--port", String(PORT)], { cwd });
  const [, key = "", token = ""] = await stack.until(/\?key=(\S+)[\s\S]*token\s+(\S+)\n/);
  const authorized = `Authorization: Bearer ${token}`;
  const cookie = `Cookie: medhelm-live=${key}`;

  for (const path of ["/live/r/r1/data/1.json", "/metrics"])
    expect(await statusOf({ lines: [`GET ${path} HTTP/1.1`, `Host: ${HERE}`] })).toBe(401);

  const passed: string[] = [];
  for (const name of NAMES) {
    const host = `Host: ${name}`;
    const requests: readonly (readonly string[])[] = [
      ["GET /v1/health HTTP/1.1", host],
      ["GET /v1/submissions HTTP/1.1", host, authorized],
      [`GET /live/?key=${key} HTTP/1.1`, host],
      ["GET /live/state.json HTTP/1.1", host, cookie],
      ["GET / HTTP/1.1", host],
    ];
    for (const lines of requests) {
      const status = await statusOf({ lines });
      if (status !== 403 && status !== 400) passed.push(`${name} ${lines[0]}: ${status}`);
    }
  }
  expect(passed).toEqual([]);
  expect(await statusOf({ lines: ["GET /v1/health HTTP/1.1", `Host: ${HERE}`, "Host: attacker.example"] })).toBe(403);
  expect(await statusOf({ lines: ["GET /v1/health HTTP/1.1"] })).toBe(400);
  for (const host of ["Host: attacker.example", `Host: ${HERE}`])
    expect(await statusOf({ lines: ["GET http://attacker.example/v1/health HTTP/1.1", host] })).toBe(403);

  const post = ["POST /v1/submissions HTTP/1.1", `Host: ${HERE}`, authorized];
  const answers: string[] = [];
  for (const [, ...headers] of POSTS) answers.push(await sent({ lines: [...post, ...headers], body: SUBMISSION }));
  expect(answers.map((answer) => Number(answer.slice(9, 12)))).toEqual(POSTS.map(([status]) => status));
  const asks = ["Origin: https://attacker.example", "Access-Control-Request-Method: POST"];
  const asked = await sent({ lines: ["OPTIONS /v1/submissions HTTP/1.1", `Host: ${HERE}`, ...asks] });
  expect(permissions([...answers, asked])).toEqual([]);
  const list = await sent({ lines: ["GET /v1/submissions HTTP/1.1", `Host: ${HERE}`, authorized] });
  expect(list).toContain('"submissions":[]');

  const first = await sent({ lines: [`GET /live/?key=${key} HTTP/1.1`, `Host: ${HERE}`] });
  expect(first).toMatch(/set-cookie: [^\r]*Path=\/live\/; HttpOnly; SameSite=Strict/i);
  const cancel = ["POST /live/cancel/x HTTP/1.1", `Host: ${HERE}`, cookie];
  expect(await statusOf({ lines: [...cancel, "Origin: https://attacker.example"] })).toBe(403);
  expect(await statusOf({ lines: [...cancel, "Sec-Fetch-Site: cross-site"] })).toBe(403);
  expect(await statusOf({ lines: [...cancel, `Origin: http://${HERE}`] })).toBe(404);
  expect(await statusOf({ lines: ["GET /v1/submissions HTTP/1.1", `Host: ${HERE}`, cookie] })).toBe(401);

  const { stdout } = await cli("medhelm", ["audit", "-o", "out"], { cwd });
  const calls = stdout.replaceAll(/ +/g, " ");
  expect(calls).toContain("(no valid key) 127.0.0.1 none GET /live/r/{release}/* r1 401");
  expect(calls).toContain("(no valid key) 127.0.0.1 none GET /metrics 401");
  expect(calls).toContain("local 127.0.0.1 local GET /v1/submissions 403");
});
