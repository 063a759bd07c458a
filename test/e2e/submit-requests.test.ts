import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { smallPng } from "@medhelm/testing/small-png";
import { expect, test } from "vitest";
import { z } from "zod";
import { cli, launch, testFolder } from "./cli.ts";
import { answer, startModelServer } from "./model-server.ts";
import { entry, smallBenchmarkFolder, writeFiles } from "./small-benchmark.ts";

const Sent = z.looseObject({
  max_tokens: z.int(),
  temperature: z.number(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});

const DEMO = "demo_notes:model=baseline_first-option";

test("a submission changes the requests of its candidates, and --fresh asks all of them again", async () => {
  const cwd = testFolder();
  const env = { MEDHELM_HOME: join(cwd, "home") };
  const sent: z.infer<typeof Sent>[] = [];
  let images = 0;
  const server = await startModelServer((body) => {
    images += body.split("data:image/png;base64,").length - 1;
    if (body.includes("Bed")) sent.push(Sent.parse(JSON.parse(body)));
    return answer("Yes");
  });
  const stack = launch("medhelm", ["up", "--endpoint", server.endpoint, "--port", "18997", "-o", "out"], { cwd, env });
  const [, url = ""] = await stack.until(/API\s+(http:\S+)\/v1[\s\S]*submit .*\n/);
  const client = smallBenchmarkFolder();
  const submit = (...more: readonly string[]) =>
    cli("medhelm", ["submit", "-r", entry("small", "acme/model-1"), "--suite", "s", "--api", url, "--wait", ...more], {
      cwd: client,
      env,
    });

  const changed = ["--max-tokens", "70", "--temperature", "0.5", "--system-message", "Be brief."];
  expect(await submit(...changed)).toMatchObject({ code: 0 });
  expect(sent).toHaveLength(3);
  expect(sent[0]).toMatchObject({
    max_tokens: 70,
    temperature: 0.5,
    messages: [{ role: "system", content: "Be brief." }, { role: "user" }],
  });
  const [run = "", ...others] = readdirSync(join(cwd, "out/runs/s")).filter((name) => name !== ".generations");
  expect([run, others]).toEqual([
    expect.stringMatching(/^SMALL:model=acme_model-1,max_tokens=70,temperature=0\.5,system_message=[0-9a-f]{8}$/),
    [],
  ]);

  expect(await submit(...changed)).toMatchObject({ code: 0 });
  expect(sent).toHaveLength(3);
  expect(await submit(...changed, "--fresh")).toMatchObject({ code: 0 });
  expect(sent).toHaveLength(6);
  const manifest: unknown = JSON.parse(readFileSync(join(cwd, "out/runs/s", run, "manifest.json"), "utf8"));
  expect(manifest).toMatchObject({ generation: 2 });

  // the client uploads the images that a table names, and the model gets them
  writeFiles(client, {
    "pictures.yaml":
      "name: PICTURES\ndescription: d\nprompt_file: look.txt\ndataset_file: looks.csv\nimage_columns: [image]\nmetrics:\n  - name: exact_match\n",
    "look.txt": "{image}\n{question}",
    "looks.csv": "image,question,correct_answer\npictures/one.png,Is it grey?,Yes\n",
  });
  mkdirSync(join(client, "pictures"));
  writeFileSync(join(client, "pictures/one.png"), smallPng(90));
  const pictures = "medhelm_configurable_benchmark:config_path=pictures.yaml,model=acme/model-1";
  const args = ["submit", "-r", pictures, "--suite", "s", "--api", url, "--wait"];
  expect(await cli("medhelm", args, { cwd: client, env })).toMatchObject({ code: 0 });
  expect(images).toBe(1);
  await stack.stop();
});

test("a submission with HELM's prompts needs a service that has them, and its run says whose words it sent", async () => {
  const cwd = testFolder();
  const env = { MEDHELM_HOME: join(cwd, "home") };
  const at = { cwd, env };
  const stack = launch("medhelm", ["up", "--port", "18998", "-o", "out"], at);
  const [, url = ""] = await stack.until(/API\s+(http:\S+)\/v1[\s\S]*submit .*\n/);
  const submit = () =>
    cli(
      "medhelm",
      [
        ..."submit -r demo_notes:model=baseline/first-option --suite s -m 2 --prompts helm --wait --api".split(" "),
        url,
      ],
      at,
    );
  const missing = await submit();
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringContaining(
      `--prompts helm: there are no prompts in the service; get them with: medhelm prompts pull gs://BUCKET/FOLDER --prompts-dir ${join(cwd, "out/.medhelm/prompts")}`,
    ),
  ]);

  // HELM's run of the benchmark
  await cli(
    "medhelm",
    "run --protocol helm -r demo_notes:model=baseline/first-option --suite h -m 2 -o helm".split(" "),
    at,
  );
  rmSync(join(cwd, "helm/runs/h", DEMO, "manifest.json"));
  expect(await cli("medhelm", "prompts pull helm -o out".split(" "), at)).toMatchObject({ code: 0 });
  expect(await submit()).toMatchObject({ code: 0 });
  const manifest: unknown = JSON.parse(readFileSync(join(cwd, "out/runs/s", DEMO, "manifest.json"), "utf8"));
  expect(manifest).toMatchObject({ prompts: expect.stringMatching(/^helm [0-9a-f]{64}$/) });
  await stack.stop();
});
