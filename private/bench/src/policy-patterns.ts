/** The pattern of a policy. All match within one line and use only syntax that V8, RE2 and ripgrep treat the same. */
export interface PolicyPattern {
  readonly id: string;
  readonly source: string;
  readonly flags: "" | "i" | "m" | "im";
}

type Written = readonly (string | readonly [source: string, flags: PolicyPattern["flags"]])[];

const codeSmells: Written = [
  String.raw`\beval ?\(`,
  String.raw`\bnew Function\(`,
  String.raw`\bdocument\.write(?:ln)?\(`,
  String.raw`\.innerHTML ?=[^=]`,
  String.raw`\.outerHTML ?=[^=]`,
  String.raw`\bdangerouslySetInnerHTML\b`,
  String.raw`\bconsole\.(?:log|debug|trace)\(`,
  String.raw`\bdebugger;`,
  String.raw`@ts-(?:ignore|nocheck)\b`,
  String.raw`\beslint-disable(?:-next-line|-line)?\b`,
  String.raw`\bas any\b`,
  String.raw`: any\[\]`,
  [String.raw`\b(?:todo|fixme|hack|xxx)\b`, "i"],
  String.raw`\bsetTimeout\(["'\x60]`,
  String.raw`\.__proto__\b`,
  String.raw`\bwith \(\w{1,40}\) ?\{`,
  String.raw`\bprocess\.exit\(\d{0,3}\)`,
  String.raw`\bprocess\.env\.[A-Z_]{2,40}\b`,
  String.raw`\brequire\(["']child_process["']\)`,
  String.raw`\bexecSync\(`,
  String.raw`\bspawn\([^)\n]{0,80}shell: ?true`,
  String.raw`\bMath\.random\(\)`,
  String.raw`\bcreateHash\(["'](?:md5|sha1)["']\)`,
  String.raw`\brejectUnauthorized: ?false\b`,
  String.raw`\bNODE_TLS_REJECT_UNAUTHORIZED\b`,
  String.raw`catch ?\(\w{0,30}\) ?\{ ?\}`,
  String.raw`catch ?\{ ?\}`,
  String.raw`== ?null\b`,
  String.raw`\bvar \w{1,40} ?= ?this;`,
  String.raw`\barguments\.callee\b`,
  String.raw`\bnew Buffer\(`,
  String.raw`\bfs\.(?:existsSync|exists)\(`,
  String.raw`\.only\(["'\x60]`,
  [String.raw`^[ \t]*import \* as \w{1,40} from`, "m"],
  [String.raw`^[ \t]*export default\b`, "m"],
  [String.raw`^[ \t]*throw ["'\x60]`, "m"],
  String.raw`\bthrow new Error\(\)`,
  String.raw`\bPromise\.all\(\w{1,40}\.map\(async\b`,
  String.raw`\bJSON\.parse\(JSON\.stringify\(`,
  String.raw`\.forEach\(async\b`,
];

const shell: Written = [
  String.raw`\brm -(?:rf|fr|r -f|f -r)\b`,
  String.raw`\bsudo \w`,
  String.raw`\bchmod (?:-R )?777\b`,
  String.raw`\bcurl [^|\n]{0,200}\| ?(?:ba|z)?sh\b`,
  String.raw`\bwget [^|\n]{0,200}\| ?(?:ba|z)?sh\b`,
  String.raw`\bgit push (?:-f|--force)\b`,
  String.raw`\bgit reset --hard\b`,
  String.raw`\bgit clean -[a-z]{0,4}f`,
  String.raw`\bgit commit [^\n]{0,80}--no-verify\b`,
  String.raw`\bmkfs\.\w{2,8}\b`,
  String.raw`\bdd if=[^ \n]{1,80} of=/dev/`,
  String.raw`:\(\) ?\{ ?:\|:& ?\};:`,
  String.raw`> ?/dev/sd[a-z]\b`,
  String.raw`\bshutdown -[hr]\b`,
  String.raw`\bkillall -9\b`,
  String.raw`\bnpm publish\b`,
  String.raw`\bnpm (?:i|install) -g\b`,
  String.raw`\bdocker run [^\n]{0,80}--privileged\b`,
  String.raw`\bkubectl delete\b`,
  String.raw`\bterraform destroy\b`,
  String.raw`\bhistory -c\b`,
  String.raw`\biptables -F\b`,
  String.raw`\bnc -[a-z]{0,4}e\b`,
  String.raw`/etc/(?:passwd|shadow|sudoers)\b`,
  String.raw`\bbase64 (?:-d|--decode)\b`,
];

