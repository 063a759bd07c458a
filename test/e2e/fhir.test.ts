import { globSync, readFileSync } from "node:fs";
import { right } from "@medhelm/testing/fhir/right-replies";
import { files } from "@medhelm/benchmarks/med-agent-bench/sample.cases";
import { tasks } from "@medhelm/benchmarks/med-agent-bench/sample";
import { json, serve } from "@medhelm/testing/fault-server";
import { searchRecords } from "@medhelm/testing/fhir/fhir-records";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { cliHere } from "./cli-here.ts";
import { testFolder } from "./cli.ts";
import { answer, startModelServer } from "./model-server.ts";
import { writeFiles } from "./small-benchmark.ts";

const Body = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) });

/** A model that carries out each task with the next of its right replies. */
function rightReply(body: string) {
  const { messages } = Body.parse(JSON.parse(body));
  const task = tasks.find(({ instruction }) => messages[0]?.content.endsWith(`Question: ${instruction}`));
  const step = messages.filter(({ role }) => role === "assistant").length;
  return answer(right[task?.id ?? ""]?.[step] ?? "17");
}

/** A FHIR server of the invented records. */
async function startFhirServer() {
  const server = await serve((request, _, response) =>
    json(response, 200, searchRecords((request.url ?? "").replace(/^\/v1\//, ""))),
  );
  onTestFinished(server.close);
  return server;
}

/** The command of docs/agents.md, with the addresses of the test. */
function documented(names: { readonly cwd: string; readonly model: string; readonly fhir: string | undefined }) {
  const line = /^medhelm (run .*med_agent_bench .*)$/mu.exec(readFileSync("docs/agents.md", "utf8"))?.[1] ?? "";
  const { cwd, model, fhir } = names;
  return line
    .replace(" --fhir-server http://127.0.0.1:8080/fhir", fhir === undefined ? "" : ` --fhir-server ${fhir}`)
    .replace("http://127.0.0.1:8000/v1", model)
    .replace("DIR", cwd)
    .split(" ");
}

test("an agent reads the user's FHIR server, and a second run asks neither server", async () => {
  const [model, fhir] = await Promise.all([startModelServer(rightReply), startFhirServer()]);
  const cwd = testFolder();
  writeFiles(cwd, files);
  const run = (address: string | undefined, ...more: readonly string[]) =>
    cliHere("medhelm", [...documented({ cwd, model: model.endpoint, fhir: address }), "--json", ...more], { cwd });

  const without = await run(undefined);
  expect(without).toMatchObject({ code: 2 });
  expect(without.stderr).toContain("read a FHIR server: give its address with --fhir-server URL");
  expect(model.requests).toEqual([]);

  const first = await run(fhir.baseUrl);
  expect(JSON.parse(first.stdout).scores).toMatchObject([
    { profile: "helm", mean: 1, n: 10 },
    { profile: "corrected", mean: 1, n: 10 },
  ]);
  const [seal = ""] = globSync(`${cwd}/benchmark_output/runs/agents/*/manifest.json`);
  expect(JSON.parse(readFileSync(seal, "utf8")).records).toEqual({
    tasks: 8,
    reads: 12,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const asked = model.requests.length;
  await fhir.close();
  expect(await run(fhir.baseUrl)).toMatchObject({ code: 0 });
  expect(model.requests.length).toBe(asked);

  const down = await run(fhir.baseUrl, "--fresh");
  expect(down).toMatchObject({ code: 2 });
  expect(down.stderr).toContain("does not answer Patient?_count=1");
});
