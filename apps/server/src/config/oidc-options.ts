import { withoutUndefined } from "@precept/core";
import { readSecret } from "@precept/workspace";
import type { ServerConfig } from "./schema.ts";
import type { OidcOptions } from "../oidc/options.ts";

/** The settings of the provider with the secret, or why there is none. */
export type ReadOidcOptions = OidcOptions | { readonly missing: string };

/**
 * Reads the settings of the provider of a server. Undefined: the server has none.
 *
 * @param warn receives a sentence about a file with the secret that other users can access.
 */
export function readOidcOptions(
  settings: ServerConfig["oidc"],
  env: Readonly<Record<string, string | undefined>>,
  warn?: (warning: string) => void,
): ReadOidcOptions | undefined {
  if (settings === undefined) return undefined;
  const { issuer, client_id: clientId, url, scopes, user_claim, groups_claim, roles = {}, projects = [] } = settings;
  const secret = readSecret({ file: settings.client_secret_file, variable: settings.client_secret_env }, env);
  if (secret !== undefined && "missing" in secret) return secret;
  if (secret?.warning !== undefined) warn?.(secret.warning);
  return {
    issuer,
    clientId,
    url,
    roles: withoutUndefined(roles),
    projects: projects.map((project) => ({ ...project, roles: withoutUndefined(project.roles) })),
    ...withoutUndefined({ clientSecret: secret?.value, scopes, userClaim: user_claim, groupsClaim: groups_claim }),
  };
}
