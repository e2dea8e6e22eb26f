export { createFsStore } from "./store.ts";
export type { FsRoot, FsStoreOptions } from "./options.ts";
export { pathInside } from "./paths.ts";
export { findRoots, type RootLocation } from "./find-roots.ts";
export { readRuleFile, type ReadFile } from "./read-rule.ts";
export { createReferenceReader, type ReferenceReaderOptions } from "./reference-reader.ts";
export { fileDiagnostics, type FileDiagnosticCode } from "./diagnostic-catalogue.ts";
export { replaceFileText } from "./replace-file-text.ts";
