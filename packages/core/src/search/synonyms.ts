import { tokenize } from "./tokenize.ts";

/** Words of software development that mean the same or nearly so, and their abbreviations: a group on each line. */
const groups = `
dependency dependencies dep deps package packages library
pr pull-request mr merge-request
repo repository
config configuration settings
env environment
db database
database postgres postgresql psql mysql mariadb sqlite sql
auth authentication login signin sign-in authenticate
auth authorization authorisation permission permissions
credential credentials secret secrets password passwords apikey passphrase
color colour colors palette hex
color red green blue yellow grey gray
spacing padding margin gap px pixel pixels
price prices money amount amounts cost fee
currency euro euros dollar dollars cents
float floats floating double decimal
test tests testing spec specs vitest jest mocha pytest junit
e2e end-to-end browser playwright cypress
ui interface frontend widget
a11y accessibility accessible keyboard contrast aria screenreader
i18n l10n translation translations localisation localization locale
k8s kubernetes kubectl pod pods manifest
infra infrastructure terraform tofu
js javascript
ts typescript
py python
golang go
rs rust
cpp c++
csharp c# dotnet
ci pipeline pipelines workflow
log logs logging logger
metric metrics prometheus latency monitoring
incident outage downtime down
error errors exception exceptions failure
flaky intermittent intermittently
retry retries again resend
twice repeated duplicate double
cancel cancelled cancellation abort aborted
endpoint endpoints route routes
list page pages paging paged pagination
validate validation validator
column columns field fields
migration migrations migrate
transaction transactions atomic rollback
merge merged squash rebase
release releases deploy deployment rollout ship publish
flag flags toggle toggles
unfinished incomplete experimental
customer customers client clients user users
mail email emails e-mail
delete remove drop erase
pointer pointers ownership allocate deallocate
async asynchronous await
null nil none optional nullable
component components widget
mock mocks mocking fake stub stubs
clock time timer
docker container containers dockerfile
cache caching cached redis
privacy gdpr personal pii
folder folders directory directories
docs documentation readme
review reviews reviewer approval
export exports re-export reexport
hash hashing bcrypt argon2 scrypt
jwt token tokens bearer
throttle throttling ratelimit
query queries select
schema schemas model models
header headers
body payload
style styles css stylesheet
lint linter linting eslint ruff
format formatting formatter prettier
comment comments docstring
button buttons click
image images picture photo
video movie
job jobs worker queue background
shell bash
monorepo workspace workspaces
version versions semver
changelog changeset changesets
`;

let synonyms: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** Returns the tokens that mean nearly the same as a token. */
export function synonymsOf(token: string): ReadonlySet<string> | undefined {
  synonyms ??= readGroups();
  return synonyms.get(token);
}

function readGroups(): ReadonlyMap<string, ReadonlySet<string>> {
  const read = new Map<string, Set<string>>();
  for (const group of groups.trim().split("\n")) {
    // The first token of a compound is the whole.
    const tokens = new Set(group.split(" ").map((word) => tokenize(word)[0] ?? word));
    for (const token of tokens) {
      const others = read.get(token) ?? new Set();
      for (const other of tokens) if (other !== token) others.add(other);
      read.set(token, others);
    }
  }
  return read;
}
