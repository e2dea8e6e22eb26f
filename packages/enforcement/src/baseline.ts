// Baseline files. Apart from the rest, since they bring along code that a workspace without policies never needs.
export { loadBaseline, updateBaseline, type LoadedBaseline } from "./baseline-file.ts";
