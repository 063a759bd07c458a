import { claimed } from "./claimed.ts";
import { givesAnswer } from "./final-tool.ts";
import type { AnswerOf } from "./tagged-calls.ts";
import { join, slice } from "../../text/reply-text.ts";

const NAMES = [
  /<(?:[|｜]DSML[|｜])?(?:function=|(?:\w+:)?invoke\s+name="?)([\w.-]{1,80})/iu,
  /["'](?:name|tool|tool_name|function|action)["']\s*:\s*["']([^"'\n]{1,80})["']/iu,
  /^(?:<[^<>]*>)?\s*(?:functions\.)?([A-Za-z_][\w.-]{0,80})(?=\s*(?:\n|<|\[ARGS\]|:\d|\())/u,
];
const PARAMETER =
  /<(?:[|｜]DSML[|｜])?parameter(?:=|\s+name="?)[\w-]{1,80}[^<>\n]{0,80}>([^<]{0,5000})<\/|<arg_value>([^<]{0,5000})<\/arg_value>/gu;

/** Takes the object, or the parameters, of a call to a tool that gives the final answer. */
export const taggedAnswer: AnswerOf = (call, body, steps) => {
  const name = NAMES.map((one) => one.exec(call.text)?.[1]).find((one) => one !== undefined);
  if (name === undefined || !givesAnswer(name)) return undefined;
  const [open, close] = [body.text.indexOf("{"), body.text.lastIndexOf("}")];
  if (open >= 0 && open < close) return slice(body, open, close + 1);
  const values = [...call.text.matchAll(PARAMETER)].map(({ 0: all, 1: value, 2: other = "", index }) => {
    const own = value ?? other;
    const from = index + all.lastIndexOf(`${own}</`);
    return claimed(slice(call, from, from + own.length), name, steps);
  });
  return values.length === 0 ? undefined : join(values);
};
