import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { HostId } from "../host-ids.ts";
import { createHookProject } from "../testing/hook-project.ts";
import { detectHost } from "./detect-host.ts";
import { hosts } from "./hosts.ts";

/**
 * Hosts whose payloads were recorded while the host itself ran, see `trial` of each host: a prompt, a file that is read, a command that is denied, a file
 * that is written, and a harmless command. Paths, ids and times were replaced.
 */
const recordedHosts: readonly HostId[] = ["claude-code", "codex", "copilot-cli", "gemini", "qwen", "cline", "opencode", "droid"];

/** The payloads that look like those of another host, for which the argument of the command counts. */
const ambiguous: Partial<Record<HostId, readonly string[]>> = { codex: ["SessionStart"] };

async function readPayloads(host: HostId): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const text = await readFile(join(import.meta.dirname, "recorded", `${host}.json`), "utf8");
  return JSON.parse(text) as readonly Readonly<Record<string, unknown>>[];
}

describe.each(recordedHosts)("recorded payloads of %s", (host) => {
  it("are recognised without the argument of the command", async () => {
    const payloads = await readPayloads(host);
    const others = payloads.filter((payload) => detectHost(payload) !== host).map((payload) => payload["hook_event_name"]);
    expect(others).toEqual(ambiguous[host] ?? []);
  });

  it("are recognised whichever argument the command has", async () => {
    const payloads = await readPayloads(host);
    const clear = payloads.filter((payload) => !(ambiguous[host] ?? []).includes(payload["hook_event_name"] as string));
    expect(new Set(clear.map((payload) => detectHost(payload, host === "gemini" ? "qwen" : "gemini")))).toEqual(
      // Claude Code's first event has no mark of its own.
      new Set(host === "claude-code" ? ["gemini", host] : [host]),
    );
  });

  it("are answered as in the transcript", async () => {
    const { run } = await createHookProject();
    const entries = [`# ${hosts[host].title}`];
    for (const payload of await readPayloads(host)) {
      const { stdout, stderr, exitCode } = await run(payload, host);
      const parts = [`< ${JSON.stringify(payload)}`];
      if (stdout !== "") parts.push(`> ${stdout.trimEnd()}`);
      if (stderr !== "") parts.push(`! ${stderr.trimEnd()}`);
      entries.push([...parts, `= ${exitCode}`].join("\n"));
    }
    const path = join(import.meta.dirname, "golden", `recorded-${host}.txt`);
    await expect(`${entries.join("\n\n")}\n`).toMatchFileSnapshot(path);
  }, 60_000);
});
