import { UserError } from "@medhelm/core/user-error";
import { expect, test } from "vitest";
import { withLayerOutput } from "./onnx-layer.ts";

const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)];
const varint = (n: number): number[] => (n < 128 ? [n] : [(n % 128) + 128, Math.floor(n / 128)]);
const field = (number: number, bytes: readonly number[]): number[] => [
  number * 8 + 2,
  ...varint(bytes.length),
  ...bytes,
];
const node = (input: string, output: string): number[] =>
  field(1, [...field(1, utf8(input)), ...field(2, utf8(output))]);
const initializer = (name: string): number[] => field(5, [8, 32, ...field(8, utf8(name))]);
const model = (...graph: readonly number[][]): Uint8Array => Uint8Array.from([8, 9, ...field(7, graph.flat())]);
const added = (bytes: Uint8Array, to: Uint8Array): number[] => [...bytes.subarray(to.length)];

test("the bias of the last normalisation identifies the layer, and the new output follows the file's own bytes", () => {
  const bytes = model(
    initializer("distilbert.transformer.layer.4.output_layer_norm.bias"),
    initializer("distilbert.transformer.layer.5.output_layer_norm.bias"),
    node("distilbert.transformer.layer.4.output_layer_norm.bias", "norm_10"),
    node("distilbert.transformer.layer.5.output_layer_norm.bias", "norm_12"),
  );
  const found = withLayerOutput(bytes, 5, "model.onnx");
  expect(found.name).toBe("norm_10");
  expect(added(found.model, bytes)).toEqual(field(7, field(12, field(1, utf8("norm_10")))));
});

test("the layer is found with BERT's names, and by its scope name if biases are shared", () => {
  const bert = model(
    initializer("encoder.layer.4.output.LayerNorm.bias"),
    node("encoder.layer.4.output.LayerNorm.bias", "x"),
  );
  expect(withLayerOutput(bert, 5, "model.onnx").name).toBe("x");
  const scoped = model(node("shared", "/transformer/layer.4/output_layer_norm/LayerNormalization_output_0"));
  expect(withLayerOutput(scoped, 5, "model.onnx").name).toBe(
    "/transformer/layer.4/output_layer_norm/LayerNormalization_output_0",
  );
});

test("quantised weights are refused, because their scores differ", () => {
  const quantised = model([...field(1, [...field(2, utf8("x")), ...field(4, utf8("DynamicQuantizeLinear"))])]);
  expect(() => withLayerOutput(quantised, 5, "model.onnx")).toThrow(
    "model.onnx is quantised (DynamicQuantizeLinear), and its scores are not BERTScore's: use the float32 export",
  );
});

test("a graph without that layer, an incomplete file and a file of another kind are refused in one sentence", () => {
  expect(() => withLayerOutput(model(node("a", "b")), 5, "dir/model.onnx")).toThrow(
    /^dir\/model\.onnx: layer 5 of a DistilBERT or BERT encoder cannot be identified/,
  );
  const whole = model(node("a", "b"));
  expect(() => withLayerOutput(whole.subarray(0, -3), 5, "model.onnx")).toThrow(
    "model.onnx is not an ONNX model, or is incomplete (a field extends beyond its end)",
  );
  expect(() => withLayerOutput(Uint8Array.from(utf8("<html>not found</html>")), 5, "model.onnx")).toThrow(UserError);
});
