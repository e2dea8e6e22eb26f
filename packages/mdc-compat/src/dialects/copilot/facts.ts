import type { FormatFacts, LimitFacts } from "../../format/facts.ts";
import { plainInclusions } from "../../format/plain-facts.ts";
import { fromAnywhereGlob, toAnywhereGlobs } from "../../globs/anywhere.ts";

const docs = "https://code.visualstudio.com/docs/agent-customization/custom-instructions";

const targets = ["copilot", "github-copilot", "vscode"];

const codeReview: LimitFacts = {
  most: 4000,
  unit: "characters",
  of: "file",
  effect: "advice",
  meaning: "Copilot code review reads the first 4,000 characters of an instruction file.",
  source: "https://docs.github.com/en/copilot/tutorials/customize-code-review",
};

/** Copilot's path-specific instructions, as VS Code reads them. */
export const copilotFacts: FormatFacts = {
  id: "copilot",
  title: "GitHub Copilot",
  targets,
  keys: [
    {
      name: "description",
      type: "text",
      field: "description",
      meaning: "What the file is about. Without `applyTo`, the agent decides by it whether it reads the file.",
    },
    {
      name: "applyTo",
      type: "text",
      field: "globs",
      meaning: "Patterns, in one text, with commas between them; `**` for everything.",
    },
    // A label in VS Code's menus: files that share one apply side by side.
    { name: "name", type: "text", meaning: "What VS Code shows in place of the file's name." },
    {
      name: "excludeAgent",
      type: ["code-review", "coding-agent", "cloud-agent"],
      meaning: "An agent on GitHub that takes no notice of the file.",
      source: "https://github.com/github/docs/blob/main/data/reusables/copilot/custom-instructions-path.md",
    },
  ],
  inclusions: {
    always: { written: '`applyTo: "**"`' },
    fileMatch: { written: "`applyTo`" },
    agentRequested: { written: "`description` without `applyTo`" },
    manual: { written: "neither `applyTo` nor `description`" },
    relevant: { becomes: "agentRequested" },
  },
  // VS Code does not tell upper from lower case either, which is not followed: a rule never applies to more than its pattern says.
  globs: {
    bare: "anywhere",
    rooted: "anywhere",
    list: "commas",
    exclusions: false,
    toCanonical: fromAnywhereGlob,
    fromCanonical: toAnywhereGlobs,
  },
  // With a description, a rule that has to be asked for would be offered to the agent.
  describes: ["always", "fileMatch", "agentRequested"],
  keepsKeys: true,
  limits: [codeReview],
  source: docs,
};

/** The instructions for the whole repository: nothing but text. */
export const copilotRepositoryFacts: FormatFacts = {
  id: "copilot-repository",
  title: "GitHub Copilot",
  targets,
  keys: [],
  inclusions: plainInclusions,
  describes: [],
  keepsKeys: false,
  limits: [codeReview],
  source: docs,
};
