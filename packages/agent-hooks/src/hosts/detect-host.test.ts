import { describe, expect, it } from "vitest";
import { detectHost } from "./detect-host.ts";

const before = { hook_event_name: "PreToolUse", tool_name: "view" };

describe("a payload of Augment", () => {
  it.each([
    ["names its event as Augment does", { hook_type: "PreToolUse" }],
    ["has a conversation", { ...before, conversation_id: "c" }],
    ["is about a tool of its own: launch-process", { ...before, tool_name: "launch-process" }],
    ["is about a tool of its own: save-file", { ...before, tool_name: "save-file" }],
    ["is about a tool of its own: str-replace-editor", { ...before, tool_name: "str-replace-editor" }],
    ["is about a tool of its own: remove-files", { ...before, tool_name: "remove-files" }],
  ])("is recognised if it %s", (_, payload) => {
    expect(detectHost(payload)).toBe("augment");
  });

  it.each([
    ["the version of Cursor", { ...before, conversation_id: "c", cursor_version: "1.7" }],
    ["a generation of Cursor", { ...before, conversation_id: "c", generation_id: "g" }],
    ["a conversation, but no event", { conversation_id: "c" }],
    ["an unknown event", { hook_type: "Sneezed" }],
    ["only an event and a tool that others have, too", before],
  ])("is not one with %s", (_, payload) => {
    expect(detectHost(payload)).not.toBe("augment");
  });
});
