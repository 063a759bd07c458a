import { expect, test } from "vitest";
import { metricText } from "./metric-text.ts";

test("a metric has its help, its type, and a line for each sample, with escaped labels", () => {
  const samples = [{ labels: { code: "200", of: 'a "b"\\\n' }, value: 3 }, { value: 0.5 }];
  expect(metricText([{ name: "requests_total", help: "Answered requests.", type: "counter", samples }])).toBe(
    '# HELP requests_total Answered requests.\n# TYPE requests_total counter\nrequests_total{code="200",of="a \\"b\\"\\\\\\n"} 3\nrequests_total 0.5\n',
  );
});

test("a metric without samples is left out", () => {
  expect(metricText([{ name: "a", help: "A.", type: "gauge", samples: [] }])).toBe("");
});
