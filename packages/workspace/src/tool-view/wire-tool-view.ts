import type { ComparedCell, ToolComparison } from "./compare-tools.ts";
import type { SeenFile, ToolView } from "../tool-view.ts";

/** The wire format of the parts of a tool's view that its resolution does not have. */
export interface WireToolView {
  readonly tool: string;
  readonly files: readonly (Omit<SeenFile, "reason"> & { readonly reason: string | null })[];
  /** The rules of Precept that no file of the tool has. */
  readonly unserved: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
}

/** Converts a tool's view, without its resolution, to its wire format. */
export function toWireToolView({ tool, files, unserved }: Pick<ToolView, "tool" | "files" | "unserved">): WireToolView {
  return {
    tool,
    files: files.map(({ path, format, status, reason = null, rules }) => ({ path, format, status, reason, rules })),
    unserved: unserved.map(({ rule: { id, name }, reason }) => ({ id, name, reason })),
  };
}

/** The wire format of a comparison of tools. */
export interface WireToolComparison {
  readonly tools: readonly string[];
  readonly rules: readonly {
    readonly name: string;
    /** Null for a file that Precept does not read as a rule. */
    readonly id: string | null;
    readonly conditions_differ: boolean;
    readonly cells: readonly (Omit<ComparedCell, "condition" | "reason"> & {
      readonly condition: string | null;
      readonly reason: string | null;
    })[];
  }[];
}

/** Converts a comparison of tools to its wire format. */
export function toWireToolComparison({ tools, rows }: ToolComparison): WireToolComparison {
  return {
    tools: tools.map(({ id }) => id),
    rules: rows.map(({ name, id = null, conditionsDiffer, cells }) => ({
      name,
      id,
      conditions_differ: conditionsDiffer,
      cells: cells.map(({ condition = null, reason = null, ...cell }) => ({ ...cell, condition, reason })),
    })),
  };
}
