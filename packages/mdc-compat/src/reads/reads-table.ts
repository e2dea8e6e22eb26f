import { amazonq } from "../dialects/amazonq/codec.ts";
import { agentsDialect } from "../dialects/agents/dialect.ts";
import { ampDialect, factoryDialect } from "../dialects/agents-readers.ts";
import { aiderDialect } from "../dialects/aider/dialect.ts";
import { antigravityDialect } from "../dialects/antigravity/dialect.ts";
import { augment, augmentGuidelines } from "../dialects/augment/codec.ts";
import { augmentDialect } from "../dialects/augment/dialect.ts";
import { claude, claudeMemory } from "../dialects/claude/codec.ts";
import { claudeDialect } from "../dialects/claude/dialect.ts";
import { clineDialect } from "../dialects/cline/dialect.ts";
import { codebuddy, codebuddyMemory } from "../dialects/codebuddy/codec.ts";
import { codebuddyDialect } from "../dialects/codebuddy/dialect.ts";
import { codex } from "../dialects/codex/codec.ts";
import { codexDialect } from "../dialects/codex/dialect.ts";
import { continueDialect } from "../dialects/continue/dialect.ts";
import { copilot, copilotRepository } from "../dialects/copilot/codec.ts";
import { copilotDialect } from "../dialects/copilot/dialect.ts";
import { crush, crushDialect } from "../dialects/crush/dialect.ts";
import { cursorDialect } from "../dialects/cursor/dialect.ts";
import { dataagentDialect } from "../dialects/dataagent/dialect.ts";
import { firebaseDialect } from "../dialects/firebase/dialect.ts";
import { gemini } from "../dialects/gemini/codec.ts";
import { geminiDialect } from "../dialects/gemini/dialect.ts";
import { goagentDialect } from "../dialects/goagent/dialect.ts";
import { goose, gooseDialect } from "../dialects/goose/dialect.ts";
import { jetbrainsDialect } from "../dialects/jetbrains/dialect.ts";
import { junie } from "../dialects/junie/codec.ts";
import { junieDialect } from "../dialects/junie/dialect.ts";
import { kiloDialect } from "../dialects/kilo/dialect.ts";
import { kiroDialect } from "../dialects/kiro/dialect.ts";
import { opencodeDialect } from "../dialects/opencode/dialect.ts";
import { openhandsDialect } from "../dialects/openhands/dialect.ts";
import { preceptDialect } from "../dialects/precept/dialect.ts";
import { qwen, qwenMemory } from "../dialects/qwen/codec.ts";
import { qwenDialect } from "../dialects/qwen/dialect.ts";
import { replitDialect } from "../dialects/replit/dialect.ts";
import { rooRulesFile } from "../dialects/roo/codec.ts";
import { rooDialect } from "../dialects/roo/dialect.ts";
import { skillDialect } from "../dialects/skill/dialect.ts";
import { tabnineDialect } from "../dialects/tabnine/dialect.ts";
import { traeDialect } from "../dialects/trae/dialect.ts";
import { warp, warpDialect } from "../dialects/warp/dialect.ts";
import { windsurfDialect } from "../dialects/windsurf/dialect.ts";
import { zed } from "../dialects/zed/codec.ts";
import { zedDialect } from "../dialects/zed/dialect.ts";
import type { DialectId } from "../model/dialect-id.ts";
import { all, firstInDirectory, firstInProject, named, own, ownLocations, skillsOf } from "./locations.ts";
import { createTextCodec } from "./text-codec.ts";
import type { ReadGroup } from "./tool-reads.ts";

