import { isAbsolute } from "node:path";
import type { Diagnostic } from "@precept/core";
import { ownershipAt, pathInside, realPathAt, type Root } from "@precept/files";
import { report } from "../diagnostic-catalogue.ts";
import { describeDirectoryRisk, describeOwnershipRisk, isOwnedByUser, trustedOwners } from "./managed-ownership.ts";

/** Decides what is read of a managed directory. */
export interface ManagedGuard {
  /** Whether the directory is read at all. A missing directory is accepted, so that reading it reports that. */
  readonly isAccepted: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Returns why a file or directory in it is not read; undefined if it is. */
  refuse(path: string): Diagnostic | undefined;
}

/**
 * Checks that only the owner of the machine, or the user who runs Precept, can change a managed directory, and that it
 * is not part of the project.
 */
export function guardManagedDirectory(dir: string, project: Root): ManagedGuard {
  const owners = trustedOwners();
  const refusal = describeRefusal(dir, project);
  const ownership = refusal === undefined ? ownershipAt(realPathAt(dir) ?? dir) : undefined;
  const own = `The managed policies in "${dir}" belong to you, so every program that you run can change them.`;
  return {
    isAccepted: refusal === undefined,
    diagnostics: [
      ...(refusal === undefined ? [] : [reportRefused(dir, refusal)]),
      ...(ownership !== undefined && isOwnedByUser(ownership, owners)
        ? [report("policies/managed-unprotected", { file: dir }, own)]
        : []),
    ],
    refuse(path) {
      const found = ownershipAt(path);
      const risk = found === undefined ? undefined : describeOwnershipRisk(found, owners);
      return risk === undefined ? undefined : reportRefused(path, risk);
    },
  };
}

function reportRefused(file: string, reason: string): Diagnostic {
  return report("policies/managed-refused", { file }, `The managed policies in "${file}" are not enforced: ${reason}.`);
}

function describeRefusal(dir: string, project: Root): string | undefined {
  if (!isAbsolute(dir)) return "the path is not absolute";
  const real = realPathAt(dir);
  if (real === undefined) return undefined;
  if (pathInside(project.real, real) !== undefined) return "it is in the project, which could change it";
  return describeDirectoryRisk(dir, trustedOwners());
}
