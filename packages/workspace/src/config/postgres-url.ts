/** The URL of a database without a password: files of projects and servers are read by many. */
export const postgresUrlPattern: RegExp = /^postgres(?:ql)?:\/\/(?:[^/@:]*@)?[^/@]*(?:\/[^@]*)?$/;

/** What is wrong with another URL, as a part of a sentence. @param setting the name of the setting of the variable. */
export function postgresUrlError(setting: string): string {
  return `must begin with postgres:// and have no password; use \`${setting}\` or the variable PGPASSWORD`;
}
