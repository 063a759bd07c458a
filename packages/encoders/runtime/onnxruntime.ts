// The only import of ONNX Runtime. It is in this folder because `npm run encoders:install` installs the library here
// (decision 0004: the library has 300 MB, so that `npm ci` leaves it out).
export { InferenceSession, Tensor } from "onnxruntime-node";
