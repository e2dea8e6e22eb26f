import { join } from "node:path";
import type { EnforceOptions } from "@precept/enforcement";
import { openWorkspace } from "@precept/workspace";
import type { Subject } from "@precept/governance";
import type { TestProject } from "./precept-in.ts";

/** Enforces the policies of a project, as the hook of an agent does. */
export async function enforceIn({ dir }: TestProject, subject: Subject, options: EnforceOptions = {}): Promise<void> {
  await using workspace = await openWorkspace(dir, { home: join(dir, "no-home"), discover: false });
  await workspace.policies.enforce(subject, options);
}
