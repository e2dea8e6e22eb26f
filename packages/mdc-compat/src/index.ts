export { cursor, mdc } from "./dialects/cursor/codec.ts";
export { precept } from "./dialects/precept/codec.ts";
export { anyDialect } from "./any-dialect.ts";
export { fromCursorGlob, toCursorGlobs } from "./dialects/cursor/globs.ts";
export { dialectDiagnostics, type DialectDiagnosticCode } from "./diagnostic-catalogue.ts";
export { findLocation, ruleLocations, type RuleLocation } from "./locations.ts";
export type { FidelityNote, ParsedFile, PrintedFile, RuleCodec, RuleFile } from "@precept/core";
