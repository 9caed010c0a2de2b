/**
 * Looks at kinds of links that nothing is known of. What a crawl has found decides which links it
 * follows, so it learns nothing of the others: while its pages bring little, some of its draws go to
 * kinds that were never tried.
 */
import { seedOf } from "../../stats/random/random.ts";
import { remember } from "../../text/safe-text.ts";
import { hostOf } from "../../web/url/canonical-url.ts";
import type { Url } from "../../web/url/url.ts";
import type { GroupTally } from "../group-tally.ts";
import type { Evidence } from "../strategy.ts";
import { formOf } from "./link-model.ts";

/** Kinds are told apart by a number below it, so that no crawl has more groups than a draw can weigh. */
const NUMBERS = 1_024;

/** Share of the draws that are looks while the latest pages bring nothing, and however much they bring. */
const [MOST_LOOKS, LEAST_LOOKS] = [0.25, 0.1];

/** Mean utility of the latest pages from which on as few looks as ever are made. */
export const GOOD_HARVEST = 0.2;

/** Links of a kind that are worth a look, and hosts that are no chance. */
const LEAST_LINKS = 3;

/**
 * Returns the number of a link's kind: its host, the form of its URL and its place on the page, and a folder where links
 * that have it are told apart. Few kinds of a crawl have the same number; then one of them is never looked at.
 */
export function kindNumber(url: Url, place: string, folder = ""): number {
  return seedOf(0, `${hostOf(url)} ${formOf(url)} ${place} ${folder}`) % NUMBERS;
}

/** Number of URLs whose folders are remembered: most links of a site are on many of its pages. */
const FOLDERS_REMEMBERED = 10_000;

/** Returns the first folder of a URL's path, an empty text for none. */
export const folderOf = remember((url: Url): string => {
  const [, folder = "", ...rest] = new URL(url).pathname.split("/");
  return rest.length === 0 ? "" : folder;
}, FOLDERS_REMEMBERED);

/** Returns the folders of those links of a page that have theirs in common with as many as a look is worth. */
export function sharedFolders(urls: readonly Url[]): ReadonlyMap<Url, string> {
  const shared = new Map<Url, string>();
  for (const [folder, links] of Map.groupBy(urls, (url) => folderOf(url)))
    if (folder !== "" && links.length >= LEAST_LINKS)
      for (const url of links) shared.set(url, folder);
  return shared;
}

/** Returns for each link of a page how many hosts it names alike: in one place, by one form of URLs. */
export function hostsAlike<Link extends Omit<KindedLink, "advised">>(
  links: readonly Link[],
): ReadonlyMap<Link, number> {
  const alike = new Map<Link, number>();
  const likeness = ({ anchor: { url }, place }: Link) => `${formOf(url)} ${place}`;
  for (const named of Map.groupBy(links, likeness).values()) {
    const hosts = new Set(named.map(({ anchor }) => hostOf(anchor.url))).size;
    for (const link of named) alike.set(link, hosts);
  }
  return alike;
}

/** Links that a host counts as which is named like others: it has pages of its own. */
const LINKS_OF_HOST = 16;

/** Returns how many links of one kind a link is worth a look as that stands for so many hosts named alike: few may be chance. */
export function linksOfHosts(hosts: number): number {
  return hosts < LEAST_LINKS ? hosts : LINKS_OF_HOST * hosts;
}

/** A group of links of one kind that was new when they were found, one link of each page. */
export interface NewKind {
  readonly kind: number;
  /** Whether its links have a folder in common. */
  readonly isFolder: boolean;
  /** Links of the kind on the page of each, or those that the hosts count as which it names alike: 2^size to 2^(size + 1) − 1. */
  readonly size: number;
  /** The group that its links would have otherwise. */
  readonly own: string;
}

/** The group of a new kind, and the one that crawls of older versions drew from by chance. */
const GROUP = /^(?:new (?<what>kind|folder) (?<kind>\d+) (?<size>\d+)|by chance) (?<own>.*)$/su;

/** Names a group of links of a new kind, of which a page has so many, or hosts that count as so many. */
export function newKindGroup(
  { kind, isFolder }: Pick<NewKind, "kind" | "isFolder">,
  links: number,
  own: string,
): string {
  return `new ${isFolder ? "folder" : "kind"} ${kind} ${Math.floor(Math.log2(links))} ${own}`;
}

