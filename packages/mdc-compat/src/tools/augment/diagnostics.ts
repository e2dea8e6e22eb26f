export const augmentDiagnostics = {
  "augment/unknown-type": {
    title: "`type` has a value that Augment does not document; Precept reads the rule as one that always applies",
    hint: "Use `always_apply`, `agent_requested` or `manual`.",
  },
  "augment/no-description": {
    title: "`type: agent_requested` requires a `description`, which the agent uses to choose rules",
    hint: "Add `description`.",
  },
  "augment/unreadable": {
    title: "The front matter is not valid YAML; Precept reads the rule as one that always applies",
    hint: "Put quotes around values that contain special YAML characters.",
  },
  "augment/unseen-front-matter": {
    title: "The front matter is not closed with `---`, so it is read as text and the rule always applies",
    hint: "Add a line with only `---` below the keys.",
  },
  "augment/personal-type": {
    title: "Rules in the home directory always apply; `type` has no effect",
    hint: "Remove `type`, or move the rule to a project.",
  },
} as const;
