// Names of directories and files, as in real monorepos, from which the workload is generated.

const products = "web admin docs storybook mobile desktop landing status partners checkout-ui".split(" ");
const libraries = (
  "auth billing cart catalog search orders payments shipping pricing inventory users profile sessions notifications email sms " +
  "analytics metrics tracing logging config flags i18n forms tables charts icons theme tokens layout editor uploads images video " +
  "cache queue jobs scheduler events webhooks graphql rest-client sdk cli schema validation errors testing fixtures mocks storage " +
  "database migrations reports exports imports audit permissions roles teams invites comments reviews ratings wishlists coupons"
).split(" ");
const services = (
  "api gateway identity ranking recommendations fraud ledger tax search-indexer mailer media-encoder importer scheduler-worker " +
  "audit-log feature-store crawler"
).split(" ");

/** Directories of packages, apps and services. */
export const projects: readonly string[] = [
  ...products.map((name) => `apps/${name}`),
  ...libraries.map((name) => `packages/${name}`),
  ...services.map((name) => `services/${name}`),
];

/** Directories inside a project's `src`. */
export const folders: readonly string[] = (
  "components hooks lib api models pages routes server client utils store types styles services queries mutations handlers " +
  "middleware validators adapters components/forms components/layout api/v1 api/v2 server/jobs"
).split(" ");

/** Directories that may be anywhere in a project. */
export const anywhere: readonly string[] = (
  "__tests__ __mocks__ fixtures migrations generated e2e docs scripts examples snapshots stories locales templates proto " +
  "benchmarks seeds workflows"
).split(" ");

/** File extensions without the dot. */
export const extensions: readonly string[] = (
  "ts tsx js jsx mjs cjs py go rs java kt swift rb php cs cpp h sql graphql proto css scss html vue svelte astro md mdx json " +
  "yaml yml toml sh tf ipynb prisma dart ex"
).split(" ");

export const doubleExtensions: readonly string[] = "test spec stories d e2e bench config fixture mock page layout route".split(
  " ",
);

export const fileNames: readonly string[] = (
  "package.json tsconfig.json Dockerfile Makefile README.md CHANGELOG.md pyproject.toml Cargo.toml go.mod next.config.js " +
  "vite.config.ts schema.prisma .env.example .eslintrc.json tailwind.config.ts index.ts main.py middleware.ts"
).split(" ");

/** File names without extension. */
export const stems: readonly string[] = (
  "index main cart total order user session button dialog table form list item card header footer use-query use-form client " +
  "server handler router schema model service repository factory format parse validate convert fetch cache queue worker"
).split(" ");
