/** Starter policies in compiled form. */
export interface CompiledStarter {
  /** The SHA-256 of the YAML text that was compiled, in lower-case hexadecimal. */
  readonly digest: string;
  /** The policies, compiled by `compilePolicies`; validated with the default tables, under the key `default`. */
  readonly compiled: string;
}
