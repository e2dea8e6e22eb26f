import type { Random } from "@precept/testing/random";

/** Which server answers: any, or a few for each project. */
export type Routing = "any" | "by project";

/** The requests that one server gets. */
export interface ServerLoad {
  /** Returns the project of the next request. */
  readonly pick: () => number;
  /** The share of all requests. */
  readonly share: number;
}

export interface AssignOptions {
  readonly servers: number;
  readonly projects: number;
  readonly routing: Routing;
  /** The number of servers whose load is returned. */
  readonly sampled: number;
}

/**
 * Decides which requests some of the servers get. The projects are used as often as words are: the second half as often as the
 * first, the third a third as often, and so on. With routing by project, a project has at least two servers, and more if it is
 * used more than others.
 */
export function assignProjects({ servers, projects, routing, sampled }: AssignOptions, random: Random): readonly ServerLoad[] {
  const weights = Array.from({ length: projects }, (_, at) => 1 / (at + 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (routing === "any") {
    const every = loadOf(
      Array.from(weights, (weight, project) => ({ project, weight: weight / total })),
      random,
    );
    return Array.from({ length: sampled }, () => ({ ...every, share: 1 / servers }));
  }
  const assigned = Array.from({ length: sampled }, (): Weighted[] => []);
  for (const [project, weight] of weights.entries()) {
    const count = Math.min(servers, Math.max(2, Math.ceil((2 * weight * servers) / total)));
    const first = random.below(servers);
    for (let at = 0; at < count; at += 1) {
      const server = (first + at) % servers;
      if (server < sampled) assigned[server]?.push({ project, weight: weight / total / count });
    }
  }
  return assigned.map((own) => loadOf(own, random));
}

interface Weighted {
  readonly project: number;
  readonly weight: number;
}

function loadOf(projects: readonly Weighted[], random: Random): ServerLoad {
  let sum = 0;
  const ends = projects.map(({ weight }) => (sum += weight));
  const pick = (): number => {
    const wanted = random.next() * sum;
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return projects[low]?.project ?? 0;
  };
  return { pick, share: sum };
}
