import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchmarkSamples } from "@medhelm/testing/fixtures/benchmarks/samples";
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

/** A benchmark that scores by BERTScore. */
const BERT = {
  "bert.yaml":
    "name: BERT\ndescription: d\nprompt_file: p.txt\ndataset_file: d.csv\nmax_tokens: 1\nmetrics:\n  - name: BERTScore-F\n",
  "p.txt": "Answer {note}:\n",
  "d.csv": 'note,correct_answer,incorrect_answers\na,Yes,"[""No""]"\n',
};

/** Starts the stack, which builds the site of the demo, and stops it when the site is there. */
const SITE = [
  'site() { medhelm start "$@" > served 2>&1 & stack=$!',
  "  for second in $(seq 240); do grep -q 'leaderboard  *http' served && break; sleep 1; done",
  "  kill -INT $stack; wait $stack; cat served; }",
];

/** A model on loopback, whose every answer is an agent's request to a FHIR server. */
const LOOPBACK = "http://127.0.0.1:18964/v1";
const ANSWER = "GET http://localhost:8080/fhir/Patient?name=a";
const REPLY = JSON.stringify({ choices: [{ message: { role: "assistant", content: ANSWER }, finish_reason: "stop" }] });
const MODEL = `require("node:http").createServer((request, response) => response.setHeader("content-type", "application/json").end(${JSON.stringify(REPLY)})).listen(18964, "127.0.0.1")`;

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
  [
    "the encoder of BERTScore",
    `${RUN} -r medhelm_configurable_benchmark:config_path=bert.yaml,model=a/b --endpoint ${LOOPBACK} --encoder-download`,
    /--encoder-download cannot download with --offline/,
  ],
  [
    "a FHIR server",
    `${RUN} -r med_agent_bench:data_path=.,model=a/b --endpoint ${LOOPBACK} --fhir-server http://fhir.example/fhir`,
    /--offline refuses a connection to fhir\.example/,
  ],
  [
    "the sign-in of a workflow by OIDC, which no command with --offline has",
    "ACTIONS_ID_TOKEN_REQUEST_URL=http://oidc.example/t ACTIONS_ID_TOKEN_REQUEST_TOKEN=t medhelm submit -r demo_questions:model=a/b --api http://api.example",
    /unknown option '--offline'/,
  ],
  ["a model on this machine", `${RUN} -r demo_questions:model=a/b --endpoint ${LOOPBACK}`, /results {2}/],
  ["nothing: a local run", `${RUN} -r demo_questions:model=baseline/first-option`, /results {2}/],
];

test.skipIf(!isPossible)(
  "with --offline no kind of connection leaves the machine, not even the lookup of a name (npm run chaos)",
  { timeout: 600_000 },
  async () => {
    const cwd = testFolder();
    const agent = (await benchmarkSamples()).get("med_agent_bench")?.files ?? {};
    for (const [path, file] of Object.entries({ ...BERT, ...agent })) writeFileSync(join(cwd, basename(path)), file);
    const commands = KINDS.map(([, command], i) => `${command} --offline > ${i} 2>&1`);
    const script = [
      ...SETUP,
      `printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' '${process.execPath}' '${pathOf("../../packages/cli/bin/medhelm.js")}' > medhelm`,
      "chmod +x medhelm; PATH=$PWD:$PATH",
      ...SITE,
      `'${process.execPath}' '${pathOf("wire.ts")}' wire & wire=$!`,
      `'${process.execPath}' -e '${MODEL}' & model=$!; trap 'kill $wire $model' EXIT`,
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
