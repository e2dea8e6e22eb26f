import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { CliCommand, documentation, type Usage } from "./define.ts";
import { createProgram } from "./program.ts";
import { sharedOptions, usesShared } from "./shared-options.ts";
import { splitWords } from "./split-words.ts";
import { displayWidth } from "./terminal/layout.ts";
import { createProject } from "../test/precept-in.ts";

const docs = join(import.meta.dirname, "../../../docs");

interface Listed {
  readonly path: string;
  readonly command: Command;
}

/** Every visible command and subcommand. */
function listCommands(command: Command = program, parent = ""): readonly Listed[] {
  const visible = command.createHelp().visibleCommands(command);
  return command.commands
    .filter((child) => visible.includes(child))
    .flatMap((child) => {
      const path = `${parent} ${child.name()}`.trim();
      return [{ path, command: child }, ...listCommands(child, path)];
    });
}

const program = createProgram({ out: () => undefined, err: () => undefined }, () => undefined);
const commands = listCommands();

function usageOf(command: Command): Usage | undefined {
  return command instanceof CliCommand ? command.shownUsage : undefined;
}

/** The help of a command, at a width. */
async function helpOf(path: string, columns = 80): Promise<string> {
  const { precept } = await createProject({});
  const { out, code } = await precept(
    [...path.split(" "), "--help"].filter((word) => word !== ""),
    { interactive: true, columns },
  );
  expect(code).toBe(0);
  return out;
}

describe("precept --help", () => {
  it("groups the commands", async () => {
    const help = await helpOf("");
    expect(help.match(/^(?:Rules|Tools|Policies|Server|Project):$/gm)).toEqual([
      "Rules:",
      "Tools:",
      "Policies:",
      "Server:",
      "Project:",
    ]);
    expect(help).toMatch(
      /^Tools:\n {2}import .*\n {2}export .*\n {2}convert .*\n {2}revert .*\n {2}eject [^]*?\n {2}backup [^]*?\n\n/m,
    );
    expect(help).not.toMatch(/^Commands:$/m);
    expect(help).not.toContain("  complete ");
  });

  it("has examples, a link to the guides, the environment and the exit codes", async () => {
    const help = await helpOf("");
    expect(help).toContain("  precept explain src/cart.tsx\n");
    expect(help).toContain(`Guide: ${documentation}/guides\n`);
    expect(help).toMatch(/^ {2}NO_COLOR +print no colours$/m);
    expect(help).toMatch(/^ {2}2 {2}wrong usage or configuration$/m);
  });

  it("has no request options", async () => {
    expect(await helpOf("")).not.toMatch(/^ *--(?:files|rules-include|tool)/m);
  });
});

describe.each(commands)("precept $path --help", ({ path, command }) => {
  it("has examples that call this command, and links to a page of the documentation", async () => {
    const { examples, guide } = usageOf(command) ?? { examples: {}, guide: "" };
    const lines = Object.values(examples).map((line) => splitWords(line).join(" "));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !line.includes(`precept ${path}`) && !line.includes(`precept ${path.split(" ")[0]}`))).toEqual(
      [],
    );
    expect(existsSync(join(docs, guide))).toBe(true);
    expect(await helpOf(path)).toContain(`Guide: ${documentation}/${guide}\n`);
  });

  it("has examples with options that exist", () => {
    const { examples = {} } = usageOf(command) ?? {};
    const known = new Set(
      [command, ...command.commands, program].flatMap(({ options }) => options.flatMap(({ short, long }) => [short, long])),
    );
    for (const line of Object.values(examples)) {
      const [, call = ""] = /(precept .*)/.exec(line) ?? [];
      const options = splitWords(call).filter((word) => /^--?[a-z]/.test(word));
      expect(options.filter((option) => !known.has(option))).toEqual([]);
    }
  });

  it("lists those of the shared options that the command uses", async () => {
    const help = await helpOf(path);
    const listed = sharedOptions.filter((option) => new RegExp(`^ +(?:-\\w, )?${option}(?: |$)`, "m").test(help));
    expect(listed).toEqual(sharedOptions.filter((option) => usesShared(command, option)));
  });

  it.each([40, 80, 120])("fits a terminal of %d columns", async (columns) => {
    // Usage lines, examples and URLs are not wrapped, so that they can be copied.
    const isCopied = (line: string): boolean => /^Usage:|precept |^Guide:|^ {2}#/.test(line);
    const lines = (await helpOf(path, columns)).split("\n").filter((line) => !isCopied(line));
    expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
  });
});
