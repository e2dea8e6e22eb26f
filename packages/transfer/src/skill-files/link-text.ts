/**
 * Whether a link can lead out of the folder that it is in. Only a relative path whose `..` all come first is certain to
 * stay in it: after the name of another link, `..` leads somewhere else.
 *
 * @param path the path of the link in the folder. Its parent directories are no links.
 * @param text the target of the link, as it is written.
 */
export function leadsOut(path: string, text: string): boolean {
  if (text === "" || text.startsWith("/") || text.includes("\\") || /^[A-Za-z]:/.test(text)) return true;
  const segments = text.split("/").filter((segment) => segment !== "" && segment !== ".");
  const names = segments.findIndex((segment) => segment !== "..");
  const ups = names === -1 ? segments.length : names;
  return segments.slice(ups).includes("..") || ups > path.split("/").length - 1;
}
