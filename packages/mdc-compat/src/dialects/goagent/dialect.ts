import type { Dialect } from "../../model/dialect.ts";
import { mdc, mdcSpec } from "../cursor/codec.ts";

/** Cursor's format in the rule directory of goagent. */
export const goagentDialect: Dialect<"goagent"> = {
  id: "goagent",
  title: "goagent",
  aliases: ["mdc"],
  formats: [
    {
      spec: mdcSpec,
      codec: mdc,
      locations: [
        { dir: ".goagent/rules", nested: true },
        { dir: ".goagent/rules", personal: true },
      ],
    },
  ],
  output: { kind: "files", spec: mdcSpec, codec: mdc, dir: ".goagent/rules", nested: true },
};
