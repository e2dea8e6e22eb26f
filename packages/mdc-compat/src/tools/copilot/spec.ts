import { descriptionKey } from "../../format/description-key.ts";
import type { FormatSpec } from "../../model/spec.ts";
import { fromAnywhereGlob, toAnywhereGlobs } from "../../globs/anywhere.ts";

export const copilotSpec: FormatSpec = {
  id: "copilot",
  title: "GitHub Copilot",
  targets: ["copilot", "github-copilot", "vscode"],
  keys: [
    descriptionKey("Without `applyTo`", "file"),
    {
      name: "applyTo",
      type: "string",
      field: "globs",
      description: "Comma-separated patterns in one string; `**` matches everything.",
    },
    // Only a label in VS Code's menus: several files with the same name all apply.
    { name: "name", type: "string", description: "Display name in VS Code. Default: the file name." },
    {
      name: "excludeAgent",
      type: ["code-review", "coding-agent", "cloud-agent"],
      description: "An agent on GitHub that ignores the file.",
      source: "https://github.com/github/docs/blob/main/data/reusables/copilot/custom-instructions-path.md",
    },
  ],
  inclusions: {
    always: { syntax: '`applyTo: "**"`' },
    fileMatch: { syntax: "`applyTo`" },
    agentRequested: { syntax: "`description` without `applyTo`" },
    manual: { syntax: "neither `applyTo` nor `description`" },
    relevant: { fallback: "agentRequested" },
  },
  // VS Code ignores case. Precept does not, so that a rule applies only to files that its pattern names.
  globs: {
    withoutSlash: "anywhere",
    withSlash: "anywhere",
    list: "commas",
    exclusions: false,
    toCanonical: fromAnywhereGlob,
    fromCanonical: toAnywhereGlobs,
  },
  // Without `manual`: VS Code offers a rule with a description to the agent.
  describable: ["always", "fileMatch", "agentRequested"],
  allowsUnknownKeys: true,
  limits: [
    {
      max: 4000,
      unit: "characters",
      appliesTo: "eachFile",
      effect: "advisory",
      description: "Copilot code review reads the first 4,000 characters of an instruction file.",
      source: "https://docs.github.com/en/copilot/tutorials/customize-code-review",
    },
  ],
  source: "https://code.visualstudio.com/docs/agent-customization/custom-instructions",
};
