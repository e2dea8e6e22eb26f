import { PreceptError } from "@precept/core";
import type { TransferKindName } from "@precept/workspace";

/** What the command line calls rules and the kinds of items, as in `--kind commands`. */
export type KindName = "rules" | "commands" | "subagents" | "mcp" | "ignore" | "permissions";

export const kindNames: Readonly<Record<Exclude<KindName, "rules">, Exclude<TransferKindName, "rule">>> & {
  readonly rules: "rule";
} = {
  rules: "rule",
  commands: "command",
  subagents: "subagent",
  mcp: "mcp",
  ignore: "ignore",
  permissions: "permissions",
};

export const allKindNames: readonly KindName[] = Object.keys(kindNames) as KindName[];

/** Reads the values of `--kind`, for exports and imports. @throws PreceptError `OPTION_VALUE_INVALID` */
export function readKinds(names: readonly string[]): readonly TransferKindName[] {
  return names.map((name) => {
    if (!Object.hasOwn(kindNames, name)) {
      throw new PreceptError("OPTION_VALUE_INVALID", {
        option: "--kind",
        value: name,
        expected: `one of ${allKindNames.join(", ")}`,
      });
    }
    return kindNames[name as KindName];
  });
}
