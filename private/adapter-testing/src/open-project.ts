import { createProject } from "@precept/testing";
import { openWorkspace, type Workspace } from "@precept/workspace";
import { onTestFinished } from "vitest";
import type { ProjectFiles } from "./project-files.ts";

/** A project that is open until the end of the test. */
export interface OpenProject {
  readonly workspace: Workspace;
  /** Writes files of the project. */
  readonly write: (files: ProjectFiles) => Promise<void>;
}

/** Creates a project with these files and opens it until the end of the test. */
export async function openProject(...files: readonly ProjectFiles[]): Promise<OpenProject> {
  const project = await createProject(Object.assign({}, ...files) as ProjectFiles);
  const workspace = await openWorkspace(project.dir, { home: `${project.dir}/home` });
  onTestFinished(() => workspace[Symbol.asyncDispose]());
  return {
    workspace,
    async write(changed) {
      for (const [path, content] of Object.entries(changed)) await project.write(path, content);
    },
  };
}
