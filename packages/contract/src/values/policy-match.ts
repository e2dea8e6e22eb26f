export const policyModes = ["enforce", "shadow"] as const;
export type PolicyMode = (typeof policyModes)[number];

/** The values that must be the same in all counted calls. `match`: the text that the policy matches. */
export const sequenceValues = ["command", "tool", "file", "match"] as const;

/** A value that must be the same in all counted calls: see {@link sequenceValues}. */
export type SequenceValue = (typeof sequenceValues)[number];

/** The maximum of `count`. */
export const maxSequenceCount = 100;

/** The form of a duration in a policy. */
export const durationPattern: RegExp = /^([1-9]\d{0,4})([smhd])$/;

/** The maximum length, in UTF-16 code units, of values that have a format and whose entropy is measured. */
export const maxValueLength = 16_384;

/** The formats that `valid_as` can require, which a regular expression cannot check. Names are permanent. */
export const valueFormatDescriptions = {
  crc32_base62: "the last six characters are a checksum, as in tokens of GitHub and npm",
  bech32: "a text with a Bech32 checksum, such as a secret key of age",
  jwt: "a signed JSON Web Token",
  base64_json: "a JSON object in Base64",
  luhn: "12 to 19 digits with a Luhn check digit, such as the number of a payment card",
  iban: "an International Bank Account Number",
} as const;

/** The name of a format: see {@link valueFormatDescriptions}. */
export type ValueFormat = keyof typeof valueFormatDescriptions;

/** All formats, in the order of the reference. */
export const valueFormatNames = Object.keys(valueFormatDescriptions) as [ValueFormat, ...ValueFormat[]];
