/** Files that hold credentials by convention, by their names in lower case. */
const names: ReadonlySet<string> = new Set([
  ".bash_history",
  ".boto",
  ".git-credentials",
  ".htpasswd",
  ".my.cnf",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".pgpass",
  ".pypirc",
  ".s3cfg",
  ".terraformrc",
  ".vault-token",
  ".yarnrc.yml",
  ".zsh_history",
  "auth.json",
  "credentials",
  "credentials.json",
  "master.key",
  "terraform.rc",
]);

/** Directories that hold credentials by convention. */
const directories: ReadonlySet<string> = new Set([".aws", ".azure", ".docker", ".gcloud", ".gnupg", ".kube", ".ssh"]);

const patterns: readonly RegExp[] = [
  // Environment files, but not the templates that are meant to be shared.
  /^\.envrc$|\.env$|^\.env(?:\.(?!example$|sample$|template$|dist$|defaults?$|schema$)[^.]+)+$/,
  // Keys and key stores
  /\.(?:pem|key|p8|p12|pfx|ppk|jks|keystore|kdbx|gpg|ovpn)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/,
  // Service accounts, secrets, infrastructure state
  /^(?:service[-_]?account|client[-_]secret).*\.json$/,
  /^secrets?\.(?:json|ya?ml|toml|ini|properties|env)$/,
  /\.(?:tfstate|tfvars)(?:\.backup|\.json)?$/,
];

/**
 * Whether a file holds credentials by its name: `.env`, private keys, `.npmrc`, anything in `.ssh`, … Such a file is not brought into a prompt
 * unless the user allows it.
 *
 * @param path with `/` between segments.
 */
export function looksSecret(path: string): boolean {
  const segments = path.toLowerCase().split("/");
  const name = segments.pop() ?? "";
  return (
    names.has(name) || segments.some((segment) => directories.has(segment)) || patterns.some((pattern) => pattern.test(name))
  );
}