const sql: Written = [
  [String.raw`\bdrop (?:table|database|schema)\b`, "i"],
  [String.raw`\btruncate table\b`, "i"],
  [String.raw`\bdelete from \w{1,60};`, "i"],
  [String.raw`\bupdate \w{1,60} set [^;\n]{1,120};`, "i"],
  [String.raw`\bselect \* from\b`, "i"],
  [String.raw`\bunion (?:all )?select\b`, "i"],
  [String.raw`\bgrant all\b`, "i"],
  [String.raw`\balter user \w{1,60}\b`, "i"],
  [String.raw`\bxp_cmdshell\b`, "i"],
  [String.raw`["'\x60]select [^"'\x60\n]{1,160}["'\x60] ?\+`, "i"],
  [String.raw`\bwhere 1 ?= ?1\b`, "i"],
  [String.raw`\bwaitfor delay\b`, "i"],
  [String.raw`\bexec(?:ute)? immediate\b`, "i"],
];

const secrets: Written = [
  String.raw`\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b`,
  String.raw`\bgh[pousr]_[0-9A-Za-z]{36}\b`,
  String.raw`\bgithub_pat_\w{82}\b`,
  String.raw`\bglpat-[\w-]{20}\b`,
  String.raw`\bxox[abposr]-[0-9A-Za-z-]{10,120}`,
  String.raw`\bsk-[0-9A-Za-z]{20,60}\b`,
  String.raw`\bsk-ant-[\w-]{40,120}`,
  String.raw`\bAIza[\w-]{35}\b`,
  String.raw`\bya29\.[\w-]{20,200}`,
  String.raw`\beyJ[\w-]{10,400}\.eyJ[\w-]{10,400}\.[\w-]{10,400}`,
  String.raw`-----BEGIN (?:RSA |EC |DSA |OPENSSH )?PRIVATE KEY-----`,
  String.raw`\b(?:postgres|mysql|mongodb|redis)(?:\+srv)?://[^: \n/@]{1,60}:[^@ \n/]{1,60}@`,
  String.raw`\bnpm_[0-9A-Za-z]{36}\b`,
  String.raw`\bpypi-AgEIcHlwaS5vcmc[\w-]{50,200}`,
  String.raw`\bSG\.[\w-]{22}\.[\w-]{43}\b`,
  String.raw`\b[rs]k_(?:live|test)_[0-9A-Za-z]{24,99}\b`,
  [String.raw`\bpass(?:word|wd)? ?[:=] ?["'][^"'\n]{6,60}["']`, "i"],
  [String.raw`\b(?:api|secret|access)[_-]?key ?[:=] ?["'][^"'\n]{8,80}["']`, "i"],
  [String.raw`\bauthorization: ?bearer [\w.~+/-]{16,200}`, "i"],
];

const injections: Written = [
  [String.raw`\bignore (?:all |any )?(?:previous|prior|above) instructions\b`, "i"],
  [String.raw`\bdisregard (?:the|your|all) (?:rules|instructions|guidelines)\b`, "i"],
  [String.raw`\byou are now (?:a|an|in) \w`, "i"],
  [String.raw`\b(?:reveal|print|show) (?:your|the) system prompt\b`, "i"],
  [String.raw`\bdo anything now\b`, "i"],
  [String.raw`\bdeveloper mode\b`, "i"],
  [String.raw`\bwithout (?:any )?(?:restrictions|filters|limits)\b`, "i"],
  [String.raw`<\|?(?:im_start|im_end|system)\|?>`, "i"],
  [String.raw`\bdo not tell the user\b`, "i"],
  [String.raw`\[[^\]\n]{0,80}\]\(javascript:`, "i"],
  [String.raw`!\[[^\]\n]{0,80}\]\(https?://[^)\n]{1,200}\?[^)\n]{0,80}=`, "i"],
  [String.raw`^[ \t]*(?:system|assistant): `, "im"],
];

