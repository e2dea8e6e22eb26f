import { policyFile } from "@precept/testing";

/** The texts of files by their paths in a project. */
export type ProjectFiles = Readonly<Record<string, string>>;

/** Returns a rule file. @param header more lines of its front matter, each with its line break. Default: none, so the rule always applies. */
export function ruleFile(name: string, content: string, header = ""): ProjectFiles {
  return { [`.precept/rules/${name}.md`]: `---\nname: ${name}\ndescription: About ${name}\n${header}---\n${content}\n` };
}

/** A rule that always applies. */
export const style: ProjectFiles = ruleFile("style", "Use named exports.");

/** Replaces {@link style}: the same rule with another text. */
export const otherStyle: ProjectFiles = ruleFile("style", "Use default exports, for once.");

/** A rule for SQL files. */
export const sql: ProjectFiles = ruleFile("sql", "Use parameters.", 'inclusion: fileMatch\nglobs: ["**/*.sql"]\n');

/** A rule that applies if it is requested. */
export const security: ProjectFiles = ruleFile("security", "Validate input.", "inclusion: manual\n");

/** Rules that the model can ask for. */
export const api: ProjectFiles = ruleFile("api", "Name routes in the plural.", "inclusion: agentRequested\n");
export const migrations: ProjectFiles = ruleFile("migrations", "Write a way back.", "inclusion: agentRequested\n");

/** A policy that stops `rm -rf`. */
export const terminates: ProjectFiles = {
  ".precept/policies/no.yaml": policyFile({
    id: "NO-1",
    severity: "CRITICAL",
    pattern: "rm -rf",
    rest: { suggestion: "Ask a human." },
  }),
};

/** A policy that advises against `sudo`. */
export const advises: ProjectFiles = {
  ".precept/policies/advice.yaml": policyFile({ id: "SUDO-1", severity: "LOW", pattern: "sudo" }),
};
