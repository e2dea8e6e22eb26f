import { join } from "node:path";
import type { RuleStore, Tenant } from "@precept/core";
import { kindAt, listDirectory, openRoot } from "@precept/files";
import { createFsStore } from "@precept/store-fs";
import { createMemoryIdentification } from "./context/memory-identity.ts";
import type { WorkspaceOptions } from "./options.ts";
import type { WorkspacePlan } from "./plan.ts";
import { personalRoot } from "./roots.ts";
import { userIdPattern } from "./user-id.ts";

/** The prefix of the ids of stores of users' directories. */
const storePrefix = "user:";

/** Returns the user whose directory a store has; undefined for the other stores of a workspace. */
export function userOfStore(id: string): string | undefined {
  return id.startsWith(storePrefix) ? id.slice(storePrefix.length) : undefined;
}

/** Opens the directory of another user's rules. @returns none for owners with a project, and for unusable ids. */
export function openUserStore(
  { home, settings, root, trust }: WorkspacePlan,
  { watch = false, readOnly = false, userDirs = "read-only", onListenerError }: WorkspaceOptions,
  { projectId, userId }: Tenant,
): readonly RuleStore[] {
  const { defaultRules, user } = settings;
  if (!defaultRules || projectId !== undefined || userId === undefined || userId === user || !userIdPattern.test(userId))
    return [];
  return [
    createFsStore({
      id: storePrefix + userId,
      roots: [{ ...personalRoot(join(home, "users", userId, "rules"), "user"), userId, stateDir: join(home, "state") }],
      projectDir: root,
      trustedDirs: trust.project.trusted,
      identifyMemory: createMemoryIdentification(settings),
      readOnly: readOnly || userDirs !== "writable",
      watch,
      ...(onListenerError !== undefined && { onListenerError }),
    }),
  ];
}

export async function listUsers({ home, settings }: WorkspacePlan): Promise<readonly Tenant[]> {
  if (!settings.defaultRules) return [];
  if (kindAt(join(home, "users")) !== "directory") return [];
  const entries = await listDirectory(openRoot(home), "users");
  return entries.flatMap((entry) =>
    entry.isDirectory() && userIdPattern.test(entry.name) && entry.name !== settings.user ? [{ userId: entry.name }] : [],
  );
}
