import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { HostId } from "../host-ids.ts";
import { createHookProject } from "../../test/hook-project.ts";
import { detectHost } from "./detect-host.ts";
import { hosts } from "./hosts.ts";

/**
 * Payloads that were recorded while the host itself ran, see `trial` of each host: a prompt, a file that is read, a command that is denied, a file
 * that is written, and a harmless command. Paths, ids and times were replaced.
 */
const recordings: readonly { readonly name: string; readonly host: HostId }[] = [
  ...(["claude-code", "codex", "copilot-cli", "gemini", "qwen", "cline", "opencode", "droid"] as const).map((host) => ({
    name: host,
    host,
  })),
  // Copilot CLI also runs the hooks in `.claude/settings.json`, with payloads in the format of Claude Code.
  { name: "copilot-cli-claude-entries", host: "copilot-cli" },
];

/** The payloads that look like those of another host, for which the argument of the command counts. */
const ambiguous: Partial<Record<HostId, readonly string[]>> = { codex: ["SessionStart"] };

async function readPayloads(name: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const text = await readFile(join(import.meta.dirname, "recorded", `${name}.json`), "utf8");
  return JSON.parse(text) as readonly Readonly<Record<string, unknown>>[];
}

describe.each(recordings)("recorded payloads: $name", ({ name, host }) => {
  it("are recognised without the argument of the command", async () => {
    const payloads = await readPayloads(name);
    const others = payloads.filter((payload) => detectHost(payload) !== host).map((payload) => payload["hook_event_name"]);
    expect(others).toEqual(ambiguous[host] ?? []);
  });

  it("are recognised whichever argument the command has", async () => {
    const payloads = await readPayloads(name);
    const clear = payloads.filter((payload) => !(ambiguous[host] ?? []).includes(payload["hook_event_name"] as string));
    expect(new Set(clear.map((payload) => detectHost(payload, host === "gemini" ? "qwen" : "gemini")))).toEqual(
      // Claude Code's first event has no mark of its own.
      new Set(host === "claude-code" ? ["gemini", host] : [host]),
    );
  });

  it("are answered as in the transcript", async () => {
    const { run } = await createHookProject();
    const entries = [`# ${hosts[host].title}`];
    for (const payload of await readPayloads(name)) {
      const { stdout, stderr, exitCode } = await run(payload, host);
      const parts = [`< ${JSON.stringify(payload)}`];
      if (stdout !== "") parts.push(`> ${stdout.trimEnd()}`);
      if (stderr !== "") parts.push(`! ${stderr.trimEnd()}`);
      entries.push([...parts, `= ${exitCode}`].join("\n"));
    }
    const path = join(import.meta.dirname, "golden", `recorded-${name}.txt`);
    await expect(`${entries.join("\n\n")}\n`).toMatchFileSnapshot(path);
  }, 60_000);
});
