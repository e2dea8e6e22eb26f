import { ruleLocations } from "@precept/mdc-compat";

/**
 * Whether a path is one where a tool reads rules, or a native rule. The journal of the backup is a file of the project, which a clone can contain:
 * nothing outside of these places is restored or removed because of it.
 */
export function isRestorablePath(path: string): boolean {
  const segments = path.split("/");
  if (path.startsWith("/") || path.includes("\\") || segments.some((segment) => ["", ".", ".."].includes(segment))) return false;
  return ruleLocations.some(({ dir, files, personal }) => {
    if (personal === true) return false;
    const names = files?.map((file) => (dir === "" ? file : `${dir}/${file}`));
    return names === undefined
      ? dir !== "" && `/${path}`.includes(`/${dir}/`)
      : names.some((name) => `/${path}`.endsWith(`/${name}`));
  });
}

/** Whether a path is that of a native rule. */
export function isNativePath(path: string): boolean {
  return `/${path}`.includes("/.precept/rules/");
}
