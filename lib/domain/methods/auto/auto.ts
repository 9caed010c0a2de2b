/** `auto`: learns which links lead to targets, from what it is told and from what it finds. */
import { z } from "zod";
import type { Snippet } from "../../frontier/link.ts";
import { NO_ROWS, placeOf, rowsOn } from "../../page/page-structure.ts";
import type { Anchor, PageView } from "../../page/page-view.ts";
import { NumberedLinks } from "../adaptive/numbered-links.ts";
import { compileQueries } from "../adaptive/queries/choose-query.ts";
import { type QueryModel, queryPhrases, trainQueryModel } from "../adaptive/queries/query-model.ts";
import { MapView } from "../group-tally.ts";
import {
  type CompiledStrategy,
  type Evidence,
  type GatheredEvidence,
  type LinkFacts,
  type LinkScore,
  type Need,
  type ScoredLink,
  type Strategy,
  unscored,
} from "../strategy.ts";
import { strategyModule } from "../strategy-module.ts";
import { GatheredCrawl, LATEST } from "./gathered-crawl.ts";
import {
  compileJudges,
  createJudges,
  type GroupResults,
  type JudgeModel,
  type Judges,
  judgesFor,
  learnsFromPages,
  resultsOf,
  saysWhere,
  tallyForJudge,
  trainJudges,
} from "./judges.ts";
import {
  compileLinks,
  featuresBy,
  type LinkModel,
  portableLinkModel,
  trainLinks,
} from "./link-model.ts";
import {
  GOOD_HARVEST,
  isLookDue,
  kindsDrawn,
  newKindOf,
  newKindsOn,
  ownGroup,
  worthOfLook,
} from "./new-kinds.ts";
import {
  ADVICE_BYTES,
  type AdvisedScore,
  BY_PAGE,
  isLayerDue,
  layerGroup,
  layerNow,
  NO_ADVICE,
  NO_SPECIALIST,
  packAdvice,
  type Specialist,
  specialistOf,
  trustInSpecialist,
  unpackAdvice,
  worthOfLayer,
} from "./specialist.ts";

type AutoModel = {
  readonly judges: readonly JudgeModel[];
  readonly links: LinkModel | null;
  /** Pages and draws when it was trained. */
  readonly pages: number;
  /** Targets among the pages; a model that an older version trained has no count of them. */
  readonly targets?: number;
  readonly draws: { readonly all: number };
  /** Mean utility of the latest pages; a model that an older version trained has none of the three. */
  readonly harvest?: number;
  /** How much of what pages told of their links came true, in (0,1]; a model that an older version trained has none. */
  readonly borneOut?: number;
  /** Sum of the utilities of all pages. */
  readonly worth?: number;
  /** Numbers of the kinds of links that were drawn. */
  readonly tried?: readonly number[];
  /** Whether folders tell kinds apart, too; a model that an older version trained does not say it. */
  readonly looksAtFolders?: boolean;
  /** Results of links since the first judge was trained; empty if it learns from no page. */
  readonly sinceJudge: GroupResults;
  /** The phrases to search for; `null` when the crawl asks no search engine. */
  readonly queries: QueryModel | null;
};

/** Growth of the draws between two trainings, and its minimum. */
const GROWTH = 0.1;
const LEAST_GROWTH = 5;

/** Parts of `auto` that may be left out, to see what each is worth. */
export const PARTS = ["words", "places", "specialist", "hubs", "guard", "exploration"] as const;
type Part = (typeof PARTS)[number];

/** Options of `auto`: it needs none. */
const autoOptions = z.strictObject({
  model: z
    .string()
    .min(1)
    .exactOptional()
    .describe(
      "File that `dowser paths train` made: what paths on other sites taught, in the place of need.paths.",
    ),
  without: z
    .union([z.enum(PARTS), z.array(z.enum(PARTS))])
    .transform((parts): readonly Part[] => [parts].flat())
    .prefault([])
    .describe("Parts that are left out, to see what each is worth; leave it out for crawls."),
});

/** Settings of `auto`. */
type AutoSettings = z.output<typeof autoOptions>;

interface AutoContext {
  readonly settings: AutoSettings;
  readonly seed: number;
  readonly judges: Judges;
  /** Whether the crawl asks a search engine queries of its own making. */
  readonly asksQueries: boolean;
}

/** What the functions of a strategy share. */
interface Shared extends AutoContext {
  readonly numbered: NumberedLinks;
  readonly experts: Parameters<typeof featuresBy>[0];
  readonly has: (part: Part) => boolean;
}

/**
 * Creates the strategy for every need. Pages are judged by what the need gives. A link is worth what
 * links like it brought, by their words and their kinds, times what the specialist of the need says of
 * it. Some draws are looks at kinds that nothing is known of.
 */
