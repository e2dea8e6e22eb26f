import type { ParsedCommand } from "../parsed-command.ts";
import { valuesOf } from "./option-values.ts";

const loopback =
  /^(?:localhost|(?:[\w-]+\.)+localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[?(?:::1|0:0:0:0:0:0:0:1)\]?|host\.docker\.internal)$/i;

/** The name of a cluster that runs on this machine. */
const localCluster =
  /^(?:kind(?:-[\w.-]+)?|k3d-[\w.-]+|minikube|docker-desktop|docker-for-desktop|rancher-desktop|orbstack|colima[\w-]*)$/;

/** Clients for which `-h` is a host. For other programs it is help. */
const hostLetters =
  /^(?:psql|pg_\w+|dropdb|createdb|dropuser|createuser|mysql\w*|mariadb\w*|redis-cli|valkey-cli|mongo\w*|influx|cqlsh|clickhouse-client)$/;

const options = ["--host", "--hostname", "--uri", "--server", "--bootstrap-server", "--address", "--context", "--kube-context"];

/** Whether each host that a command names is this machine. False if it names none: settings outside the text decide then. */
export function isOnThisMachine(command: ParsedCommand): boolean {
  const hosts = hostsOf(command);
  return hosts.length > 0 && hosts.every((host) => loopback.test(host) || localCluster.test(host) || host.startsWith("/"));
}

function hostsOf(command: ParsedCommand): readonly string[] {
  const { program, words, environment = [] } = command;
  const values = valuesOf(words, hostLetters.test(program) ? [...options, "-h"] : options);
  const variables = environment.flatMap((set) => /^\w*(?:HOST|URL|URI|ADDR)=(.+)$/.exec(set)?.[1] ?? []);
  return [...values, ...variables, ...words.filter(isAddress), ...operandHosts(command)].map(hostIn);
}

/** Programs whose first operand is a host. */
const takesHost = /^(?:telnet|nc|ncat|netcat|ping|ssh|sftp|ftp|lftp|tftp|mosh)$/;

/** Programs whose operands may be `host:path`. */
const takesRemotePath = /^(?:scp|rcp|rsync)$/;

function operandHosts({ program, words }: ParsedCommand): readonly string[] {
  if (takesRemotePath.test(program))
    return words.flatMap((word) => /^(?:\w[\w.-]*@)?([\w.-]+|\[[\d:]+\]):/.exec(word)?.[1] ?? []);
  if (!takesHost.test(program)) return [];
  const host = words.find((word, at) => !word.startsWith("-") && !/^-[a-zA-Z]$/.test(words[at - 1] ?? ""));
  return host === undefined ? [] : [host];
}

/** Whether a word is a URL, or begins with the name of this machine as the operand of an HTTP client does. */
function isAddress(word: string): boolean {
  return /^[\w+.-]+:\/\//.test(word) || /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?(?:\/|$)/i.test(word);
}

/** The host of a URL, or of `host:port`. A name before `@` is a user. */
function hostIn(address: string): string {
  const [authority = ""] = address.replace(/^[\w+.-]+:\/\//, "").split(/[/?#\\](?!$)/);
  const rest = address.startsWith("/") ? address : authority.slice(authority.lastIndexOf("@") + 1);
  return rest.startsWith("[") ? rest.replace(/\](?::\d+)?\/?$/, "]") : rest.replace(/:\d+\/?$|\/$/, "");
}
