import type { CiName } from "@precept/governance";

/** The variables that show the CI provider. A provider that also sets another's variables comes first. */
const ciProviders = {
  GITEA_ACTIONS: "gitea-actions",
  FORGEJO_ACTIONS: "forgejo-actions",
  GITHUB_ACTIONS: "github-actions",
  GITLAB_CI: "gitlab",
  CIRCLECI: "circleci",
  BUILDKITE: "buildkite",
  TF_BUILD: "azure-pipelines",
  JENKINS_URL: "jenkins",
  BITBUCKET_BUILD_NUMBER: "bitbucket",
  TEAMCITY_VERSION: "teamcity",
  TRAVIS: "travis",
  APPVEYOR: "appveyor",
  DRONE: "drone",
  CIRRUS_CI: "cirrus",
  SEMAPHORE: "semaphore",
  CODEBUILD_BUILD_ID: "codebuild",
  CM_BUILD_ID: "codemagic",
  BITRISE_IO: "bitrise",
  BUDDY_WORKSPACE_ID: "buddy",
  HEROKU_TEST_RUN_ID: "heroku",
  NETLIFY: "netlify",
  VERCEL: "vercel",
  CF_PAGES: "cloudflare-pages",
} as const satisfies Record<string, CiName>;

/** Returns the CI provider that runs this process: `other` if it is unknown, `none` outside CI. */
export function detectCi(env: Readonly<Record<string, string | undefined>>): CiName {
  const isSet = (name: string): boolean => !/^(?:|0|false)$/i.test(env[name] ?? "");
  const found = Object.entries(ciProviders).find(([variable]) => isSet(variable));
  return found?.[1] ?? (isSet("CI") ? "other" : "none");
}
