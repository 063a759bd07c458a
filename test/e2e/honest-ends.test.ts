import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { prepared, RUN } from "./small-run.ts";
import { cliHere } from "./cli-here.ts";
import { answer, problem, type Reply, startModelServer } from "./model-server.ts";
import { testFolder } from "./cli.ts";

const VERDICT = JSON.stringify(
  Object.fromEntries(["accuracy", "completeness", "clarity"].map((name) => [name, { score: 4, explanation: "x" }])),
);

test("a run in which every request is refused fails with exit 1 and the server's reason", async () => {
  const server = await startModelServer(() => problem(400, { message: "max_tokens must be at least 16" }));
  const { run } = prepared();
  const { code, stdout, stderr } = await run(server.endpoint, "--max-failures", "100%");
  expect(code).toBe(1);
  expect(stdout.split("\n").map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
    [""],
    ["run", "metric"],
    [expect.stringMatching(/^-+$/), expect.stringMatching(/^-+$/)],
    [RUN, "failed (too_many_failures)"],
    [""],
    ["results", `benchmark_output/runs/s/${RUN}`],
    ["next", "remove the cause, then run the same command again"],
    [""],
  ]);
  expect(stderr).toContain(
    'acme/model-1 answered 0 of 3 requests: HTTP 400, the server refuses the request: "max_tokens must be at least 16"; remove the cause, then run the same command again',
  );
});

test("a passing failure leaves the run open, and the next start asks only for it", async () => {
  const server = await startModelServer((body) =>
    body.includes("window") ? problem(503, { message: "busy" }) : answer("Yes"),
  );
  const { run } = prepared();
  const first = await run(server.endpoint, "--max-failures", "1");
  expect(first.code).toBe(0);
  expect(first.stderr).toContain(
    "1 request got no answer for a temporary reason; run the same command again, and it asks only for them\n",
  );
  const asked = server.requests.length;
  server.says(() => answer("Yes"));
  const second = await run(server.endpoint);
  expect(second.code).toBe(0);
  expect(second.stderr).toContain("asking again for a request without an answer");
  expect(server.requests.length).toBe(asked + 1);
});

test("a failed request counts as 0 in HELM scoring, and is missing in corrected scoring", async () => {
  const server = await startModelServer((body) =>
    body.includes("window") ? problem(400, { message: "not today" }) : answer("Yes"),
  );
  const { run } = prepared();
  const { stdout } = await run(server.endpoint, "--max-failures", "1", "--json");
  expect(JSON.parse(stdout)).toMatchObject({
    coverage: { answered: 2, failed: 1, scored: { helm: 3, corrected: 2 } },
    scores: [
      { profile: "helm", mean: 2 / 3, n: 3 },
      { profile: "corrected", mean: 1, n: 2 },
    ],
  });
});

test("the table at the end shows scores with intervals, counts, and the next command", async () => {
  const server = await startModelServer(() => answer("Yes"));
  const { run } = prepared();
  const { stdout, stderr } = await run(server.endpoint);
  expect(stderr).toContain(
    "exact_match 0.667 (HELM scoring, n=3), 0.667 (corrected scoring, n=3); prompts: custom (1 of 1)\n",
  );
  const [, header = "", , row = "", , results, next] = stdout.split("\n");
  expect(header.split(/ {2,}/)).toEqual([
    "run",
    "metric",
    "HELM scoring",
    "corrected scoring",
    "n",
    "failed",
    "cut",
    "refused",
    "prompts",
    "time",
  ]);
  expect(row.split(/ {2,}/).slice(0, 6)).toEqual([
    RUN,
    "exact_match",
    "0.667 [0.208, 0.939]",
    "0.667 [0.208, 0.939]",
    "3",
    "0",
  ]);
  expect(results).toBe(`results  benchmark_output/runs/s/${RUN}`);
  expect(next).toBe("next     medhelm summarize --suite s");
});

test("--json has the scores with their counts, and the failure of a run", async () => {
  const server = await startModelServer(() => answer("Yes"));
  const { run } = prepared();
  const scored = JSON.parse((await run(server.endpoint, "--json")).stdout);
  expect(scored).toMatchObject({
    run: RUN,
    wording: "custom",
    scores: [
      { profile: "helm", n: 3 },
      { profile: "corrected", n: 3 },
    ],
  });
  server.says(() => problem(500, { message: "out of memory" }));
  const failed = JSON.parse((await run(server.endpoint, "--json", "--suite", "other", "--disable-cache")).stdout);
  expect(failed).toMatchObject({ run: RUN, failure: { reason: "endpoint_down" } });
});

