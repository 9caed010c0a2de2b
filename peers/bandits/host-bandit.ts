import { z } from "zod";
import type { Json } from "../../lib/domain/json.ts";
import {
  judgedBy,
  pageEstimatorOption,
} from "../../lib/domain/methods/adaptive/chosen-estimation.ts";
import type { GroupTally } from "../../lib/domain/methods/group-tally.ts";
import { judgingBy, type PageEstimation } from "../../lib/domain/methods/page-estimation.ts";
import type {
  CompiledStrategy,
  LinkFacts,
  ScoredLink,
  Strategy,
} from "../../lib/domain/methods/strategy.ts";
import { strategyModule } from "../../lib/domain/methods/strategy-module.ts";
import { hashToUnit, seedOf } from "../../lib/domain/stats/random/random.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import type { Host } from "../../lib/domain/web/url/url.ts";
import {
  type ArmCount,
  type ArmCounts,
  compileCounts,
  countArms,
  drawnSince,
  FIRST,
  hasGrown,
  priorityWithin,
  weightOf,
} from "./arms.ts";
import { compileLinkOdds, type LinkOdds, trainLinkOdds } from "./link-odds.ts";

/**
 * Values of a host by its results, in [0, ∞), as published: the best link of all hosts first, or the
 * host with the fewest other pages, or with the greatest ratio of targets to other pages.
 */
const HOST_VALUES = {
  "best-score": () => 1,
  "negative-absolute-bad": ({ pages, targets }: ArmCount) => 1 / (1 + pages - targets),
  "success-rate": ({ pages, targets }: ArmCount) => (targets + 1) / (pages - targets + 1),
} as const;

const options = z.strictObject({
  value: z
    .enum(["best-score", "negative-absolute-bad", "success-rate"])
    .default("success-rate")
    .describe("Which host is drawn: of the best link, the fewest misjudged, or the best ratio."),
  lambda: z
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe("Share of draws from a host by chance, at the start."),
  decay: z
    .int()
    .min(1)
    .default(1_000)
    .describe("Draws after which that share is a half, a third and so on."),
  pageEstimator: pageEstimatorOption,
});

type HostSettings = z.output<typeof options>;

type HostModel = {
  readonly pages: Json;
  /** The hosts that are arms of their own. */
  readonly hosts: readonly Host[];
  /** Links drawn, to pages or in vain. */
  readonly drawn: number;
  /** By host. */
  readonly counts: ArmCounts;
  readonly links: LinkOdds;
};

/**
 * Most hosts that are arms, those with the most pages, and number of arms that all other hosts
 * share.
 */
const MOST_HOSTS = 1_000;
const SHARED_ARMS = 1_000;

/**
 * Compiles Anthelion (Meusel, Mika & Blanco 2014): a bandit over hosts, and an online classifier
 * that gives the best link of the host drawn. Most draws are from the host with the greatest value,
 * the others from a host by chance; their share λ ÷ (⌊draws ÷ decay⌋ + 1) falls. Hosts without pages
 * share arms, each worth as much as a host of which nothing is known.
 *
 * The published classifiers are naive Bayes and Hoeffding trees, here it is logistic. Siblings are
 * the pages that were drawn from the same page.
 */
export function hostStrategy(
  settings: HostSettings,
  { seed, estimation }: { readonly seed: number; readonly estimation: PageEstimation },
): Strategy<HostModel> {
  return {
    name: "host-bandit",
    selection: { kind: "best" },
    merge: "greater",
    ...(estimation.learnsFromSeen && { learnsFromSeen: estimation.learnsFromSeen }),
    train: (evidence, need, previous) => {
      const { visits, misses } = evidence;
      const counts = countArms(evidence, ({ url }) => hostOf(url));
      const hosts = [...new Set(visits.map(({ host }) => host))]
        .toSorted((one, other) => (counts[other]?.pages ?? 0) - (counts[one]?.pages ?? 0))
        .slice(0, MOST_HOSTS);
      return {
        pages: estimation.train(need, previous?.pages),
        hosts,
        drawn: visits.length + misses.length,
        counts: Object.fromEntries(hosts.flatMap((host) => entryOf(counts, host))),
        links: trainLinkOdds(visits),
      };
    },
    compile: (model) => ({
      ...judgingBy(estimation, model.pages),
      labelNotes: estimation.notes?.(model.pages) ?? [],
      ...compileLinks(model),
      groups: { weigh: weighHosts(model, settings, seed) },
    }),
    isStale: hasGrown,
  };
}

/** `host-bandit`: the best link of the host that a bandit draws. */
export default strategyModule({
  name: "host-bandit",
  description: "Hosts as arms of a bandit, with a classifier of links (Anthelion, Meusel 2014).",
  options,
  create: (settings, { seed }) =>
    judgedBy<Strategy>(settings.pageEstimator, seed, (estimation) =>
      hostStrategy(settings, { seed, estimation }),
    ),
});

function entryOf(counts: ArmCounts, host: Host): [string, ArmCount][] {
  const count = Object.hasOwn(counts, host) ? counts[host] : undefined;
  return count === undefined ? [] : [[host, count]];
}

function compileLinks({
  hosts,
  links,
}: HostModel): Pick<CompiledStrategy, "scoreLinks" | "rescoreLink"> {
  const arms = new Set<string>(hosts);
  const probabilityOf = compileLinkOdds(links);
  const score = (link: LinkFacts) => {
    const host = hostOf(link.url);
    const probability = probabilityOf(link);
    return {
      priority: priorityWithin(probability),
      group: arms.has(host) ? host : `other ${Math.floor(hashToUnit(0, host) * SHARED_ARMS)}`,
      why: `link classifier ${probability.toFixed(3)}`,
    };
  };
  return {
    scoreLinks: ({ url: parent, anchors }, { isTarget }) =>
      anchors.map(({ url, text }): ScoredLink => {
        const inherited = isTarget ? 1 : 0;
        const snippet = { anchor: text, before: "", after: "", title: "", inherited };
        return { url, snippet, ...score({ url, parent, snippet }) };
      }),
    rescoreLink: score,
  };
}

/** Compiles the weights of hosts: the host by chance first, if it is its turn, then by value. */
function weighHosts(
  { drawn, counts }: Pick<HostModel, "drawn" | "counts">,
  { value, lambda, decay }: HostSettings,
  seed: number,
) {
  const resultsOf = compileCounts(counts);
  const valueOf = HOST_VALUES[value];
  const byChance = seedOf(seed, "turns of chance");
  return (tally: GroupTally, groups: Iterable<string>): ReadonlyMap<string, number> => {
    const t = drawn + drawnSince(tally);
    const share = lambda / (Math.floor(t / decay) + 1);
    const chosen = hashToUnit(byChance, String(t)) < share ? anyOf(tally, seed, t) : undefined;
    return new Map(
      Array.from(groups, (group) => {
        const isFirst = group === "" || group === chosen;
        return [group, isFirst ? FIRST : weightOf(valueOf(resultsOf(group, tally)))];
      }),
    );
  };
}

/** Returns an arm with queued links by chance, all alike; `undefined` when only seeds wait. */
function anyOf({ groups }: GroupTally, seed: number, t: number): string | undefined {
  let [chosen, greatest]: [string | undefined, number] = [undefined, 0];
  for (const [group, { waiting }] of groups) {
    if (waiting === 0 || group === "") continue;
    const lot = hashToUnit(seed, `${t} ${group}`);
    if (lot > greatest) [chosen, greatest] = [group, lot];
  }
  return chosen;
}
