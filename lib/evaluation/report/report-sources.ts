/** What a report is made from, with the seeds that were given. */
import type { Cost } from "../../domain/cost/cost.ts";
import type { Need, Strategy } from "../../domain/methods/strategy.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { Frontier, ReportedLinks } from "../../ports/frontier.ts";
import type { LabelStore } from "../../ports/label-store.ts";
import type { ModelStore } from "../../ports/model-store.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import type { RunLog } from "../../ports/run-log.ts";
import type { FoundSeeds } from "../../project/found-seeds.ts";
import type { Project } from "../../project/project-schema.ts";
import type { AssessedFigures } from "../assessed-pages.ts";
import type { ComparedProject } from "../change-figures.ts";
import type { JudgedSample } from "../sample-pages.ts";
import type { GivenSeed } from "../seed-outcomes.ts";
import type { UsedCut } from "./cut-figures.ts";

/** The request of a crawl, with the web it was crawled on. */
export type ReportedProject = Project &
  ComparedProject & {
    /** Paths of the recordings, in a crawl of these. */
    readonly web: "live" | readonly string[];
  };

/**
 * All that the report of a crawl is made from: a directory is one such source, the stores of a stack
 * another. The same crawl gives the same report from each.
 */
export interface ReportSources extends ReportStores, ReportedLinks {
  /** The directory of the run, as it was named. */
  readonly directory: string;
  /** The directory as commands name it in the folder that the report is made in. */
  readonly shownAs: string;
  /** The command that goes on with it; absent for a stack. */
  readonly resume?: string | undefined;
  /** Without the parts that are not known yet. */
  readonly project: Partial<ReportedProject>;
  readonly need: Need | undefined;
  readonly foundSeeds: FoundSeeds | undefined;
  readonly seeds: GivenSeeds;
  /** `undefined` for a crawl on one machine. */
  readonly cost: Cost | undefined;
  /** Results of a person's verdicts on a random sample; `undefined` when no page was judged. */
  readonly sample: JudgedSample | undefined;
  /** The same of a sample of those that are called relevant. */
  readonly exported?: JudgedSample | undefined;
  /** The same of links that were queued. */
  readonly queued?: JudgedSample | undefined;
  /** Returns the cut of the last look; absent where there are none, `undefined` before the first. */
  readonly cut?: () => UsedCut | undefined;
  /** What an assessor has said; absent where none was asked. */
  readonly assessed?: AssessedFigures | undefined;
  /** `undefined` when the project does not name it yet. */
  readonly strategy: Strategy | undefined;
}

/** The stores of a crawl, for reading. */
interface ReportStores {
  readonly records: Pick<RecordStore, "get" | "list" | "totals">;
  readonly frontier: Pick<Frontier, "count" | "find">;
  readonly models: Pick<ModelStore, "get">;
  readonly labels: Pick<LabelStore, "list">;
  readonly log: Pick<RunLog, "list">;
  /** Reads a stored page again; `undefined` when it is not stored, or a file. */
  readonly viewOf: (url: Url) => Promise<PageView | undefined>;
}

/** The seeds that a crawl was given. */
export interface GivenSeeds {
  /** Number of seeds, those of a search included. */
  readonly count: number;
  /** Lists them as they were given. Pages that sitemaps list are left out. */
  list(): AsyncIterable<GivenSeed>;
}

/**
 * Returns the seeds of a crawl as they were given: the lines of the list that is kept of them, then the
 * other URLs of the project, then what a search found, each once. There are none where its project is
 * not known.
 */
export function givenSeeds(
  { seeds, scope }: Partial<Project>,
  foundSeeds: FoundSeeds | undefined,
  kept: (scope: Project["scope"]) => AsyncIterable<GivenSeed> | Iterable<GivenSeed> = () => [],
): GivenSeeds {
  const found = foundSeeds?.found ?? [];
  return {
    count: (seeds?.urls.length ?? 0) + found.length,
    async *list() {
      if (seeds === undefined || scope === undefined) return;
      const given = new Set<Url>();
      for await (const seed of kept(scope)) {
        if (seed.url !== undefined) given.add(seed.url);
        yield seed;
      }
      for (const [from, texts] of [
        ["project", seeds.urls],
        ["search", found.map(({ url }) => url)],
      ] as const) {
        for (const text of texts) {
          const parsed = canonicalUrl(text, undefined, scope);
          if (!parsed.ok || given.has(parsed.url)) continue;
          given.add(parsed.url);
          yield { from, line: undefined, text, url: parsed.url, leftOut: undefined };
        }
      }
    },
  };
}
