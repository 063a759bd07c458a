import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { testFolder } from "../e2e/cli.ts";

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const NAMESPACE = ["--map-root-user", "--net", "--mount"];
const SETUP = [
  "ip link set lo up",
  "ip addr add 10.99.0.1/32 dev lo",
  "ip route add local 0.0.0.0/0 dev lo table local",
  `echo '{"type":"authorized_user","client_id":"a","client_secret":"b","refresh_token":"c"}' > adc.json`,
  "echo 'nameserver 10.99.0.1' > resolv && mount --bind resolv /etc/resolv.conf",
];
const isLong = process.env["MEDHELM_CHAOS"] !== undefined;
const isPossible = isLong && spawnSync("unshare", [...NAMESPACE, "ip", "link", "set", "lo", "up"]).status === 0;

/** Starts the stack, which builds the site of the demo, and stops it when the site is there. */
const SITE = [
  'site() { medhelm start "$@" > served 2>&1 & stack=$!',
  "  for second in $(seq 240); do grep -q 'leaderboard  *http' served && break; sleep 1; done",
  "  kill -INT $stack; wait $stack; cat served; }",
];

const S3 = "AWS_ACCESS_KEY_ID=a AWS_SECRET_ACCESS_KEY=b AWS_REGION=us-east-1";
const RUN = "medhelm run --suite s -m 2";
/** Each kind of connection of the product: a command, and what it says. */
const KINDS: readonly (readonly [what: string, command: string, says: RegExp])[] = [
  [
    "a model by name",
    `${RUN} -r demo_questions:model=a/b --endpoint http://model.example/v1`,
    /--offline refuses a\/b/,
  ],
  ["a model by address", `${RUN} -r demo_questions:model=a/b --endpoint http://10.1.2.3/v1`, /--offline refuses a\/b/],
  ["a hosted model", `OPENAI_API_KEY=k ${RUN} -r demo_questions:model=openai/gpt-4o-2024-05-13`, /--offline refuses/],
  ["Claude", `ANTHROPIC_API_KEY=k ${RUN} -r demo_questions --model anthropic/claude-haiku-4-5`, /--offline refuses/],
  ["Gemini", `GEMINI_API_KEY=k ${RUN} -r demo_questions --model google/gemini-2.5-flash`, /--offline refuses/],
  [
    "the sign-in of Google Cloud",
    `GOOGLE_CLOUD_PROJECT=p GOOGLE_CLOUD_LOCATION=us-central1 GOOGLE_APPLICATION_CREDENTIALS=adc.json ${RUN} -r demo_questions --model vertex/gemini-2.5-flash`,
    /--offline refuses/,
  ],
  ["Bedrock", `${S3} ${RUN} -r demo_questions --model bedrock/amazon.nova-lite-v1:0`, /--offline refuses/],
  [
    "a judge",
    `OPENAI_API_KEY=k ${RUN} -r demo_notes:model=baseline/lead-sentences --judges openai/gpt-5.6-sol`,
    /--offline refuses/,
  ],
  [
    "a model behind a proxy",
    `http_proxy=http://proxy.example:3128 ${RUN} -r demo_questions:model=a/b --endpoint http://model.example/v1`,
    /--offline refuses a\/b/,
  ],
  [
    "a collector of traces",
    "medhelm up -o traced --otlp-endpoint http://collector.example:4318",
    /--otlp-endpoint sends names and times/,
  ],
  ["the weights of a model", `${RUN} -r demo_questions --model vllm/Qwen/Qwen3-8B --serve vllm`, /vLLM|vllm/],
  ["the stack with its site", "site -o start --port 18963", /http:\/\/127\.0\.0\.1:18963/],
  ["data", `${RUN} -r pubmed_qa:model=baseline/first-option`, /offline mode downloads nothing/],
  ["the prices of a plan", "medhelm plan -r demo_questions:model=openai/gpt-4o-2024-05-13", /usd|dollar|\$/i],
  ["the probe of a model", "OPENAI_API_KEY=k medhelm models check openai/gpt-4o-2024-05-13", /--offline refuses/],
  ["the state of the machine", "medhelm doctor", /--offline downloads none/],
  [
    "the shared store of a service",
    `${S3} medhelm up --store s3://bucket -o up`,
    /--offline refuses a connection to bucket\.s3/,
  ],
  [
    "the shared store of a worker",
    `${S3} medhelm worker --store s3://bucket -o worker`,
    /--offline refuses a connection to bucket\.s3/,
  ],
  ["nothing: a local run", `${RUN} -r demo_questions:model=baseline/first-option`, /results {2}/],
];

test.skipIf(!isPossible)(
  "with --offline no kind of connection leaves the machine, not even the lookup of a name (npm run chaos)",
  { timeout: 600_000 },
  () => {
    const cwd = testFolder();
    const commands = KINDS.map(([, command], i) => `${command} --offline > ${i} 2>&1`);
    const script = [
      ...SETUP,
      `printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' '${process.execPath}' '${pathOf("../../packages/cli/bin/medhelm.js")}' > medhelm`,
      "chmod +x medhelm; PATH=$PWD:$PATH",
      ...SITE,
      `'${process.execPath}' '${pathOf("wire.ts")}' wire & wire=$!; trap 'kill $wire' EXIT`,
      "until [ -e wire ]; do sleep 0.05; done",
      ...commands,
      "cp wire offline",
      `${RUN} -r demo_questions:model=a/b --endpoint http://model.example/v1 > control 2>&1`,
    ].join("\n");
    writeFileSync(join(cwd, "script"), script);
    spawnSync("unshare", [...NAMESPACE, "bash", "script"], {
      cwd,
      env: { PATH: `${dirname(process.execPath)}:/usr/sbin:/usr/bin:/sbin:/bin`, HOME: cwd },
    });
    const read = (file: string | number): string => readFileSync(join(cwd, String(file)), "utf8");
    expect(existsSync(join(cwd, "control"))).toBe(true);
    const silent = KINDS.flatMap(([what, , says], i) => (says.test(read(i)) ? [] : [`${what}: ${read(i)}`]));
    expect(silent).toEqual([]);
    expect(read("offline")).toBe("");
    expect(read("wire")).toContain("name model.example.\nconnection to 10.66.66.66:80\n");
  },
);
