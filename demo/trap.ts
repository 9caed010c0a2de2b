import { type DemoPage, type DemoSite, demoOrigin } from "./demo-web.ts";
import { anchor, filePage, html, list, okPage, truth } from "./html.ts";
import { labelledSeed } from "./random.ts";

const MONTH = /^\/calendar\?month=(\d{4})-(\d{2})$/;
const DAY = /^\/calendar\?day=(\d{4})-(\d{2})-(\d{2})$/;
const SESSION = /^\/visit\?sid=([0-9a-f]{32})$/;

/** Folder of pages whose relative links lack a leading slash, so that paths grow without end. */
const GROWING_FOLDER = "/catalogue/";

/** Longest path that is served, in characters: common servers refuse longer request lines. */
const LONGEST_PATH = 7_000;

/** Days of a month that have an entry. */
const EVENT_DAYS = [3, 11, 19, 27];

/**
 * Writes an endless host: a calendar, paths that repeat themselves, a new session for every visit.
 */
export function trapSite(): DemoSite {
  const links = [
    anchor("/calendar?month=2026-11", "Calendar"),
    anchor(GROWING_FOLDER, "Catalogue"),
    anchor(`/visit?sid=${sessionAfter("start")}`, "Visit"),
  ];
  const pages = new Map<string, DemoPage>([
    ["/", okPage(html("Town hall", list(links)), truth("home"))],
    ["/robots.txt", filePage("User-agent: *\nDisallow:\n", "text/plain")],
  ]);
  return { name: "trap", pages, firstAnswers: new Map(), unlisted: trapPage };
}

function trapPage(target: string): DemoPage | undefined {
  const month = MONTH.exec(target);
  if (month !== null) return monthPage(Number(month[1]), Number(month[2]));
  const day = DAY.exec(target);
  if (day !== null) return dayPage(target.slice("/calendar?day=".length));
  const session = SESSION.exec(target)?.[1];
  if (session !== undefined) return visitPage(session);
  const grows = target.startsWith(GROWING_FOLDER) && target.length <= LONGEST_PATH;
  return grows ? growingPage() : undefined;
}

function monthPage(year: number, month: number): DemoPage {
  const name = isoMonth(year, month);
  const days = EVENT_DAYS.map((day) => {
    const date = `${name}-${String(day).padStart(2, "0")}`;
    return anchor(`/calendar?day=${date}`, date);
  });
  const before = anchor(`/calendar?month=${isoMonth(year, month - 1)}`, "Previous month");
  const after = anchor(`/calendar?month=${isoMonth(year, month + 1)}`, "Next month");
  return trapHtml(`Events in ${name}`, `${list(days)}<p>${before} ${after}</p>`);
}

function dayPage(date: string): DemoPage {
  const month = anchor(`/calendar?month=${date.slice(0, 7)}`, "All of this month");
  return trapHtml(`Events on ${date}`, `<p>Nothing is planned for this day.</p><p>${month}</p>`);
}

function visitPage(session: string): DemoPage {
  const next = `/visit?sid=${sessionAfter(session)}`;
  return trapHtml("Your visit", `<p>${anchor(next, "Go on")} ${anchor("/", "Leave")}</p>`);
}

function growingPage(): DemoPage {
  const links = [anchor("items/", "Items"), anchor("offers/", "Offers"), anchor("/", "Town hall")];
  return trapHtml("Catalogue", list(links));
}

function trapHtml(heading: string, body: string): DemoPage {
  const home = anchor(`${demoOrigin("forum")}/`, "Commons Board");
  return okPage(html(heading, `<h1>${heading}</h1>${body}<p>${home}</p>`), truth("trap"));
}

/**
 * Returns `YYYY-MM` for a month that may be one beyond the year's ends. The calendar runs from 0000
 * to 9999 and then begins again.
 */
function isoMonth(year: number, month: number): string {
  const index = (year * 12 + month - 1 + 120_000) % 120_000;
  const fullYear = String(Math.floor(index / 12)).padStart(4, "0");
  return `${fullYear}-${String((index % 12) + 1).padStart(2, "0")}`;
}

function sessionAfter(session: string): string {
  return labelledSeed(0, session).toString(16).padStart(8, "0").repeat(4);
}
