import * as fc from "fast-check";
import type { CommitStep, HandStep, Step, ToolStep } from "./step.ts";

const tools = ["cursor", "claude", "agents", "copilot", "gemini", "kiro", "windsurf", "cline", "codex", "opencode"];
const toolLists = fc.uniqueArray(fc.constantFrom(...tools), { minLength: 1, maxLength: 3 });
const stopAfter = fc.option(fc.nat(40), { freq: 4, nil: undefined });
const file = fc.nat(20);
const seldom = fc.nat(3).map((number) => number === 3);

const toolSteps: fc.Arbitrary<ToolStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("import"), merge: fc.boolean(), takes: fc.boolean(), stopAfter }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("export"),
      to: toolLists,
      lossy: fc.boolean(),
      allows: fc.nat(3).map((number) => number > 0),
      pulls: seldom,
      forces: seldom,
      stopAfter,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("revert", "eject"), to: fc.option(toolLists, { nil: undefined }), stopAfter }),
  },
);

const handSteps: fc.Arbitrary<HandStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("edit"),
      file,
      how: fc.constantFrom("append", "append", "change", "delete line", "header", "delete file"),
      line: file,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("edit rule"),
      file,
      how: fc.constantFrom("append", "append", "change", "delete line", "delete file"),
      line: file,
    }),
  },
);

const commits: fc.Arbitrary<CommitStep> = fc.constant({ do: "commit" });

/** Random sequences of three to ten steps. */
export const stepSequences: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof({ weight: 6, arbitrary: toolSteps }, { weight: 4, arbitrary: handSteps }, { weight: 1, arbitrary: commits }),
  { minLength: 3, maxLength: 10 },
);
