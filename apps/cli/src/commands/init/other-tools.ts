import { kindIn, openRoot } from "@precept/files";
import { ruleLocations } from "@precept/mdc-compat";

/** Rule files of other tools, which Precept reads as they are. */
export interface OtherTool {
  readonly tool: string;
  readonly path: string;
}

/** What of other tools lies in a project's root. */
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
