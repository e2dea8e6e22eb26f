import { kindIn, openRoot } from "@precept/files";
import { ruleLocations } from "@precept/mdc-compat";

/** A rule file or directory of another tool. Precept reads it in place. */
export interface OtherTool {
  readonly tool: string;
  readonly path: string;
}

/** Finds the rule files and directories of other tools in a project. */
export function findOtherTools(projectDir: string): readonly OtherTool[] {
  const project = openRoot(projectDir);
  return ruleLocations
    .filter(({ dialect, personal }) => dialect.id !== "precept" && personal !== true)
    .flatMap(({ dialect, dir, files }) => {
      const paths = files === undefined ? [dir] : files.map((file) => (dir === "" ? file : `${dir}/${file}`));
      return paths.map((path) => ({ tool: dialect.title, path }));
    })
    .filter(({ path }) => kindIn(project, path) !== undefined);
}
