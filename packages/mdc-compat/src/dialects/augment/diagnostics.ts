/** What may be wrong with a rule file of Augment's. Codes are permanent. */
export const augmentDiagnostics = {
  "augment/unknown-type": {
    severity: "warning",
    title: "`type` is none that Augment documents; the rule is read as one that always applies",
    hint: "Augment knows `always_apply`, `agent_requested` and `manual`.",
  },
  "augment/no-description": {
    severity: "warning",
    title: "`type: agent_requested` needs a `description`, by which the agent finds the rule",
    hint: "Add `description`.",
  },
  "augment/unreadable": {
    severity: "warning",
    title: "The front matter is not valid YAML, of which Augment says nothing; the rule is read as one that always applies",
    hint: "Put values in quotes that hold signs with a meaning in YAML.",
  },
  "augment/unseen-front-matter": {
    severity: "warning",
    title: "The front matter is not closed with `---`: it is read as text, and the rule always applies",
    hint: "Put `---` and nothing else below the keys.",
  },
  "augment/personal-type": {
    severity: "warning",
    title: "Rules in the home directory always apply, whatever their `type`",
    hint: "Remove `type`, or keep the rule in a project.",
  },
} as const;
