import { checkedRows } from "@medhelm/benchmarks/configurable/instances";
import { openTable } from "@medhelm/benchmarks/files/open-table";
import { parseJson } from "@medhelm/core/store/objects";
import { gatherProblems, orUserError, problemsOf, UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { diskFiles } from "../places/disk-files.ts";
import type { Checked } from "./checked.ts";
import { fileLines } from "./file-lines.ts";

export async function checkTable(path: string, workingDirectory: string): Promise<Checked> {
  const table = await openTable({ ...(await diskFiles(workingDirectory).open(path)), label: path });
  const problems = gatherProblems();
  let count = 0;
  const { rows } = table.rows((problem) => problems.add(problem.message));
  for await (const _ of checkedRows(table.label, rows, {
    needsAnswer: table.columns.includes("correct_answer"),
    onProblem: (problem) => problems.add(problem.message),
  }))
    count++;
  problems.throwAny();
  return { kind: "data", found: [`${count} rows; columns ${table.columns.join(", ")}`] };
}

export async function checkJsonLines(path: string, workingDirectory: string): Promise<Checked> {
  const problems = gatherProblems();
  let count = 0;
  const file = { ...(await diskFiles(workingDirectory).open(path)), label: path };
  for await (const { line, number } of fileLines(file)) {
    if (line.trim() === "") continue;
    count++;
    try {
      parseJson(new TextEncoder().encode(line), `${path}, line ${number}`, z.unknown());
    } catch (error) {
      problems.add(...problemsOf(orUserError(error)));
    }
  }
  problems.throwAny();
  if (count === 0) throw new UserError(`${path}: the file is empty; write one JSON value a line`);
  return { kind: "JSON lines", found: [`${count} lines`] };
}