const rulesync = "https://github.com/dyoshikawa/rulesync";
const claudeDocs = "https://code.claude.com/docs/en/memory";
const cursorDocs = "https://cursor.com/docs/rules";
const vscodeDocs = "https://code.visualstudio.com/docs/agent-customization/custom-instructions";
const copilotDocs = "https://docs.github.com/en/copilot/concepts/prompting/response-customization";
const codexSource = "https://github.com/openai/codex/blob/main/codex-rs/core/src/agents_md.rs";
const clineSource = "https://github.com/cline/cline/blob/main/src/core/context/instructions/user-instructions/external-rules.ts";
const crushSource = "https://github.com/charmbracelet/crush/blob/main/internal/config/config.go";
const opencodeSource = "https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/session/instruction.ts";
const kiloSource = "https://github.com/Kilo-Org/kilocode/blob/main/packages/opencode/src/session/instruction.ts";
const openhandsSource = "https://github.com/OpenHands/software-agent-sdk/blob/main/openhands-sdk/openhands/sdk/skills/skill.py";
const rooSource = "https://roocodeinc.github.io/Roo-Code/features/custom-instructions";
const zedSource = "https://github.com/zed-industries/zed/blob/main/crates/prompt_store/src/prompts.rs";

/** Cursor's rules as plain text. */
const mdcText = createTextCodec((path) => path.endsWith(".mdc"));

const subdirectories = { nested: true } as const;
const towardsWorkingDirectory = { nested: "towardsWorkingDirectory" } as const;

interface Row {
  readonly groups: readonly ReadGroup[];
  readonly remarks?: readonly string[];
}

