import { setTracingDisabled } from "@openai/agents";
import { createProject, policyFile } from "@precept/testing";
import { openWorkspace, type Workspace } from "@precept/workspace";
import { onTestFinished } from "vitest";

type Files = Readonly<Record<string, string>>;

// No network: the SDK sends its traces otherwise.
setTracingDisabled(true);

const rule = (name: string, content: string, header = ""): Files => ({
  [`.precept/rules/${name}.md`]: `---\nname: ${name}\ndescription: About ${name}\n${header}---\n${content}\n`,
});

export const style: Files = rule("style", "Use named exports.");
export const otherStyle: Files = rule("style", "Use default exports, for once.");
export const sql: Files = rule("sql", "Use parameters.", 'inclusion: fileMatch\nglobs: ["**/*.sql"]\n');
export const security: Files = rule("security", "Validate input.", "inclusion: manual\n");
export const terminates: Files = {
  ".precept/policies/no.yaml": policyFile({
    id: "NO-1",
    severity: "CRITICAL",
    pattern: "rm -rf",
    rest: { suggestion: "Ask a human." },
  }),
};
export const advises: Files = { ".precept/policies/advice.yaml": policyFile({ id: "SUDO-1", severity: "LOW", pattern: "sudo" }) };

/** Creates a project with these files and opens it until the end of the test. */
export async function openProject(
  ...files: readonly Files[]
): Promise<{ readonly workspace: Workspace; readonly write: (files: Files) => Promise<void> }> {
  const project = await createProject(Object.assign({}, ...files) as Files);
  const workspace = await openWorkspace(project.dir, { home: `${project.dir}/home` });
  onTestFinished(() => workspace[Symbol.asyncDispose]());
  return {
    workspace,
    async write(changed) {
      for (const [path, content] of Object.entries(changed)) await project.write(path, content);
    },
  };
}
