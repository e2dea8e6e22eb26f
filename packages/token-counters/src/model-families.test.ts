import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findModelFamily, modelFamilies } from "./model-families.ts";

describe("the family of a model", () => {
  it.each([
    ["gpt-5", "openai"],
    ["gpt-5-mini-2025-08-07", "openai"],
    ["openai/gpt-4.1", "openai"],
    ["chatgpt-4o-latest", "openai"],
    ["o3-mini", "openai"],
    ["gpt-4-turbo", "openai-cl100k"],
    ["gpt-3.5-turbo", "openai-cl100k"],
    ["claude-3-5-sonnet-20241022", "claude"],
    ["claude-opus-4-20250514", "claude"],
    ["claude-sonnet-4-5-20250929", "claude"],
    ["anthropic/claude-sonnet-4.6", "claude"],
    ["us.anthropic.claude-haiku-4-5-20251001-v1:0", "claude"],
    ["claude-2.1", "claude"],
    ["claude-opus-4-7", "claude-4.7"],
    ["claude-opus-4-10", "claude-4.7"],
    ["Claude-Sonnet-5", "claude-4.7"],
    ["claude-opus-latest", "claude-4.7"],
    ["opus", "claude-4.7"],
    ["gemini-3-pro", undefined],
    ["", undefined],
    ["my-claude", undefined],
  ])("of %j is %s", (model, family) => {
    expect(findModelFamily(model)?.id).toBe(family);
  });

  it("is a known family or undefined for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint, maxLength: 200 }), (model) => {
        expect([undefined, ...modelFamilies]).toContain(findModelFamily(model));
      }),
    );
  });
});
