// What an install of Precept writes for each coding agent

export { installSpecs } from "./tables/install.ts";
export { localProgram, printShellLine, textMark } from "./install-files/precept-command.ts";
export { readPluginCommand } from "./install-files/plugin-text.ts";
export type {
  FileContent,
  HostFile,
  InstallContext,
  InstallLevel,
  InstallSpec,
  JsonEntry,
  PreceptCommand,
  TomlTable,
} from "./model/install-spec.ts";
