// Baseline files. A separate entry point, so that programs without policies do not load this code.
export { loadBaseline, updateBaseline, type LoadedBaseline } from "./baseline-file.ts";
