import type { Dialect } from "../../model/dialect.ts";
import { skillFormats } from "../../skills/formats.ts";
import { qwen, qwenMemory } from "./codec.ts";
import { qwenMemorySpec, qwenSpec } from "./spec.ts";

/** Qwen Code reads `QWEN.md` and `AGENTS.md`, even one directory above the root of the repository, which is not supported. */
export const qwenDialect: Dialect<"qwen"> = {
  id: "qwen",
  title: "Qwen Code",
  aliases: ["qwen-code", "qwencode"],
  formats: [
    { spec: qwenSpec, codec: qwen, locations: [{ dir: ".qwen/rules" }, { dir: ".qwen/rules", personal: true }] },
    {
      spec: qwenMemorySpec,
      codec: qwenMemory,
      locations: [
        { dir: "", files: ["QWEN.md"], nested: true },
        { dir: ".qwen", files: ["QWEN.local.md"] },
        { dir: ".qwen", files: ["QWEN.md", "AGENTS.md"], personal: true },
      ],
    },
    ...skillFormats("qwen"),
  ],
  output: { kind: "files", spec: qwenSpec, codec: qwen, dir: ".qwen/rules", nested: false },
};
