import { expect, it } from "vitest";
import { pluginHead, readPluginCommand } from "./plugin-text.ts";

const context = { level: "project", isWindows: false, base: "/shop" } as const;

it.each([[["precept"]], [["npx", "--yes", "@precept/cli"]], [["/opt/my tools/precept", 'a"b']]])(
  "the command of a plugin is read from its text: %j",
  (words) => {
    const text = pluginHead({ ...context, command: { words, isLocal: false } }, "amp");
    expect(readPluginCommand(text)).toEqual([...words, "hook", "amp"]);
  },
);

it.each(["", "const command = words;", ' const command = ["precept"];'])("a text has no command of a plugin: %j", (text) => {
  expect(readPluginCommand(text)).toBeUndefined();
});
