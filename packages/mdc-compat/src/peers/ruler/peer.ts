import { createPlainCodec, createPlainSpec } from "../../format/plain-codec.ts";
import type { Peer } from "../../model/peer.ts";

const spec = createPlainSpec({
  id: "ruler",
  title: "ruler",
  targets: [],
  source: "https://github.com/intellectronica/ruler/blob/main/src/core/FileSystemUtils.ts",
});

/** ruler joins all Markdown files of `.ruler` into one text, and writes it for each tool. It reads no front matter. */
export const ruler: Peer = {
  id: "ruler",
  title: "ruler",
  aliases: [],
  formats: [
    {
      spec,
      codec: createPlainCodec({ spec, accepts: (path) => path.endsWith(".md") && !/^(?:skills|agents)\//.test(path) }),
      locations: [{ dir: ".ruler", nested: true }],
    },
  ],
  configurations: [".ruler/ruler.toml"],
  describeConfiguration: async (text) => (await import("./configuration.ts")).describeConfiguration(text),
  others: {
    ".ruler/skills": "skills",
    ".ruler/agents": "subagents",
    ".ruler/mcp.json": "MCP servers",
  },
};
