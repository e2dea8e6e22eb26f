/** The URL of a Redis server without a password: files of projects and servers are read by many. */
export const redisUrlPattern: RegExp = /^rediss?:\/\/(?:[^/@:]*@)?[^/@]+(?:\/\d*)?$/;

/** What is wrong with another URL, as a part of a sentence. @param setting the name of the setting of the variable. */
export function redisUrlError(setting: string): string {
  return `must begin with redis:// or rediss:// and have no password; use \`${setting}\``;
}
