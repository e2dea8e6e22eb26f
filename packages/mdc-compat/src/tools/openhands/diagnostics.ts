export const openhandsDiagnostics = {
  "openhands/unreadable": {
    title: "The front matter is not valid YAML, so Precept ignores its keys",
    hint: 'Put each pattern in quotes: `paths: ["**/*.ts"]`.',
  },
} as const;
