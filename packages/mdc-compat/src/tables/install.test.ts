import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { InstallContext } from "../model/install-spec.ts";
import { dialectIds, hostIds, hostsOf } from "../tools.ts";
import { installSpecs } from "./install.ts";

const levels = ["project", "user"] as const;

describe.each(hostIds)("an install for %s", (host) => {
  it("writes the files, and asks for the steps, in the golden file", async () => {
    const spec = installSpecs[host];
    const parts = levels.flatMap((level) => {
      const context: InstallContext = { level, command: { words: ["precept"], isLocal: false }, isWindows: false, base: "/base" };
      const files = [...spec.hooks(context), ...spec.mcp(context)].map(({ path, alternative, content }) => {
        const name = alternative === undefined ? path : `${path} or ${alternative}`;
        if (content.kind === "text") return `## ${name}\n\n${content.text}`;
        const added = content.kind === "toml" ? [content.table] : content.entries;
        return [`## ${name}`, "", ...added.map((one) => JSON.stringify(one)), ""].join("\n");
      });
      return [
        `# ${level}`,
        ...files,
        spec
          .nextSteps(context, { mcp: true })
          .map((step) => `- ${step}\n`)
          .join(""),
      ];
    });
    const tool = dialectIds.find((id) => hostsOf(id).includes(host)) ?? "";
    await expect(parts.join("\n\n")).toMatchFileSnapshot(
      join(import.meta.dirname, "../tools", tool, "golden", `install-${host}.txt`),
    );
  });
});
