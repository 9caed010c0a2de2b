/** Click paths from a list of clicked URLs, and the files that hold paths. */
import type { MarkedPath } from "../../domain/methods/strategy.ts";
import type { CanonicalOptions } from "../../domain/web/url/canonical-url.ts";
import { aliasesOf } from "../../domain/web/url/twin-names.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { urlLines } from "../../project/url-lines.ts";
import { badPaths, type LineProblem, parseUrlWord } from "../input/url-file.ts";

/** A page that the user clicked, as the list has it. */
export interface Click {
  /** Line of the list, from 1. */
  readonly line: number;
  readonly url: Url;
  /** Marked with ` *`. */
  readonly isTarget: boolean;
  /** Number of groups of blank lines before it: clicks of one session have the same number. */
  readonly session: number;
}

/**
 * Reads a list of clicks: one URL per line, ` *` behind a target, blank lines between sessions, `#`
 * for comments. `fileName` is for messages only.
 * @throws DowserError `bad-paths`, listing all problems with their lines.
 */
export function parseClicks(
  content: string,
  fileName: string,
  canonical: CanonicalOptions = {},
): Click[] {
  const clicks: Click[] = [];
  const problems: LineProblem[] = [];
  let session = 0;
  for (const { number: line, words } of urlLines(content)) {
    const [word, mark, ...more] = words;
    if (word === undefined) {
      if (clicks.at(-1)?.session === session) session += 1;
    } else if ((mark !== undefined && mark !== "*") || more.length > 0) {
      problems.push({ line, message: "holds more than a URL and ` *`" });
    } else {
      const url = parseUrlWord(word, line, canonical);
      if (typeof url === "string") clicks.push({ line, url, isTarget: mark === "*", session });
      else problems.push(url);
    }
  }
  if (clicks.length === 0 && problems.length === 0) {
    problems.push({ line: 1, message: "holds no URL" });
  }
  if (problems.length > 0) {
    const hint =
      "write one URL per line, ` *` after a relevant page, and a blank line between sessions";
    throw badPaths(fileName, problems, hint);
  }
  return clicks;
}

/** A click whose page was read. */
export interface ReadClick extends Click {
  /** The URL that the page was read from, redirects followed. */
  readonly page: Url;
  /** The URL clicked, and those that it redirected to, the page's last. */
  readonly names: readonly Url[];
  /** The targets of the page's links. */
  readonly links: ReadonlySet<Url>;
}

/** The click paths made from clicks. */
export interface ClickPaths {
  /**
   * In the order in which their targets were first clicked; no target occurs twice in a session.
   */
  readonly paths: readonly MarkedPath[];
  /** Clicks that no earlier page of their trail links to: each began a trail of its own. */
  readonly unlinked: readonly ReadClick[];
  /** Start pages that no path begins at, and those that are marked themselves. */
  readonly pathless: readonly ReadClick[];
}

/** A page of a trail, where it was first reached. */
interface Step {
  readonly click: ReadClick;
  /** The page that it was reached from; `undefined` for a start page. */
  readonly from: Step | undefined;
  readonly start: Step | undefined;
  /** A page was opened from here, so that the trail goes on. */
  goesOn: boolean;
  isMarked: boolean;
}

/**
 * Turns clicks into paths. A trail begins with a session, and whenever a page is opened that no
 * page of the trail links to. A page opened for the first time follows the page clicked last that
 * links to it. That is the page before it, or one that the user went back to; a page clicked again
 * is such a step back. Targets are the marked pages. When the whole list marks none, they are the
 * pages from which no page was opened.
 */
export function clickPaths(clicks: readonly ReadClick[]): ClickPaths {
  const { steps, unlinked } = walk(clicks);
  const areMarked = clicks.some(({ isTarget }) => isTarget);
  const isTarget = (step: Step) => (areMarked ? step.isMarked : !step.goesOn);
  const targets = steps.filter((step) => step.from !== undefined && isTarget(step));
  const used = new Set(targets.map(({ start }) => start));
  const pathless = steps.filter(
    (step) => step.from === undefined && (step.isMarked || !used.has(step)),
  );
  return {
    paths: targets.map(pathTo),
    unlinked,
    pathless: pathless.map(({ click }) => click),
  };
}

/** Lists the pages of all trails in the order in which they were first reached. */
function walk(clicks: readonly ReadClick[]): { steps: Step[]; unlinked: ReadClick[] } {
  const steps: Step[] = [];
  const unlinked: ReadClick[] = [];
  // The pages of the current trail, the one clicked last at the end.
  let trail = new Map<Url, Step>();
  let session: number | undefined;
  for (const click of clicks) {
    if (click.session !== session) trail = new Map();
    session = click.session;
    let step = trail.get(click.page);
    if (step === undefined) {
      const from = latestLinking(trail, click);
      if (from === undefined && trail.size > 0) {
        unlinked.push(click);
        trail = new Map();
      }
      step = stepFrom(from, click);
      steps.push(step);
    }
    step.isMarked ||= click.isTarget;
    trail.delete(click.page);
    trail.set(click.page, step);
  }
  return { steps, unlinked };
}

function stepFrom(from: Step | undefined, click: ReadClick): Step {
  if (from !== undefined) from.goesOn = true;
  return { click, from, start: from?.start ?? from, goesOn: false, isMarked: false };
}

function latestLinking(trail: ReadonlyMap<Url, Step>, { names }: ReadClick): Step | undefined {
  // A browser shows the URL after a redirect, while a page may contain the URL before it.
  const spellings = names.flatMap((name) => [name, ...aliasesOf(name)]);
  return Array.from(trail.values()).findLast(({ click }) =>
    spellings.some((url) => click.links.has(url)),
  );
}

function pathTo(target: Step): MarkedPath {
  const path: Url[] = [];
  for (let step: Step | undefined = target; step !== undefined; step = step.from) {
    path.push(step.click.page);
  }
  return path.reverse();
}

/** Says what became of the clicks of a list, in words. */
export function pathsInWords(
  clicks: readonly Click[],
  unread: number,
  { paths, unlinked, pathless }: ClickPaths,
): string {
  const sessions = new Set(clicks.map(({ session }) => session)).size;
  return (
    `${paths.length} paths from ${clicks.length} clicks in ${sessions} sessions; ` +
    `${unlinked.length} clicks not linked, ${unread} not read, ${pathless.length} start pages without a path`
  );
}