/** A link of a page, as far as its kind needs to know it. */
interface KindedLink {
  readonly anchor: { readonly url: Url };
  readonly place: string;
  readonly advised: { readonly group: string };
}

const NO_FOLDERS: ReadonlyMap<Url, string> = new Map();

/**
 * Returns the groups of a page's links that stand for a new kind: the first of each.
 * @param tried numbers of the kinds that are none any more
 * @param lookingAt whether folders tell kinds apart, and whether hosts that are named alike count together
 */
export function newKindsOn<Link extends KindedLink>(
  links: readonly Link[],
  tried: ReadonlySet<number>,
  lookingAt: { readonly folders: boolean; readonly hosts: boolean },
): ReadonlyMap<Link, string> {
  const shared = lookingAt.folders
    ? sharedFolders(links.map(({ anchor }) => anchor.url))
    : NO_FOLDERS;
  const kinds = Map.groupBy(links, ({ anchor: { url }, place }) =>
    kindNumber(url, place, shared.get(url)),
  );
  const firsts = Array.from(kinds.values()).flatMap(([first]) => first ?? []);
  const alike = hostsAlike(lookingAt.hosts ? firsts : []);
  const groups = new Map<Link, string>();
  for (const [kind, [first, ...others]] of kinds) {
    if (first === undefined || tried.has(kind)) continue;
    const size = Math.max(1 + others.length, linksOfHosts(alike.get(first) ?? 0));
    const isFolder = shared.has(first.anchor.url);
    groups.set(first, newKindGroup({ kind, isFolder }, size, first.advised.group));
  }
  return groups;
}

/** Names of groups whose parts are remembered: all are asked for before each draw. */
const MOST_GROUPS = 20_000;

const partsOf = remember((group: string): { own: string; found: NewKind | undefined } => {
  const { what, kind, size, own = group } = GROUP.exec(group)?.groups ?? {};
  if (kind === undefined) return { own, found: undefined };
  const isFolder = what === "folder";
  return { own, found: { kind: Number(kind), isFolder, size: Number(size), own } };
}, MOST_GROUPS);

/** Returns the new kind that a group is of, `undefined` for another group. */
export function newKindOf(group: string): NewKind | undefined {
  return partsOf(group).found;
}

/** Returns the numbers of the kinds that were looked at since the last training. */
export function kindsDrawn({ groups }: GroupTally): ReadonlySet<number> {
  const kinds = new Set<number>();
  groups.forEach(({ pages, misses }, group) => {
    const kind = pages + misses > 0 ? newKindOf(group)?.kind : undefined;
    if (kind !== undefined) kinds.add(kind);
  });
  return kinds;
}

/** Returns the group that a link would have if its kind were known. */
export function ownGroup(group: string): string {
  return partsOf(group).own;
}

/** Returns the evidence with each link in its own group. */
export function withOwnGroups({ visits, misses }: Evidence): Evidence {
  const own = <Link extends { readonly group: string }>(link: Link): Link => {
    const group = ownGroup(link.group);
    return group === link.group ? link : { ...link, group };
  };
  return { visits: visits.map(own), misses: misses.map(own) };
}

/**
 * Returns whether the next draw is a look.
 * @param draws links drawn so far
 * @param harvest mean utility of the latest pages, in [0,1]
 * @param isFolder whether it is one at a folder: these end when the pages bring enough
 */
export function isLookDue(draws: number, harvest: number, isFolder = false): boolean {
  const looks = Math.max(LEAST_LOOKS, MOST_LOOKS * (1 - harvest / GOOD_HARVEST));
  const share = isFolder ? looks - LEAST_LOOKS : looks;
  return Math.floor(share * (draws + 1)) > Math.floor(share * draws);
}

/**
 * Returns what a look at a link of a new kind counts beside its own value: √links. So the kind is
 * looked at first that has many links which seem good. 0 for too few links.
 */
export function worthOfLook({ size }: NewKind, waiting: number): number {
  const links = 2 ** size * waiting;
  return links < LEAST_LINKS ? 0 : Math.sqrt(links);
}
