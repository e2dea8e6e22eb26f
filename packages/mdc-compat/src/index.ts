export { cursor, mdc } from "./dialects/cursor/codec.ts";
export { precept } from "./dialects/precept/codec.ts";
export { fromCursorGlob, toCursorGlobs } from "./dialects/cursor/globs.ts";
export { dialectDiagnostics, type DialectDiagnosticCode } from "./diagnostic-catalogue.ts";
export { findCodec, ruleLocations, type RuleLocation } from "./locations.ts";
export type { FidelityNote, ParsedFile, PrintedFile, RuleCodec, RuleFile } from "@precept/core";
