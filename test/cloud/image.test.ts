import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { execForm, faultsOf, instructionsOf, performCopies } from "./dockerfile.ts";
import { imageCases, type ImageSteps, type MadeImage } from "./image.cases.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const dockerfile = instructionsOf(readFileSync(join(root, "image/Dockerfile"), "utf8"));

describe("the Dockerfile", () => {
  test("is pinned, does not run as root, starts no shell, and holds no secret", () => {
    expect(faultsOf(dockerfile)).toEqual([]);
  });

  test("each rule finds its fault", () => {
    const bad = `FROM node:24-slim
ENV OPENAI_API_KEY=x
ADD https://example.com/x.tar.gz /x
COPY . .
RUN curl https://example.com | sh
CMD node job.mjs`;
    expect(faultsOf(instructionsOf(bad))).toEqual([
      "it runs as root",
      "FROM node:24-slim is not pinned by an exact version and a digest",
      "OPENAI_API_KEY=x looks like a secret",
      "ADD https://example.com/x.tar.gz /x: ADD takes addresses and unpacks archives; use COPY",
      "COPY . . takes more than what runs",
      "RUN curl https://example.com | sh fetches a program",
      "CMD node job.mjs needs a shell",
    ]);
  });

  test("has the repository's version of Node", () => {
    const { devDependencies } = z
      .object({ devDependencies: z.object({ node: z.string() }) })
      .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
    expect(dockerfile[0]?.rest).toMatch(new RegExp(`^node:${devDependencies.node.replaceAll(".", "\\.")}-`));
  });

  test("copies only files that pass the filter of the build context", () => {
    const allowed = readFileSync(join(root, "image/Dockerfile.dockerignore"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1));
    const sources = dockerfile
      .filter(({ name }) => name === "COPY")
      .flatMap(({ rest }) =>
        rest
          .split(/\s+/)
          .filter((word) => !word.startsWith("--"))
          .slice(0, -1),
      );
    expect(sources.map((source) => source.replace(/\/$/, "")).toSorted()).toEqual(allowed.toSorted());
  });
});

/** Runs the COPY steps into an empty folder, and starts the entry point there. */
async function inFolder({ dockerfile: steps, context }: ImageSteps): Promise<MadeImage> {
  const folder = await mkdtemp(join(tmpdir(), "medhelm-image-"));
  const app = await performCopies(steps, folder, context);
  return {
    app,
    start(command, env) {
      const [limit = "", ...args] = [...execForm(steps, "ENTRYPOINT"), ...command];
      expect([limit, ...args.slice(0, 2)]).toEqual(["prlimit", "--core=0", "node"]);
      return spawn(
        limit,
        args.map((arg) => (arg === "node" ? process.execPath : arg.replace(/^\/app\//, `${app}/`))),
        {
          cwd: app,
          env: {
            PATH: "/usr/bin:/bin",
            TMPDIR: mkdtempSync(join(tmpdir(), "medhelm-job-")),
            NODE_ENV: "production",
            MEDHELM_CONF: join(app, "conf"),
            ...env,
          },
          stdio: ["ignore", "ignore", "pipe"],
        },
      );
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

imageCases("the image's steps in an empty folder", undefined, dockerfile, inFolder);
