import type { SkipReason } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";

/** A file whose text the prompt has already, as a part of the agent context. */
export interface AgentContextFile {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly content: string;
  /** SHA-256 of the file's bytes, in lower-case hexadecimal. Recognises links to the file and copies of it. */
  readonly sha256?: string | undefined;
}

/** Returns why a rule is skipped whose file is in the agent context; undefined if it is not. */
export function findInAgentContext({ origin }: Rule, files: readonly AgentContextFile[]): SkipReason | undefined {
  const file = files.find(({ path, sha256 }) => origin.path === path || (sha256 !== undefined && origin.sha256 === sha256));
  return file === undefined ? undefined : { kind: "inAgentContext", file: file.path };
}
