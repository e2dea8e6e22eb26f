// A module of its own, so that loading it loads nothing else of the package: an import of the whole package at run time would load all of it.
export { readRuleChecks } from "@precept/governance";
