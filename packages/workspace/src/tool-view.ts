import type { Diagnostic, Resolution, Rule } from "@precept/core";
import type { DialectId, FileRead } from "@precept/mdc-compat";

/** What a tool itself reads from a project: its own files and others that it reads, exported ones included. */
export interface ToolView {
  readonly tool: DialectId;
  /** Display name of the tool. */
  readonly title: string;
  /** The files that apply to the request, as rules: in the order of the tool, and cut where the tool cuts them. */
  readonly resolution: Resolution;
  /** All rule files of the project: those that the tool reads, in its order, then the others with the reason. */
  readonly files: readonly SeenFile[];
  /** The rules of Precept that no file of the tool has. */
  readonly unserved: readonly UnservedRule[];
  /** The problems of the files that the tool reads, as the tool reads them. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A rule file of the project. */
export interface SeenFile extends FileRead {
  /** The ids of the rules exported to the file or imported from it. Empty for a file that is only written by hand. */
  readonly rules: readonly string[];
}

/** A rule of Precept that a tool does not read. */
export interface UnservedRule {
  readonly rule: Rule;
  /** Why, as a clause: "not exported to Claude Code". */
  readonly reason: string;
}
