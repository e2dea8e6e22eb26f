/** The maximum length of the name of a remote, in UTF-16 code units. A longer URL has no name. */
const maxLength = 1024;

/**
 * Returns the name of a remote repository, which is the same for all ways to connect to it: `github.com/shop/api` for
 * `https://token@github.com/shop/api.git` and `git@github.com:shop/api`. It contains no credentials. A path remains a
 * path.
 */
export function remoteNameOf(url: string): string {
  // oxlint-disable-next-line no-control-regex -- they must not get into messages.
  if (url.length > maxLength || /[\u0000-\u001f\u007f]/.test(url)) return "";
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^?#]*)/i.exec(url);
  const short = /^(?:[^@/\\:]+@)?((?:\[[^\]]+\]|[^/\\:[\]]{2,})):(?!\/\/)(.*)$/s.exec(url);
  if (withScheme !== null) return join(withoutPort(withScheme[1] ?? ""), withScheme[2] ?? "");
  return short === null ? withoutSuffix(url) : join(short[1] ?? "", short[2] ?? "");
}

function withoutPort(authority: string): string {
  return authority.replace(/^.*@/s, "").replace(/:\d*$/, "");
}

function join(host: string, path: string): string {
  const name = withoutSuffix(path);
  return host === "" ? name : [host.toLowerCase(), name.replace(/^\/+/, "")].filter((part) => part !== "").join("/");
}

function withoutSuffix(path: string): string {
  return path.replace(/\/+$/, "").replace(/\.git$/, "");
}
