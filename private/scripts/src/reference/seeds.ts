import { parseCitation, seeds } from "../../../e2e/src/seeds/seeds.ts";
import type { Requirement } from "../../../e2e/src/seeds/requirement.ts";
import { page, table } from "./markdown.ts";

/** The page about the requirements of the documents that Precept was designed from, and the tests that show them. */
export function seedReference(): string {
  const counts = seeds.map(({ title, requirements }) => [
    `[${title}](#${title.toLowerCase().replaceAll(" ", "-")})`,
    String(requirements.length),
    String(requirements.filter(({ differs }) => differs !== undefined).length),
  ]);
  return page(
    "Requirements",
    "Precept was designed from five documents. Each of their requirements is a row, in our words, with the section of its document and the tests that show " +
      "it. Where Precept differs on purpose, the row says why. A test fails if a requirement has no test, or names one that does not exist.",
    table(["document", "requirements", "of which differ"], counts),
    ...seeds.flatMap(({ title, requirements }) => [
      `## ${title}`,
      table(
        ["", "section", "requirement", "shown by"],
        requirements.map((requirement) => [
          requirement.id,
          requirement.section,
          describe(requirement),
          requirement.tests.map(linkTo).join("<br>"),
        ]),
      ),
    ]),
  );
}

function describe({ text, differs }: Requirement): string {
  return differs === undefined ? text : `${text}<br>**Differs:** ${differs}`;
}

function linkTo(citation: string): string {
  const { path, title } = parseCitation(citation);
  return `[${title.replaceAll(/[[\]*]/g, String.raw`\$&`).replaceAll("<", "&lt;")}](../../${path})`;
}
