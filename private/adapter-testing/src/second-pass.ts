import { expect } from "vitest";

/** What a model saw in one call. */
export interface SeenByModel {
  /** The system prompt. */
  readonly system: string;
  /** The names of the tools. */
  readonly tools: readonly string[];
  /** The whole conversation, as JSON. */
  readonly conversation: string;
}

/** The arguments with which the model asks for a rule that exists, and for one that does not. */
export const requestsApi: { names: string[] } = { names: ["api", "migratons"] };

/** Expects that a model saw which rules it can ask for, asked with `requestsApi`, and got the rule. */
export function expectSecondPass([first, second, ...others]: readonly SeenByModel[]): void {
  expect(others).toEqual([]);
  expect(first?.tools).toContain("request_rules");
  expect(first?.system).toMatch(
    /<precept-rules>\n[^]*## Rules to Ask For\n\n.*call `request_rules`.*\n\napi: About api\nmigrations: About migrations\n<\/precept-rules>$/,
  );
  expect(first?.system).not.toContain("Name routes in the plural.");
  expect(second?.tools).toContain("request_rules");
  expect(second?.system).toMatch(
    /### api\n\n[^]*Name routes in the plural\.\n[^]*\n\n## Rules to Ask For\n\n.*\n\nmigrations: About migrations\n<\/precept-rules>$/,
  );
  expect(second?.conversation).toMatch(/api.{1,6} is part of your instructions\./);
  expect(second?.conversation).toMatch(/No rule is named .{1,6}migratons.{1,6}\. Did you mean .{1,6}migrations/);
}
