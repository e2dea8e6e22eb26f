/** Describes how a program reads its options. */
export interface OptionSpec {
  /** Whether a long option may be abbreviated, such as `--forc` for `--force`. */
  readonly abbreviates?: true;
  /** Short options whose value may follow in the same word, by subcommand; `""` for all: `-mfix` has no `-f`. */
  readonly valued?: Readonly<Record<string, string>>;
}

const gnu: OptionSpec = { abbreviates: true };

/** The programs whose options are read in another way than by their exact names. */
const optionSpecs: Readonly<Record<string, OptionSpec>> = {
  git: {
    abbreviates: true,
    valued: {
      "": "cC",
      commit: "mFCctSu",
      push: "o",
      merge: "msXS",
      rebase: "Xsx",
      checkout: "bB",
      switch: "cC",
      clean: "e",
      tag: "mFu",
    },
  },
  rm: gnu,
  chmod: gnu,
  chown: gnu,
  chgrp: gnu,
  cp: gnu,
  mv: gnu,
  ln: gnu,
  shred: gnu,
  truncate: gnu,
  tee: gnu,
  sed: { abbreviates: true, valued: { "": "efl" } },
  tar: gnu,
  wget: { abbreviates: true, valued: { "": "oaOPeiUtTwQl" } },
  rsync: { valued: { "": "efMTB" } },
  curl: { valued: { "": "oHdXuAbcFTeKwmxyYCDEPQrtzU" } },
  usermod: gnu,
  userdel: gnu,
  passwd: gnu,
  grep: { abbreviates: true, valued: { "": "efmABCdD" } },
  install: { abbreviates: true, valued: { "": "mgoSt" } },
};

/** Returns how a program reads its options. */
export function optionSpecOf(program: string): OptionSpec {
  return (Object.hasOwn(optionSpecs, program) ? optionSpecs[program] : undefined) ?? {};
}
