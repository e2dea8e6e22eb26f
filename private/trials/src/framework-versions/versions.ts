interface FrameworkVersion {
  readonly name: string;
  readonly tests: string;
  readonly resolved: readonly string[];
}

/**
 * Further versions of frameworks that the tests of adapters run with. The versions are the dependencies of a workspace package in `private/frameworks`.
 * `resolved` lists the packages that are taken from there, with all their subpaths.
 */
export const frameworkVersions = [
  {
    name: "langchain-oldest",
    tests: "packages/langchain/src/**/*.test.ts",
    resolved: ["langchain", "@langchain/core", "@langchain/langgraph"],
  },
  ...["ai-sdk-5-oldest", "ai-sdk-5", "ai-sdk-6-oldest", "ai-sdk-6", "ai-sdk-7-oldest"].map((name) => ({
    name,
    tests: "packages/ai-sdk/src/**/*.test.ts",
    resolved: ["ai"],
  })),
  { name: "openai-agents-oldest", tests: "packages/openai-agents/src/**/*.test.ts", resolved: ["@openai/agents"] },
  { name: "mastra-oldest", tests: "packages/mastra/src/**/*.test.ts", resolved: ["@mastra/core"] },
] satisfies readonly FrameworkVersion[];
