import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileServer } from "@medhelm/testing/file-server";
import { expect, onTestFinished, test } from "vitest";
import { cli, testFolder } from "./cli.ts";

const PATH = "sct_bench/sct_cleaned_full.csv";

/** A mirror with a file whose checksum nobody published, and a command that pulls from it. */
async function mirror() {
  const server = await fileServer({ [PATH]: "an invented file\n" });
  onTestFinished(() => server.close());
  const cwd = testFolder();
  const data = (...args: readonly string[]) => cli("medhelm", ["data", ...args], { cwd });
  const pull = (...args: readonly string[]) => data("pull", "sct_bench", "--mirror", server.url, ...args);
  return { cwd, data, pull, file: join(cwd, "benchmark_output/.medhelm/data", PATH) };
}

test("a script accepts the licences before the first pull, and not before the second", async () => {
  const { pull, file } = await mirror();
  const refused = await pull();
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toMatch(
    /MIT \(authors' repository\)[^]*read the licences above, and give --yes to accept them/,
  );
  expect(existsSync(file)).toBe(false);
  expect(await pull("--yes")).toMatchObject({ code: 0 });
  expect(readFileSync(file, "utf8")).toBe("an invented file\n");
  expect(await pull()).toMatchObject({ code: 0, stderr: "" });
});

test("verify finds a file that was changed after its pull", async () => {
  const { data, pull, file } = await mirror();
  await pull("--yes");
  expect(await data("verify", "sct_bench")).toMatchObject({ code: 0 });
  writeFileSync(file, "changed\n");
  const verified = await data("verify", "sct_bench");
  expect(verified).toMatchObject({ code: 2 });
  expect(verified.stdout).toMatch(/sct_bench +sct_bench\/sct_cleaned_full\.csv +wrong +8 B +recorded/);
  expect(verified.stderr).toMatch(/is expected; medhelm data pull sct_bench replaces it/);
});

test("forget deletes the file", async () => {
  const { data, pull, file } = await mirror();
  await pull("--yes");
  expect(await data("forget", "sct_bench")).toMatchObject({ code: 0 });
  expect(existsSync(file)).toBe(false);
});

test("a file whose licence has a reservation stays out of the archive without its owner's consent", async () => {
  const { cwd, data, pull } = await mirror();
  await pull("--yes");
  expect((await data("bundle", "sct_bench")).stderr).toMatch(
    /sct_bench stays: its licence .* no file that may be passed on/s,
  );
  expect(await data("bundle", "sct_bench", "--consent", "sct_bench", "--to", "d.tar.gz")).toMatchObject({ code: 0 });
  expect(existsSync(join(cwd, "d.tar.gz"))).toBe(true);
});

test("an offline run without its file names the command that gets it", async () => {
  const { cwd } = await mirror();
  const { code, stderr } = await cli(
    "medhelm",
    ["run", "--run-entries", "sct_bench:model=simple/model1", "--suite", "a", "--offline"],
    { cwd },
  );
  expect(code).toBe(2);
  expect(stderr).toMatch(/run medhelm data pull sct_bench --data-dir DIR where the internet can be reached/);
});