export function autoStrategy(context: AutoContext): Strategy<AutoModel> {
  const { settings, judges } = context;
  const has = (part: Part) => !settings.without.includes(part);
  const experts = { words: has("words"), places: has("places") };
  const numbered = new NumberedLinks(featuresBy(experts));
  const shared: Shared = { ...context, numbered, experts, has };
  const gather = (need: Need) => gatherEvidence(need, shared);
  return {
    name: "auto",
    selection: { kind: "best" },
    merge: "greater",
    linksPredict: "page-or-behind",
    learnsFromSeen: (need) =>
      judgesFor(need).some((name) => judges[name].learnsFromSeen?.(need) === true),
    packLink: (link) => {
      const packed = numbered.pack(link);
      return packed && packAdvice(link.snippet?.advice ?? 0, packed);
    },
    train: (evidence, need, previous) => {
      const gathered = gather(need);
      gathered.add(evidence);
      return gathered.train(need, previous);
    },
    gather,
    compile: (model) => compile(model, shared),
    isStale: ({ drawn }, { draws }) =>
      drawn - draws.all >= Math.max(LEAST_GROWTH, GROWTH * draws.all),
  };
}

/**
 * From a topic alone a page that is not there yet counts as half of a good harvest, so that looks begin as the first pages
 * bring nothing: the words of the topic say where to begin.
 */
const HOPED = GOOD_HARVEST / 2;

/** Gathers evidence, and trains the models on it. */
function gatherEvidence(
  need: Need,
  { judges, numbered, has, asksQueries }: Shared,
): GatheredEvidence<AutoModel> {
  const crawl = new GatheredCrawl(numbered, {
    keepsEvidence: asksQueries || learnsFromPages(need),
  });
  return {
    add: (more) => crawl.add(more),
    train: (present, previous) => {
      const { pages, counts } = crawl;
      const trained = trainJudges(judges, present, crawl, previous?.judges ?? []);
      const { judgeAgain } = compileJudges(judges, trained);
      const since = previous?.pages ?? pages;
      const learning = { hubs: has("hubs"), since, judgeAgain };
      const links = trainLinks({
        ...crawl.links(present, learning),
        numbered,
        previous: previous?.links ?? null,
        isGuarded: has("guard"),
      });
      const queries = asksQueries
        ? trainQueryModel(queryPhrases(present, previous?.queries?.examples), crawl.evidence.visits)
        : null;
      const sinceJudge = resultsSince(crawl.evidence, trained[0]);
      const looksAtFolders = !saysWhere(present);
      return { judges: trained, links, ...counts, looksAtFolders, sinceJudge, queries };
    },
  };
}

function resultsSince({ visits, misses }: Evidence, judge: JudgeModel | undefined): GroupResults {
  if (judge === undefined) return {};
  return resultsOf({ visits: visits.slice(judge.pages), misses: misses.slice(judge.misses) });
}

function compile(model: AutoModel, shared: Shared): CompiledStrategy {
  const { seed, judges, numbered, has } = shared;
  const { name, first, assessPage, byTexts } = compileJudges(judges, model.judges);
  const { looksAtFolders: folders = false } = model;
  const isTopicAlone = folders && name === "labels";
  const knowing = isTopicAlone ? BY_PAGE : specialistOf(name, first);
  const specialist = has("specialist") ? knowing : NO_SPECIALIST;
  const beside = isTopicAlone || specialist === NO_SPECIALIST ? undefined : name;
  // The judge by words, alone or beside another one, reads what a list says of its rows.
  const readsLists = model.judges.some((judge) => judge.name === "labels");
  const trust = trustInSpecialist(specialist, model.targets ?? model.pages);
  const similarity = compileLinks(model.links, numbered);
  // Specialists weigh groups of their own, and the endings of files say where to begin.
  const [tried, hasLayers] = [new Set(model.tried), name === "labels"];
  const valued = scoring(trust, model.borneOut ?? 1, tried, hasLayers);
  const score = (link: LinkFacts, advised: AdvisedScore, waitsIn = advised.group): LinkScore =>
    valued(similarity.ofLink(link), advised, waitsIn);
  // Hosts that are named alike were measured where a topic is all that is given.
  const lookingAt = { folders, hosts: isTopicAlone };
  return {
    assessPage,
    ...byTexts,
    ...(first.pageTypes && { pageTypes: first.pageTypes }),
    ...(first.labelNotes && { labelNotes: first.labelNotes }),
    ...(first.phase !== undefined && { phase: first.phase }),
    ...(first.cannotTell !== undefined && { cannotTell: first.cannotTell }),
    groups: weighing(specialist, model, { hasLayers, hoped: isTopicAlone ? HOPED : 0 }),
    scoreLinks: (page, assessment, context, isDone) => {
      const layer = hasLayers ? layerGroup(context.depth + 1) : undefined;
      const listed = readsLists ? rowsOn(page, context.parent) : NO_ROWS;
      const advice = specialist.onPage(page, assessment, context, listed);
      const links = advice.map(([anchor, advised]) => {
        const place = placeOf(anchor.classPath);
        return { anchor, advised, place, isListed: listed.has(anchor) };
      });
      const looks = has("exploration") ? newKindsOn(links, tried, lookingAt) : undefined;
      return links.map((link): ScoredLink => {
        const [{ url }, group] = [link.anchor, looks?.get(link) ?? layer ?? link.advised.group];
        if (isDone?.(url) === true) return unscored(url, group);
        const snippet = snippetOf(link, page, assessment.utility);
        const facts = { url, parent: page.url, snippet };
        return { url, snippet, ...score(facts, { ...link.advised, group }) };
      });
    },
    rescoreLink: (link) =>
      score(link, specialist.again({ ...link, group: ownGroup(link.group) }), layerNow(link)),
    ...(!specialist.needsLinks && {
      rescorePacked: (packed, start, says, group, depth) =>
        valued(
          similarity.ofPacked(packed, start + ADVICE_BYTES),
          specialist.byAdvice(unpackAdvice(packed, start)),
          layerNow({ group, depth }),
          says,
        ),
    }),
    ...compileQueries(model.queries, seed, {
      scoreResult: ({ url, snippet }) => score({ url, parent: undefined, snippet }, NO_ADVICE),
    }),
    predictLink: similarity.predict,
    explainLink: similarity.explain,
    portableLinks: () => portableLinkModel(model.links, shared.experts, beside),
  };
}