/** One row per dialect: what the tool reads, in its order. A dialect id without a row does not compile. */
export const readsTable: { readonly [Id in DialectId]: Row } = {
  precept: { groups: [own(preceptDialect)] },
  dataagent: { groups: [own(dataagentDialect)] },
  goagent: { groups: [own(goagentDialect)] },
  cursor: {
    groups: [
      own(cursorDialect),
      all(cursorDocs, named(["AGENTS.md"], subdirectories)),
      all("https://cursor.com/docs/cli/using", named(["CLAUDE.md"], { onlyIn: "Cursor CLI" })),
      skillsOf(cursorDialect),
    ],
  },
  agents: { groups: [{ ...own(agentsDialect), pick: "firstInDirectory" }] },
  aider: {
    groups: [own(aiderDialect)],
    remarks: ["Aider reads no rules by itself: `read` in `.aider.conf.yml` has to name each file."],
  },
  amazonq: {
    groups: [
      all(
        "https://github.com/aws/amazon-q-developer-cli/blob/main/docs/default-agent-behavior.md",
        named(["AmazonQ.md", "README.md"], { codec: amazonq }),
        { dir: ".amazonq/rules", codec: amazonq },
      ),
    ],
    remarks: ["`resources` in the file of an agent replace this list."],
  },
  amp: {
    groups: [
      firstInDirectory(
        "https://ampcode.com/docs/customize/agents-md",
        named(["AGENTS.md", "AGENT.md", "CLAUDE.md"], subdirectories),
      ),
      skillsOf(ampDialect),
    ],
    remarks: ["Amp also reads the files that `AGENTS.md` mentions with `@`; front matter `globs` in them limits when."],
  },
  antigravity: {
    groups: [own(antigravityDialect), all(rulesync, named(["AGENTS.md", "GEMINI.md"])), skillsOf(antigravityDialect)],
  },
  augment: {
    groups: [
      all("https://docs.augmentcode.com/cli/rules", named(["CLAUDE.md", "AGENTS.md"], subdirectories)),
      own(augmentDialect, augmentGuidelines),
      own(augmentDialect, augment),
      skillsOf(augmentDialect),
    ],
  },
  claude: {
    groups: [
      own(claudeDialect, claudeMemory),
      all(
        claudeDocs,
        named(["AGENTS.md"], {
          codec: claudeMemory,
          nested: true,
          since: "2.1.277",
          unless: ["CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md"],
        }),
      ),
      own(claudeDialect, claude),
      skillsOf(claudeDialect),
    ],
    remarks: ["Claude Code reads `AGENTS.md` from version 2.1.277 on. A setting can make it read both files, or neither."],
  },
  cline: {
    groups: [
      own(clineDialect),
      all(
        clineSource,
        named([".cursorrules"]),
        { dir: ".cursor/rules", codec: mdcText },
        named([".windsurfrules"]),
        named(["AGENTS.md"], { nested: true, requires: "AGENTS.md", everywhere: true }),
      ),
      skillsOf(clineDialect),
    ],
    remarks: ["Cline reads `.cursor/rules` as plain text that always applies, front matter included."],
  },
  codebuddy: {
    groups: [
      own(codebuddyDialect, codebuddyMemory),
      all(rulesync, named(["AGENTS.md"], { unless: ["CODEBUDDY.md"] })),
      own(codebuddyDialect, codebuddy),
      skillsOf(codebuddyDialect),
    ],
  },
  codex: {
    groups: [
      firstInDirectory(codexSource, named(["AGENTS.override.md", "AGENTS.md"], { codec: codex, ...towardsWorkingDirectory })),
      skillsOf(codexDialect),
    ],
    remarks: [
      "An empty `AGENTS.override.md` hides `AGENTS.md` too.",
      "`project_doc_fallback_filenames` in Codex's settings adds file names, which are read in directories without the two.",
    ],
  },
  continue: {
    groups: [all("https://docs.continue.dev/customize/deep-dives/rules", named(["AGENTS.md"])), own(continueDialect)],
  },
  copilot: {
    groups: [
      own(copilotDialect, copilotRepository),
      all(
        vscodeDocs,
        named(["AGENTS.md", "CLAUDE.md"]),
        { dir: ".claude", files: ["CLAUDE.md"], codec: claudeMemory, onlyIn: "VS Code" },
        named(["CLAUDE.local.md"], { codec: claudeMemory, onlyIn: "VS Code" }),
      ),
      all(copilotDocs, named(["GEMINI.md"], { onlyIn: "Copilot CLI" })),
      own(copilotDialect, copilot),
      all(vscodeDocs, { dir: ".claude/rules", codec: claude, onlyIn: "VS Code" }),
      skillsOf(copilotDialect),
    ],
    remarks: [
      "Copilot in JetBrains IDEs, Visual Studio and Xcode reads only `.github/copilot-instructions.md` and `.github/instructions`.",
      "VS Code reads `AGENTS.md` of subdirectories only with `chat.useNestedAgentsMdFiles`.",
    ],
  },
  crush: {
    groups: [
      all(
        crushSource,
        named([".cursorrules"], { codec: crush }),
        { dir: ".cursor/rules", codec: createTextCodec() },
        { dir: ".github", files: ["copilot-instructions.md"], codec: crush },
        named(["CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", "CRUSH.md", "CRUSH.local.md", "AGENTS.md"], { codec: crush }),
      ),
      skillsOf(crushDialect),
    ],
    remarks: ["Crush reads these files in an arbitrary order. `context_paths` in its settings adds others."],
  },
  factory: {
    groups: [
      all("https://docs.factory.ai/cli/configuration/agents-md", named(["AGENTS.md"], subdirectories)),
      skillsOf(factoryDialect),
    ],
  },
  firebase: { groups: [own(firebaseDialect)] },
  gemini: {
    groups: [
      own(geminiDialect, gemini),
      all(
        "https://geminicli.com/docs/cli/gemini-md",
        named(["AGENTS.md"], { codec: gemini, nested: true, setting: "context.fileName" }),
      ),
      skillsOf(geminiDialect),
    ],
    remarks: ["`context.fileName` in Gemini CLI's settings replaces the name `GEMINI.md` by one or several others."],
  },
  goose: {
    groups: [
      all(
        "https://github.com/block/goose/tree/main/crates/goose/src/hints",
        named([".goosehints", "AGENTS.md"], { codec: goose, nested: true }),
      ),
      skillsOf(gooseDialect),
    ],
    remarks: ["`CONTEXT_FILE_NAMES` replaces the two names."],
  },
  jetbrains: { groups: [own(jetbrainsDialect)] },
  junie: {
    groups: [
      firstInProject(
        "https://github.com/JetBrains/junie-guidelines",
        { dir: ".junie", files: ["AGENTS.md"], codec: junie },
        named(["AGENTS.md"], { codec: junie }),
        { dir: ".junie", files: ["guidelines.md"], codec: junie },
        { dir: ".junie/guidelines", codec: junie },
      ),
      skillsOf(junieDialect),
    ],
    remarks: ['The setting "Guidelines path" of Junie\'s plugin for IDEs replaces this list by one file.'],
  },
  kilo: {
    groups: [
      firstInDirectory(kiloSource, named(["AGENTS.md", "CLAUDE.md", "CONTEXT.md"], subdirectories)),
      own(kiloDialect),
      skillsOf(kiloDialect),
    ],
    remarks: [
      "Kilo Code also reads the files under `instructions` in `kilo.json`. Of two rules with one file name, it reads the one in `.kilo`.",
    ],
  },
  kiro: {
    groups: [
      own(kiroDialect),
      all("https://kiro.dev/docs/steering/", named(["AGENTS.md"])),
      all(rulesync, named(["AGENTS.md"], { nested: true, onlyIn: "Kiro CLI from 2.18 and Kiro IDE from 1.0.309" })),
      skillsOf(kiroDialect),
    ],
  },
  opencode: {
    groups: [
      firstInDirectory(opencodeSource, named(["AGENTS.md", "CLAUDE.md", "CONTEXT.md"], subdirectories)),
      skillsOf(opencodeDialect),
    ],
    remarks: ["OpenCode also reads the files under `instructions` in `opencode.json`."],
  },
  openhands: {
    groups: [
      all(openhandsSource, named([".cursorrules", "AGENTS.md", "AGENT.md", "CLAUDE.md", "GEMINI.md"])),
      own(openhandsDialect),
      skillsOf(openhandsDialect),
    ],
    remarks: ["OpenHands ignores the case of these names, and reads a file and a link to it once."],
  },
  qwen: {
    groups: [
      all(
        "https://github.com/QwenLM/qwen-code/blob/main/packages/core/src/utils/memoryDiscovery.ts",
        named(["QWEN.md", "AGENTS.md"], { codec: qwenMemory, ...towardsWorkingDirectory }),
        { dir: ".qwen", files: ["QWEN.local.md"], codec: qwenMemory },
      ),
      own(qwenDialect, qwen),
      skillsOf(qwenDialect),
    ],
    remarks: [
      "Qwen Code also reads `QWEN.md` and `AGENTS.md` one directory above the repository. `context.fileName` replaces the two names.",
    ],
  },
  replit: { groups: [own(replitDialect), skillsOf(replitDialect)] },
  roo: {
    groups: [
      all(
        rooSource,
        ...ownLocations(rooDialect),
        named([".clinerules"], { codec: rooRulesFile, unless: [".roo/rules", ".roorules"] }),
      ),
      firstInProject(rooSource, named(["AGENTS.md", "AGENT.md"])),
      all(rooSource, named(["AGENTS.local.md"])),
    ],
    remarks: ["`.clinerules-{mode}` is read if there is neither `.roo/rules-{mode}` nor `.roorules-{mode}`."],
  },
  skill: { groups: [own(skillDialect)] },
  tabnine: { groups: [own(tabnineDialect)] },
  trae: {
    groups: [
      own(traeDialect),
      all(
        rulesync,
        named(["AGENTS.md"], { setting: "Include AGENTS.md in context" }),
        named(["CLAUDE.md", "CLAUDE.local.md"], { setting: "Include CLAUDE.md in context" }),
      ),
    ],
  },
  warp: {
    groups: [
      firstInDirectory(
        "https://docs.warp.dev/agent-platform/capabilities/rules",
        named(["WARP.md", "AGENTS.md"], { codec: warp, nested: true }),
      ),
      skillsOf(warpDialect),
    ],
  },
  windsurf: {
    groups: [
      own(windsurfDialect),
      all("https://docs.devin.ai/desktop/cascade/agents-md", named(["AGENTS.md"], subdirectories)),
      skillsOf(windsurfDialect),
    ],
    remarks: ["Of two rules with one file name, Devin Desktop reads the one in `.devin/rules`."],
  },
  zed: {
    groups: [
      firstInProject(
        zedSource,
        named([".rules", ".cursorrules", ".windsurfrules", ".clinerules"], { codec: zed }),
        { dir: ".github", files: ["copilot-instructions.md"], codec: zed },
        named(["AGENT.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"], { codec: zed }),
      ),
      skillsOf(zedDialect),
    ],
  },
};
