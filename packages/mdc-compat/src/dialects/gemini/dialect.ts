import type { Dialect } from "../../model/dialect.ts";
import { skillFormats } from "../../skills/formats.ts";
import { gemini } from "./codec.ts";
import { geminiSpec } from "./spec.ts";

export const geminiDialect: Dialect<"gemini"> = {
  id: "gemini",
  title: "Gemini CLI",
  aliases: ["gemini-cli"],
  formats: [
    {
      spec: geminiSpec,
      codec: gemini,
      locations: [
        { dir: "", files: ["GEMINI.md"], nested: true },
        { dir: ".gemini", files: ["GEMINI.md"], personal: true },
      ],
    },
    ...skillFormats("gemini"),
  ],
  output: { kind: "joined", spec: geminiSpec, codec: gemini, file: "GEMINI.md", nested: true },
};