/** Returns how links are scored, which stay in the group where they wait while this is a layer or of a new kind. */
function scoring(trust: number, borneOut: number, tried: ReadonlySet<number>, hasLayers: boolean) {
  return (
    brought: number,
    { factor, group, least = 0, why }: AdvisedScore,
    waitsIn: string,
    says = true,
  ): LinkScore => {
    const found = newKindOf(waitsIn);
    const isKept = found === undefined ? hasLayers : !tried.has(found.kind);
    return {
      priority: Math.max(borneOut * least, brought) ** trust * factor,
      group: isKept ? waitsIn : group,
      why: says
        ? `like links that brought ${brought.toFixed(3)}${why === "" ? "" : `; ${why}`}`
        : "",
    };
  };
}

/** A link of a page with the advice on it. */
interface PlacedLink {
  readonly anchor: Anchor;
  readonly advised: AdvisedScore;
  readonly place: string;
  /** Whether it is a row of a list. */
  readonly isListed: boolean;
}

/** Returns what is kept with a link of a page of some utility. */
function snippetOf(
  { anchor, advised, place, isListed }: PlacedLink,
  { title }: PageView,
  utility: number,
): Snippet {
  const { text, before, after } = anchor;
  const { advice } = advised;
  const texts = { anchor: text, before, after, title };
  return {
    ...texts,
    inherited: utility,
    place,
    ...(isListed && { listed: true }),
    ...(advice !== undefined && { advice }),
  };
}

/** Weighs the groups of links: layers or new kinds when such a draw is due, others as the specialist does. */
function weighing(
  specialist: Specialist,
  { pages: known, draws, harvest: latest = 0, worth = known, sinceJudge }: AutoModel,
  { hasLayers, hoped }: { readonly hasLayers: boolean; readonly hoped: number },
): NonNullable<CompiledStrategy["groups"]> {
  const harvest = latest + hoped * Math.max(0, 1 - known / LATEST);
  return {
    weigh: (tally, groups) => {
      const weights = specialist.weighs?.weigh(
        tallyForJudge(tally, sinceJudge),
        new Set(Array.from(groups, ownGroup)),
      );
      let [all, found] = [draws.all, worth];
      tally.groups.forEach(({ pages, misses, utility }) => {
        all += pages + misses;
        found += utility;
      });
      if (hasLayers && isLayerDue(all, found)) return new GroupWeights(groups, worthOfLayer);
      const [isKindDue, isFolderDue] = [isLookDue(all, harvest), isLookDue(all, harvest, true)];
      // Most draws are no looks, and a crawl may have a thousand groups.
      if (weights === undefined && !isKindDue && !isFolderDue)
        return new GroupWeights(groups, () => 1);
      const looked = kindsDrawn(tally);
      const weightOf = (group: string) => {
        const found = newKindOf(group);
        const weight = weights?.get(found?.own ?? group) ?? 1;
        if (found === undefined || looked.has(found.kind)) return weight;
        if (!(found.isFolder ? isFolderDue : isKindDue)) return weight;
        return FIRST * worthOfLook(found, tally.groups.get(group)?.waiting ?? 0) || weight;
      };
      return new GroupWeights(groups, weightOf);
    },
  };
}

/** The weights of groups, made as they are read. */
class GroupWeights extends MapView<string, number> {
  readonly #groups: readonly string[];
  readonly get: (group: string) => number;

  constructor(groups: Iterable<string>, weightOf: (group: string) => number) {
    super();
    this.#groups = [...groups];
    this.get = weightOf;
  }

  forEach(visit: (weight: number, group: string, weights: this) => void): void {
    this.#groups.forEach((group) => visit(this.get(group), group, this));
  }
}

/** A weight that puts a group before all others. */
const FIRST = 1e9;

/** `auto`: pages by what the need gives; links by all that is known of them. */
export const auto = strategyModule({
  name: "auto",
  description:
    "Links by all that is known of them, pages by whatever the need gives: for every need.",
  options: autoOptions,
  modelOption: "model",
  create: async (settings, { seed, pages, asksQueries = false }) => {
    const judges = await createJudges({ seed, pages });
    return autoStrategy({ settings, seed, asksQueries, judges });
  },
});
