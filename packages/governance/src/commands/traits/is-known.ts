import type { CommandTrait } from "@precept/contract/values";
import type { ParsedCommand } from "../parsed-command.ts";
import { isOnThisMachine } from "./local-host.ts";
import { installsLookalike, runsUnknownPackage } from "./lookalike-package.ts";
import { isBuildOutput, isTemporary, isWorktree, targetsOf } from "./path-traits.ts";
import { usesTestDatabase } from "./test-database.ts";

/** How a trait is established: from the command as a whole, or from each path that it affects. */
type TraitSpec =
  | { readonly ofCommand: (command: ParsedCommand) => boolean }
  | { readonly ofPath: (path: string, command: ParsedCommand) => boolean };

const traitSpecs: Readonly<Record<CommandTrait, TraitSpec>> = {
  local_host: { ofCommand: isOnThisMachine },
  test_database: { ofCommand: usesTestDatabase },
  build_output: { ofPath: isBuildOutput },
  temporary: { ofPath: isTemporary },
  lookalike_package: { ofCommand: installsLookalike },
  unknown_package: { ofCommand: runsUnknownPackage },
  worktree: { ofPath: isWorktree },
};

/**
 * Whether one of the traits holds for a command. Traits of paths hold together: each path must have one of them. What
 * the text does not show, such as the value of a variable, is never a trait.
 */
export function isKnown(command: ParsedCommand, traits: readonly CommandTrait[]): boolean {
  const specs = traits.map((trait) => traitSpecs[trait]);
  if (specs.some((spec) => "ofCommand" in spec && spec.ofCommand(command))) return true;
  const ofPath = specs.flatMap((spec) => ("ofPath" in spec ? [spec.ofPath] : []));
  if (ofPath.length === 0) return false;
  const paths = targetsOf(command);
  return paths.length > 0 && paths.every((path) => ofPath.some((holds) => holds(path, command)));
}
