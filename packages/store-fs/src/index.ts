export { createFsStore } from "./store.ts";
export { listRuleFiles } from "./list-files.ts";
export type { FsRoot, FsStoreOptions } from "./options.ts";
export { findRoots, type FoundRoots, type RootLocation } from "./find-roots.ts";
export { RootFinder } from "./root-finder.ts";
export { defaultMaxDepth, defaultMaxDirectories, type SearchOptions } from "./search-directories.ts";
export { readRuleFile, type ReadFile } from "./read-rule.ts";
export { createReferenceReader, type ReferenceReaderOptions } from "./reference-reader.ts";
export { fileDiagnostics, type FileDiagnosticCode } from "./diagnostic-catalogue.ts";