test("--junit writes a failure for CI, with the scores of the others as properties", async () => {
  const server = await startModelServer(() => problem(400, { message: "a < b & c" }));
  const { cwd, run } = prepared();
  await run(server.endpoint, "--junit", "report.xml");
  const report = readFileSync(join(cwd, "report.xml"), "utf8");
  expect(report).toContain(`<testsuite name="medhelm s" tests="1" failures="1" errors="0" skipped="0"`);
  expect(report).toContain('<failure type="too_many_failures" message="acme/model-1 answered 0 of 3 requests');
  expect(report).toContain("a &lt; b &amp; c");
});

test("--junit in a folder that does not exist is refused before the first request", async () => {
  const server = await startModelServer(() => answer("Yes"));
  const { run } = prepared();
  const { code, stderr } = await run(server.endpoint, "--junit", "none/report.xml");
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      "medhelm: --junit none/report.xml: the folder none: there is no such folder; make the folder first, or name another file\n",
  });
  expect(server.requests.length).toBe(0);
});

describe("a run without one usable answer never ends with exit code 0", () => {
  const quota = { message: "You exceeded your current quota", code: "insufficient_quota" };
  test.each<readonly [what: string, reply: Reply, code: number]>([
    ["HTTP 401, which a key cures", problem(401, { message: "no" }), 2],
    ["HTTP 403, which a key cures", problem(403, { message: "no" }), 2],
    ["HTTP 404 for the model, which its name cures", problem(404, { message: "no such model" }), 2],
    ["HTTP 429 for a used-up quota, which a payment cures", problem(429, quota), 2],
    ["HTML with HTTP 200, which another address cures", { type: "text/html", body: "<html>Welcome</html>" }, 2],
    ["HTTP 400", problem(400, { message: "no" }), 1],
    ["HTTP 422", problem(422, { message: "no" }), 1],
    ["HTTP 429", problem(429, { message: "slow down" }), 1],
    ["HTTP 500", problem(500, { message: "no" }), 1],
    ["HTTP 503", problem(503, { message: "no" }), 1],
    ["an error inside HTTP 200", { body: JSON.stringify({ error: { message: "no" } }) }, 1],
    ["no choice", { body: JSON.stringify({ choices: [] }) }, 1],
    ["empty answers", answer(""), 1],
  ])("%s", async (_, reply, code) => {
    const server = await startModelServer(() => reply);
    const ended = await prepared().run(server.endpoint, "--max-retries", "0");
    expect(ended.code).toBe(code);
  });

  test("a server that is not there, which another address cures", async () => {
    expect(await prepared().run("http://127.0.0.1:9/v1", "--max-retries", "0")).toMatchObject({ code: 2 });
  });
});

/** Lists two models, and its replies report the second one. */
const another = () =>
  startModelServer(
    (body) => {
      const { body: text } = answer(body.includes("clarity") ? VERDICT : "Yes");
      return { body: JSON.stringify({ ...JSON.parse(text), model: "model-b" }) };
    },
    ["model-a", "model-b"],
  );

