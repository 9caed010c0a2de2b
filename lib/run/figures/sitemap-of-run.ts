/** The page types that a run has found, and their places in a drawing. */
import { join } from "node:path";
import { readFileRunLog } from "../../adapters/files/file-run-log.ts";
import { createSqliteModelStore } from "../../adapters/sqlite/sqlite-stores.ts";
import type { TrainedModel } from "../../crawl/crawl-plan.ts";
import { lastModel } from "../../crawl/train-model.ts";
import type { PageType, SiteArc, Sitemap } from "../../domain/methods/sitemap.ts";
import type { Strategy } from "../../domain/methods/strategy.ts";
import { fail } from "../../errors.ts";
import { RUN_FILES, readRunDatabase } from "../folder/run-database.ts";
import {
  loadRunProject,
  moduleOfRun,
  type StrategyReading,
  strategyOfRun,
} from "../folder/run-project.ts";

/** The page types that a run has found on its site. */
export type RunSitemap =
  | {
      readonly kind: "known";
      readonly sitemap: Sitemap;
      readonly model: string;
      /** Tells the type of a page that an earlier model judged. */
      readonly compiled: Pick<TrainedModel["compiled"], "assessPage">;
    }
  /**
   * They are not learned yet; `from` is the number of pages at which they will be, if the model
   * says.
   */
  | { readonly kind: "learning"; readonly from: number | undefined }
  /** Its strategy finds no page types. */
  | { readonly kind: "none"; readonly strategy: string };

/**
 * Reads the page types from the last model of a run, without changing the run; a crawl may be
 * running in it.
 * @throws DowserError `strategy-module-not-named`
 */
export async function sitemapOfRun(
  directory: string,
  reading: StrategyReading = {},
): Promise<RunSitemap> {
  const project = loadRunProject(directory) ?? {};
  const strategy = await strategyOfRun(project, reading);
  const module = moduleOfRun(project);
  if (strategy === undefined && module !== undefined)
    throw fail("strategy-module-not-named", { directory, module });
  // A run that has just begun may have a database, and no project yet.
  if (strategy === undefined) return { kind: "learning", from: undefined };
  const model = await readLastModel(directory, strategy);
  if (model === undefined) return { kind: "learning", from: undefined };
  const { pageTypes } = model.compiled;
  if (pageTypes === undefined) return { kind: "none", strategy: strategy.name };
  return pageTypes.kind === "known"
    ? { ...pageTypes, model: model.hash, compiled: model.compiled }
    : pageTypes;
}

async function readLastModel(
  directory: string,
  strategy: Strategy,
): Promise<TrainedModel | undefined> {
  const log = { list: () => readFileRunLog(join(directory, RUN_FILES.log)) };
  using database = readRunDatabase(directory);
  return await lastModel({ models: createSqliteModelStore(database), log }, { strategy });
}

/** The place of a page type in a drawing, in CSS pixels. */
export interface TypeSpot {
  readonly x: number;
  readonly y: number;
  /** Diameter of its circle, whose area grows with its pages. */
  readonly diameter: number;
  /** The direction outwards, of length 1: from the centre of all. */
  readonly outwards: readonly [x: number, y: number];
}

/** A drawing's measures, in CSS pixels. */
export interface SiteLayout {
  readonly width: number;
  readonly height: number;
  /** One per type. */
  readonly spots: readonly TypeSpot[];
}

/** Distance between the centres of two neighbours on the circle: room for two lines of a name. */
const SPACING = 66;

/** Radius of a circle of few types at full size, and its growth per type. */
const FULL_RADIUS = 270;
const RADIUS_PER_TYPE = 65;

/**
 * Room for names at the sides of the circle; for names and loops above and below, and for a title
 * above.
 */
const MARGIN = { side: 180, top: 190, bottom: 120 };

/** Room for the title. */
const LEAST_WIDTH = 820;
const DIAMETER = { least: 10, most: 80 };

/** Share of the spacing that the largest circle fills. */
const FILL = 0.85;

/**
 * Up to this number, all arcs are drawn. Beyond it, only the arcs that make up this share of all
 * links: the rest would hide them.
 */
const FEW_ARCS = 40;
const DRAWN_SHARE = 0.95;

/** Places page types on a circle, clockwise from the top in their order. */
export function layOutSite(types: readonly PageType[]): SiteLayout {
  const radius = radiusOf(types.length);
  const width = Math.max(LEAST_WIDTH, Math.ceil(2 * (radius + MARGIN.side)));
  const spacing = (2 * Math.PI * radius) / types.length;
  const most = radius === 0 ? DIAMETER.most : Math.min(DIAMETER.most, FILL * spacing);
  const pages = types.reduce((sum, type) => Math.max(sum, type.pages), 1);
  const spots = types.map((type, index) => {
    const angle = (2 * Math.PI * index) / types.length;
    const outwards = [Math.sin(angle), -Math.cos(angle)] as const;
    return {
      x: width / 2 + radius * outwards[0],
      y: MARGIN.top + radius * (1 + outwards[1]),
      diameter: Math.max(DIAMETER.least, most * Math.sqrt(type.pages / pages)),
      outwards,
    };
  });
  return {
    width,
    height: Math.ceil(MARGIN.top + 2 * radius + MARGIN.bottom),
    spots,
  };
}

function radiusOf(types: number): number {
  if (types < 2) return 0;
  const few = Math.min(FULL_RADIUS, RADIUS_PER_TYPE * types);
  return Math.max(few, (types * SPACING) / (2 * Math.PI));
}

/** Sorts arcs, the largest first; equal ones by types. */
export function largestFirst(arcs: readonly SiteArc[]): SiteArc[] {
  return arcs.toSorted((a, b) => b.links - a.links || a.from - b.from || a.to - b.to);
}

/**
 * Returns the arcs that a drawing shows, the smallest first, so that the largest are on top. They
 * are those that make up most of the links, and the largest arc from and to each type.
 */
export function drawnArcs({ arcs }: Sitemap): SiteArc[] {
  if (arcs.length <= FEW_ARCS) return largestFirst(arcs).toReversed();
  const enough = DRAWN_SHARE * arcs.reduce((sum, { links }) => sum + links, 0);
  const [left, reached] = [new Set<number>(), new Set<number>()];
  let links = 0;
  const drawn = largestFirst(arcs).filter((arc) => {
    const isFirst = arc.from !== arc.to && (!left.has(arc.from) || !reached.has(arc.to));
    if (links >= enough && !isFirst) return false;
    links += arc.links;
    if (arc.from !== arc.to) {
      left.add(arc.from);
      reached.add(arc.to);
    }
    return true;
  });
  return drawn.toReversed();
}
