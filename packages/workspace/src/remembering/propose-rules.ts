import { existsAt } from "@precept/files";
import { join } from "node:path";
import { configPath } from "../paths.ts";
import type { Workspace } from "../workspace.ts";
import { isRefusedRule, rememberRule } from "./remember-rule.ts";

/** A rule to propose, and the sentence of the user that it comes from. */
export interface ProposedRule {
  readonly content: string;
  readonly said: string;
}

/**
 * Proposes rules of the project that come from what the user said in a session. They wait for the approval of a person,
 * whatever the settings say about agents. Does nothing in a project that has neither a configuration nor rules of
 * Precept.
 */
export async function proposeRules(workspace: Workspace, rules: readonly ProposedRule[], session: string): Promise<void> {
  const { root, settings, isReadOnly } = workspace;
  const isSetUp = settings.sqlite !== undefined || [configPath, ".precept/rules"].some((path) => existsAt(join(root, path)));
  if (isReadOnly || !isSetUp) return;
  const tenant = { projectId: settings.project, userId: settings.user };
  await workspace.withStores(tenant, async (stores) => {
    for (const { content, said } of rules) {
      const rule = { content, scope: "project", source: "hook" } as const;
      try {
        await rememberRule(
          { workspace, tenant, stores },
          { ...rule, pending: true, metadata: { said, session } },
          { author: "agent" },
        );
      } catch (error) {
        if (!isRefusedRule(error)) throw error;
      }
    }
  });
}