describe("a server of several models that answers with one of them", () => {
  test("is refused for a candidate that it does not list, with the names that it lists", async () => {
    const server = await another();
    const { code, stderr } = await prepared().run(server.endpoint);
    expect(code).toBe(2);
    expect(stderr).toContain(
      `acme/model-1 would be "model-b": ${server.endpoint} answers with it, and does not list acme/model-1 (it lists model-a, model-b); choose one of them with --model-name`,
    );
    expect(server.requests).toEqual([]);
  });

  test("is refused for a judge that it does not list, unless --judges-may-be-candidate accepts it", async () => {
    const server = await another();
    const jury = (...more: readonly string[]) =>
      cliHere(
        "medhelm",
        [
          ..."run -r demo_notes:model=baseline/first-option -m 1 --suite s --judges acme/judge --endpoint".split(" "),
          server.endpoint,
          ...more,
        ],
        { cwd: testFolder() },
      );
    const { code, stderr } = await jury();
    expect(code).toBe(2);
    expect(stderr).toContain(
      `acme/judge would be "model-b": ${server.endpoint} answers with it, and does not list acme/judge (it lists model-a, model-b); let one of them judge under its own name, as in --judges local/model-a, give a server of that judge with --judge-endpoint, or accept it with --judges-may-be-candidate, which marks the scores`,
    );
    expect(await jury("--judges-may-be-candidate")).toMatchObject({ code: 0 });
  });

  test("is asked if its replies report a version of the model's name", async () => {
    const server = await startModelServer(
      (body) => {
        const { body: text } = answer(body.includes("clarity") ? VERDICT : "Yes");
        return { body: JSON.stringify({ ...JSON.parse(text), model: "model-1-2026-08-06" }) };
      },
      ["model-a", "model-b"],
    );
    expect(await prepared().run(server.endpoint)).toMatchObject({ code: 0 });
  });
});

/** Answers, and judges answers well. */
const judging = () => startModelServer((body) => answer(body.includes("clarity") ? VERDICT : "Rest and fluids."));
const askedJudges = (endpoint: string, cwd: string, ...args: readonly string[]) =>
  cliHere(
    "medhelm",
    ["run", "-r", "demo_notes:model=acme/model-1", "-m", "1", "--suite", "s", "--endpoint", endpoint, ...args],
    { cwd },
  );
describe("a jury at a server of one model", () => {
  const JUDGES = ["--judges", "openai/gpt-5", "acme/judge"];

  test("is refused before the first request, because the candidate would judge itself", async () => {
    const server = await startModelServer();
    const { code, stderr } = await askedJudges(server.endpoint, testFolder(), ...JUDGES);
    expect(code).toBe(2);
    expect(stderr).toContain(
      `the judge openai/gpt-5 would be "model-1", the only model of ${server.endpoint}: name a server of the judge with --judge-endpoint`,
    );
    expect(server.requests).toEqual([]);
  });

  test("is refused as well if --model-name names the candidate", async () => {
    const server = await startModelServer();
    const { code } = await askedJudges(server.endpoint, testFolder(), ...JUDGES, "--model-name", "model-1");
    expect(code).toBe(2);
    expect(server.requests).toEqual([]);
  });

  test("is refused with the way in which that model judges under its own name if --judge-endpoint gives the server", async () => {
    const server = await startModelServer();
    const args = (...judges: readonly string[]) => ["--judges", ...judges, "--judge-endpoint", server.endpoint];
    const { stderr } = await askedJudges(server.endpoint, testFolder(), ...args("openai/gpt-5"));
    expect(stderr).toContain(
      'would be "model-1", the only model of ' +
        `${server.endpoint}: let it judge under its own name with --judges local/model-1, give a server of the named judge`,
    );
    server.says((body) => answer(body.includes("clarity") ? VERDICT : "Rest and fluids."));
    const followed = await askedJudges(server.endpoint, testFolder(), ...args("local/model-1"));
    expect(followed.stderr).toContain("1 of 1 verdicts scored");
  });

  const ACCEPTED = [...JUDGES, "--judges-may-be-candidate"];

  test("is accepted with --judges-may-be-candidate, and the manifest and the leaderboard say so", async () => {
    const server = await judging();
    const cwd = testFolder();
    await askedJudges(server.endpoint, cwd, ...ACCEPTED);
    const path = join(cwd, "benchmark_output/runs/s/demo_notes:model=acme_model-1/manifest.json");
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
      judges: [
        { name: "openai/gpt-5", answeredBy: "model-1", isCandidate: true, sameFamily: true },
        { name: "acme/judge", answeredBy: "model-1", isCandidate: true, sameFamily: true },
      ],
    });
    const summary = await cliHere("medhelm", ["summarize", "--suite", "s"], { cwd });
    expect(summary.stderr).toContain("These models judged their own answers: acme/model-1.");
    expect(readFileSync(join(cwd, "benchmark_output/runs/s/leaderboard.json"), "utf8")).toContain(
      "These models judged their own answers: acme/model-1.",
    );
  });

  test("is marked in the end line, a sentence and the table", async () => {
    const server = await judging();
    const { stdout, stderr } = await askedJudges(server.endpoint, testFolder(), ...ACCEPTED);
    expect(stderr).toContain("; prompts: own; judged by the model itself (1 of 1)\n");
    expect(stderr).toContain("the model judged its own answers under the names openai/gpt-5, acme/judge; ");
    expect(stdout).toContain("  2 of 2 (own judge)  ");
  });

  test("is accepted for the server of --model, too, whose model judges for a judge that is no longer served", async () => {
    const server = await judging();
    const cwd = testFolder();
    const judges = ["--judges", "openai/gpt-4o-2024-05-13", "--judges-may-be-candidate"];
    const args = ["run", "--run-entries", "demo_notes", "--model", server.endpoint, "--suite", "s"];
    const { code, stderr } = await cliHere("medhelm", [...args, "--max-eval-instances", "1", ...judges], { cwd });
    expect([code, stderr]).toEqual([0, expect.stringContaining("; judged by the model itself (1 of 1)\n")]);
  });

  test("is marked in medhelm inspect", async () => {
    const server = await judging();
    const cwd = testFolder();
    await askedJudges(server.endpoint, cwd, ...ACCEPTED);
    const { stdout } = await cliHere("medhelm", ["inspect", "benchmark_output/runs/s/demo_notes:model=acme_model-1"], {
      cwd,
    });
    expect(stdout).toContain("\njudged by the model itself under the names openai/gpt-5, acme/judge\n");
  });

  test("is marked in --json and --junit", async () => {
    const server = await judging();
    const cwd = testFolder();
    const { stdout } = await askedJudges(server.endpoint, cwd, ...ACCEPTED, "--json", "--junit", "report.xml");
    expect(JSON.parse(stdout)).toMatchObject({ judgedItself: ["openai/gpt-5", "acme/judge"] });
    expect(readFileSync(join(cwd, "report.xml"), "utf8")).toContain(
      "verdicts.scored=2&#10;judged.itself=openai/gpt-5, acme/judge</system-out>",
    );
  });

  test("fails with exit 1 and the judges' reason if no verdict can be read", async () => {
    const server = await startModelServer(() => answer("A"));
    const { code, stdout, stderr } = await askedJudges(server.endpoint, testFolder(), ...ACCEPTED);
    expect(code).toBe(1);
    expect(stdout).not.toContain("demo_notes_accuracy");
    expect(stderr).toContain(
      "the judges gave 0 of 2 verdicts: the reply is no JSON object (2 of acme/judge and openai/gpt-5); choose other judges",
    );
  });
});

