/** What a user does with a random repository. */
export type Step = ToolStep | HandStep | CommitStep;

/** A commit of all files. Nothing happens in a project without git. */
export interface CommitStep {
  readonly do: "commit";
}

/** A command of Precept. `stopAfter` stops it before the change of a file with this number, as if the process was killed. */
export type ToolStep = { readonly stopAfter?: number | undefined } & (
  | {
      readonly do: "import";
      readonly merge?: boolean;
      /** Whether the last file of the first conflict is taken. */
      readonly takes?: boolean;
    }
  | {
      readonly do: "export";
      readonly to: readonly string[];
      readonly lossy: boolean;
      /** Whether the user agrees to programs that exported files start. */
      readonly allows?: boolean;
      /** Whether edits are taken into their rules first. */
      readonly pulls?: boolean;
      /** Whether the first file that is blocked is overwritten. */
      readonly forces?: boolean;
    }
  | { readonly do: "revert"; readonly to?: readonly string[] | undefined }
  | { readonly do: "eject"; readonly to?: readonly string[] | undefined }
);

/** A change by hand. Files and lines are counted around. */
export type HandStep =
  | {
      readonly do: "edit";
      readonly file: number;
      readonly how: "append" | "change" | "delete line" | "header" | "delete file";
      readonly line: number;
    }
  | {
      readonly do: "edit rule";
      readonly file: number;
      readonly how: "append" | "change" | "delete line" | "delete file";
      readonly line: number;
    };
