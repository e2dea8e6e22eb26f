/** Names of files that contain credentials by convention, in lower case. */
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

/** Names of directories that contain credentials by convention. */
const directories: ReadonlySet<string> = new Set([".aws", ".azure", ".docker", ".gcloud", ".gnupg", ".kube", ".ssh"]);

const patterns: readonly RegExp[] = [
  // Environment files, except templates
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
 * Whether a file contains credentials by its name: `.env`, private keys, `.npmrc`, anything in `.ssh`, …
 *
 * @param path with `/` between segments.
 */
export function isSecretFile(path: string): boolean {
  const segments = path.toLowerCase().split("/");
  const name = segments.pop() ?? "";
  return (
    names.has(name) || segments.some((segment) => directories.has(segment)) || patterns.some((pattern) => pattern.test(name))
  );
}