/** A reply without text, and what the end line, and a sentence with the cure, say of three of them. */
test("thinking in answers is named where HELM scoring reads it, at the end and in the summary", async () => {
  const server = await startModelServer(() => answer("<think>No? Let me see.</think>Yes"));
  const { cwd, run } = prepared();
  const { stderr } = await run(server.endpoint);
  expect(stderr).toContain("3 of 3 answers contain thinking, which HELM scoring reads as a part of the answer; ");
  const summary = await cliHere("medhelm", ["summarize", "--suite", "s"], { cwd });
  expect(summary.stderr).toContain(
    "HELM scoring reads thinking as a part of the answer, which may lower the scores of ",
  );
  const corrected = await cliHere("medhelm", ["summarize", "--suite", "s", "--profile", "corrected"], { cwd });
  expect(corrected.stderr).not.toContain("thinking");
});

test("impossible token counts are named at the end, in inspect and in models check", async () => {
  const counts = { prompt_tokens: -5, completion_tokens: 1e15 };
  const server = await startModelServer(() => ({
    body: JSON.stringify({ ...JSON.parse(answer("Yes").body), usage: counts }),
  }));
  const { cwd, run } = prepared();
  const { stderr } = await run(server.endpoint);
  expect(stderr).toContain("3 of 3 answers came with impossible token counts, such as negative ones; ");
  const shown = await cliHere("medhelm", ["inspect", RUN, "--suite", "s"], { cwd });
  expect(shown.stdout).toContain("not counted: the server reports impossible numbers, and no tokenizer is known");
  const checked = await cliHere("medhelm", ["models", "check", "acme/model-1", "--endpoint", server.endpoint], { cwd });
  expect(checked.stdout + checked.stderr).toContain("the server counts an impossible number of tokens");
});
