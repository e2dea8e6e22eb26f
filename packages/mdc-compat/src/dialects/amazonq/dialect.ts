import type { Dialect } from "../../model/dialect.ts";
import { amazonq } from "./codec.ts";
import { amazonqSpec } from "./spec.ts";

export const amazonqDialect: Dialect<"amazonq"> = {
  id: "amazonq",
  title: "Amazon Q Developer",
  aliases: ["amazon-q", "q"],
  formats: [
    {
      spec: amazonqSpec,
      codec: amazonq,
      locations: [{ dir: ".amazonq/rules" }, { dir: "", files: ["AmazonQ.md"] }],
    },
  ],
  output: { kind: "files", spec: amazonqSpec, codec: amazonq, dir: ".amazonq/rules", nested: false },
};
