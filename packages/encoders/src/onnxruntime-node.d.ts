// The types of ONNX Runtime come from onnxruntime-common, so that `npm run typecheck` works where the library is not installed.
declare module "onnxruntime-node" {
  export * from "onnxruntime-common";
}
