import type { EvalAgentDocument, EvalJudgeDocument } from "@precept/contract/evals";
import type { MatchDocument } from "@precept/contract/policy";

/** A case that can be run. */
export interface EvalCase {
  /** The name of its file, without `.yaml`. */
  readonly name: string;
  /** Relative to the project. */
  readonly file: string;
  readonly rules: readonly string[];
  readonly task: string;
  readonly start: { readonly folder: string | undefined; readonly files: Readonly<Record<string, string>> };
  readonly expect: {
    readonly policies: readonly string[];
    /** Its own match, and the matches in the checks of its rules. */
    readonly matches: readonly MatchDocument[];
    readonly command: readonly string[] | undefined;
    readonly question: string | undefined;
  };
  readonly agent: EvalAgentDocument;
  readonly judge: EvalJudgeDocument | undefined;
}