/** Patterns without a literal part, for which the prefilter cannot help. */
const shapes: Written = [
  [String.raw`^[^\n]{400,}`, "m"],
  String.raw`\b\d{13,16}\b`,
  String.raw`\b[0-9a-f]{40}\b`,
  String.raw`\b[0-9A-Z]{24,}\b`,
  String.raw`\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b`,
  String.raw`\b\d{3}-\d{2}-\d{4}\b`,
  String.raw`[\w.+-]{1,60}@[\w-]{1,60}\.\w{2,10}\b`,
  String.raw`"[0-9A-Za-z+/]{120,}={0,2}"`,
  String.raw`#[0-9A-Fa-f]{6}\b`,
  String.raw`\b\w{60,}`,
  String.raw`\b[b-df-hj-np-tv-xz]{7,}\b`,
  String.raw`\?[^:;?\n]{1,60}\?[^:;?\n]{1,60}:`,
  String.raw`\){5}`,
  String.raw`\b[a-z]+(?:_[a-z]+){4,}\b`,
  [String.raw`^ {32,}[^ \t\n]`, "m"],
  [String.raw`^\t+ +[^ \t\n]`, "m"],
];

/** Services and the format of their keys. */
const services: readonly (readonly [names: string, value: string])[] = [
  ..."adafruit airtable algolia asana beamer bitbucket bittrex codecov coinbase confluent contentful datadog discord dropbox fastly finicity"
    .split(" ")
    .map((name) => [name, "[0-9a-z]{32}"] as const),
  ..."finnhub flickr freshbooks gocardless grafana hubspot intercom kraken kucoin launchdarkly linear linkedin lob looker mailchimp mailgun"
    .split(" ")
    .map((name) => [name, "[0-9a-z_-]{40}"] as const),
  ..."mapbox mattermost messagebird netlify newrelic nytimes okta plaid planetscale postman prefect rapidapi readme rubygems scalingo sendbird"
    .split(" ")
    .map((name) => [name, "[0-9a-z=_-]{24,64}"] as const),
  ..."sentry shippo shopify sidekiq snyk sonar square squarespace stripe sumologic telegram travis trello twilio twitch twitter typeform"
    .split(" ")
    .map((name) => [name, "[0-9a-f]{32}"] as const),
  ["(?:atlassian|confluence|jira)", "[0-9a-z]{24}"],
  ["(?:gitter|gitlab)", "[0-9a-z_-]{20}"],
  ["(?:heroku|herokuapp)", "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"],
  ["(?:huggingface|hf_)", "[0-9a-z]{34}"],
  ["(?:jfrog|artifactory|bintray|xray)", "[0-9a-z]{64,73}"],
  ["(?:lark|feishu)", "[0-9a-z]{20}"],
  ["(?:meraki|cisco)", "[0-9a-f]{40}"],
  ["(?:pinecone|weaviate)", "[0-9a-f-]{36}"],
  ["(?:private|secret|auth)[_-]?token", "[0-9a-z_.=-]{20,120}"],
  ["(?:openai|azure)", "[0-9a-z]{32}"],
];

/** An assignment of a key to an identifier that contains the name of a service, as secret scanners match most services. */
function assignmentOf([name, value]: (typeof services)[number]): string {
  return String.raw`[\w.-]{0,50}?${name}[ \t\w.-]{0,20}["' \t]{0,3}(?:=|:|=>|:=|,)["'\x60 \t=]{0,5}(${value})(?:["'\x60 \t;]|$)`;
}

/** 200 patterns for code smells, dangerous commands, SQL, secrets and prompt injection. */
export const policyPatterns: readonly PolicyPattern[] = Object.entries({
  smell: codeSmells,
  shell,
  sql,
  secret: secrets,
  injection: injections,
  shape: shapes,
  key: services.map((service) => [assignmentOf(service), "im"] as const),
}).flatMap(([group, written]) =>
  written.map((entry, position): PolicyPattern => {
    const [source, flags] = typeof entry === "string" ? ([entry, ""] as const) : entry;
    return { id: `${group}-${position + 1}`, source, flags };
  }),
);
