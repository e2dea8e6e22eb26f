import { createProject, type Project } from "@precept/testing";
import { openWorkspace, type Workspace, type WorkspaceOptions } from "@precept/workspace";
import { onTestFinished } from "vitest";

/** The text of a native rule file. */
export function ruleFile(name: string, content: string, header: Readonly<Record<string, unknown>> = {}): string {
  const lines = Object.entries({ name, description: `About ${name}.`, ...header }).map(
    ([key, value]) => `${key}: ${JSON.stringify(value)}`,
  );
  return `---\n${lines.join("\n")}\n---\n${content}\n`;
}

/** Creates a project with files, and opens it. The workspace is closed when the test has finished. */
export async function openProject(
  files: Readonly<Record<string, string>>,
  options: WorkspaceOptions = {},
): Promise<Project & { readonly workspace: Workspace }> {
  const project = await createProject(files);
  const workspace = await openWorkspace(project.dir, { home: `${project.dir}/no-home`, ...options });
  onTestFinished(() => workspace[Symbol.asyncDispose]());
  return { ...project, workspace };
}
