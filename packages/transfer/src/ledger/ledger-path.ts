/** The ledger of exported and imported files, relative to the project. Belongs in version control. */
export const ledgerPath = ".precept/ledger.json";
