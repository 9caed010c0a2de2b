/** Whether a page stands in place of content, by signs that do not depend on each other. */
import type { FoundWall, PageWall } from "../../web/walls/wall.ts";
import type { PageView } from "../page-view.ts";
import { type WallAnswer, WallPage } from "./wall-page.ts";
import { isOnlyConsent, WALL_SIGNS, type WallSign } from "./wall-signs.ts";

/** Most text of a page that has no content of its own, in UTF-16 units: some 120 words. */
const MOST_TEXT = 800;

/** Most text of a page of which a paywall shows the beginning, in UTF-16 units: some 350 words. */
const MOST_TEASER = 2_400;

/** What the signs of a wall must say together: one that hardly any page with content has, and another. */
const LEAST_WEIGHT = 3;
const LEAST_PLACES = 2;
const MOST_TELLING = 2;

/** A kind of wall: signs are looked for only on pages that may be of it, as most are told at once to be none. */
interface Kind {
  readonly wall: PageWall;
  /** Most text outside links, in UTF-16 units. */
  readonly text: number;
  /** Most other pages of its host that it links to: without a bound, it may have the navigation of its site. */
  readonly ownLinks: number;
  /** What such a page has in any case. */
  readonly needs?: (page: WallPage) => boolean;
}

/** Most other pages of a host that a page links to which stands apart from its site. */
const APART = 5;
/** The same of a page that is no part of a site. */
const ALONE = 3;

/** The kinds in the order in which they are looked for: the login of a site may have a test for robots. */
const KINDS: readonly Kind[] = [
  { wall: "login", text: MOST_TEXT, ownLinks: Number.POSITIVE_INFINITY, needs: mayBeLogin },
  { wall: "challenge", text: MOST_TEXT, ownLinks: APART },
  { wall: "blocked", text: MOST_TEXT, ownLinks: APART },
  { wall: "no-site", text: MOST_TEXT, ownLinks: ALONE },
  { wall: "outage", text: MOST_TEXT, ownLinks: ALONE },
  { wall: "consent", text: MOST_TEXT, ownLinks: APART, needs: mayBeConsent },
  { wall: "paywall", text: MOST_TEASER, ownLinks: Number.POSITIVE_INFINITY, needs: mayBePaywall },
];

const SIGNS: ReadonlyMap<PageWall, readonly WallSign[]> = Map.groupBy(WALL_SIGNS, ({ of }) => of);

/**
 * Returns the wall that a page is: one with little text, and with signs in two places at least that it stands in
 * place of content. A page with a text of its own is none, whatever stands beside the text.
 */
export function wallOfPage(answer: WallAnswer): FoundWall | undefined {
  const length = textOutsideLinks(answer.view);
  if (length > MOST_TEASER) return undefined;
  const page = new WallPage({ ...answer, isSparse: length <= MOST_TEXT });
  for (const { wall, text, ownLinks, needs } of KINDS) {
    if (length > text || page.ownLinks > ownLinks || needs?.(page) === false) continue;
    const found = enoughSigns(SIGNS.get(wall) ?? [], page);
    if (found !== undefined) return { wall, sign: found.map(({ says }) => says).join("; ") };
  }
  return undefined;
}

/** Returns the first signs that are enough together; `undefined` where all of a page are not. */
function enoughSigns(signs: readonly WallSign[], page: WallPage): readonly WallSign[] | undefined {
  const found: WallSign[] = [];
  for (const sign of signs) {
    if (!sign.isOn(page)) continue;
    found.push(sign);
    if (isEnough(found)) return found;
  }
  return undefined;
}

/** A page that is part of a site says in its title that it is a login, or has a field for a password. */
function mayBeLogin(page: WallPage): boolean {
  const { ownLinks, fields } = page;
  if (ownLinks <= APART || fields.some(({ kind }) => kind === "password")) return true;
  return page.titleOf("login") !== undefined;
}

/** A consent page asks for it, and for nothing else. */
function mayBeConsent(page: WallPage): boolean {
  return isOnlyConsent(page) && page.sentenceOf("consent") !== undefined;
}

/** A longer text is none unless its publisher says that it is not free. */
function mayBePaywall({ isPaid, isSparse }: WallPage): boolean {
  return isSparse || isPaid;
}

function isEnough(found: readonly WallSign[]): boolean {
  const weights = new Map<WallSign["place"], WallSign["weight"]>();
  for (const { place, weight } of found)
    if (weights.get(place) !== MOST_TELLING) weights.set(place, weight);
  const values = [...weights.values()];
  if (values.length < LEAST_PLACES || !values.includes(MOST_TELLING)) return false;
  return values.reduce<number>((sum, weight) => sum + weight, 0) >= LEAST_WEIGHT;
}

/** Returns whether a page has hardly any text outside links. */
export function isSparse(view: Pick<PageView, "text" | "linkLengths">): boolean {
  return textOutsideLinks(view) <= MOST_TEXT;
}

function textOutsideLinks({ text, linkLengths }: Pick<PageView, "text" | "linkLengths">): number {
  return text.length - linkLengths.reduce((sum, length) => sum + length, 0);
}
