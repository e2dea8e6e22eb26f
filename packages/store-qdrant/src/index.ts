export { createQdrantSearch, type QdrantSearch } from "./qdrant-search.ts";
export type { FillProgress, QdrantSearchOptions } from "./options.ts";
export type { Verification } from "./verification.ts";
