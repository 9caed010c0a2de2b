/** A portal of events, whose categories have other names than the subjects of their events. */
import { anchor } from "../../../demo/html.ts";
import { items, parts, slug, wholePage } from "./markup.ts";
import type { MadePage, WebKind } from "./webs.ts";
import { createWriter, type Writer } from "./writer.ts";

const SITE = "What's On Brighthaven";

/** Subjects of events, each with the category that it is listed in. */
const CATEGORY_OF: Readonly<Record<string, string>> = {
  jazz: "Concerts",
  rock: "Concerts",
  theatre: "Stage",
  dance: "Stage",
  film: "Screen",
  market: "Out and about",
  kids: "Families",
  sport: "Active",
};
const SUBJECTS = ["jazz", "theatre", "market", "kids", "rock", "film", "dance", "sport"];
const CATEGORIES = [...new Set(Object.values(CATEGORY_OF))];
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** Venues, events, events on a page of a list, and those that a venue shows and the home page, too. */
const [VENUES, EVENTS, ROWS, SHOWN] = [40, 900, 18, 12];

export const EVENTS_PORTAL: WebKind = {
  name: "portal of events",
  topics: ["jazz", "dance", "film", "theatre"],
  types: { events: /\/event\/\d+\/(?!ics)/, venues: /\/venue\/\d/ },
  pages: eventsPortal,
};

interface Venue {
  readonly id: number;
  readonly name: string;
  /** What most of its events are about. */
  readonly subjects: readonly [string, string];
}

interface PortalEvent {
  readonly number: number;
  readonly venue: Venue;
  readonly subject: string;
  readonly month: number;
  readonly day: number;
  readonly title: string;
  readonly path: string;
}

function eventsPortal(topic: string, seed: number): readonly MadePage[] {
  const writer = createWriter("en", seed, "portal6");
  const venues = drawVenues(writer);
  const events = drawEvents(writer, venues);
  return [
    ...CATEGORIES.flatMap((name) => {
      const own = events.filter(({ subject }) => CATEGORY_OF[subject] === name);
      return listPages(categoryPath(name), name, own);
    }),
    ...MONTHS.flatMap((_, at) => {
      const own = events.filter(({ month }) => month === at + 1);
      return listPages(monthPath(at + 1), `Month ${at + 1}`, own);
    }),
    ...venues.map((venue) => venuePage(writer, venue, events)),
    page("/venues", "Venues", items(venues.map(venueLink))),
    page("/calendar", "Calendar", items(MONTHS.map((name, at) => anchor(monthPath(at + 1), name)))),
    ...events.map((event) => eventPage(writer, event, { topic, events })),
    ...["/submit", "/about", "/login"].map((path) =>
      page(path, path.slice(1), writer.text("market", 3, 0.05)),
    ),
    page("/", "Home", `<h1>This week</h1>${events.slice(0, SHOWN).map(card).join("")}`),
  ];
}

function drawVenues({ chance }: Writer): readonly Venue[] {
  return Array.from({ length: VENUES }, (_, at): Venue => {
    const first = chance.pick(["Old", "Royal", "Little", "Blue", "Grand"]);
    const second = chance.pick(["Hall", "Barn", "Room", "House", "Studio"]);
    const subjects = [chance.pick(SUBJECTS), chance.pick(SUBJECTS)] as const;
    return { id: at + 1, name: `The ${first} ${second} ${at + 1}`, subjects };
  });
}

function drawEvents(writer: Writer, venues: readonly Venue[]): readonly PortalEvent[] {
  const { chance } = writer;
  return Array.from({ length: EVENTS }, (_, at): PortalEvent => {
    const venue = chance.pick(venues);
    const subject = chance.pick(chance.happens(0.6) ? venue.subjects : SUBJECTS);
    const month = chance.int(1, 12);
    const day = chance.int(1, 28);
    const title = writer.title(subject, 0.4);
    const number = at + 1_000;
    const path = `/event/${number}/${slug(writer.title(subject, 0.3))}`;
    return { number, venue, subject, month, day, title, path };
  });
}

function listPages(
  base: string,
  name: string,
  events: readonly PortalEvent[],
): readonly MadePage[] {
  return parts(events, ROWS).map(({ at, isLast, rows }) => {
    const path = `${base}${at > 0 ? `?page=${at + 1}` : ""}`;
    const next = isLast ? "" : anchor(`${base}?page=${at + 2}`, "Next");
    const cards = rows.map(card).join("");
    return page(path, name, `<h1>${name}</h1>${cards}<div class="pages">${next}</div>`);
  });
}

function venuePage(writer: Writer, venue: Venue, events: readonly PortalEvent[]): MadePage {
  const { name, subjects } = venue;
  const own = events.filter((event) => event.venue === venue).slice(0, SHOWN);
  const text = `<p>${writer.text(subjects[0], 2, 0.1)}</p>`;
  return page(venuePath(venue), name, `<h1>${name}</h1>${text}${own.map(card).join("")}`);
}

function eventPage(
  writer: Writer,
  event: PortalEvent,
  of: { readonly topic: string; readonly events: readonly PortalEvent[] },
): MadePage {
  const { chance } = writer;
  const { number, venue, subject, month, day, title, path } = event;
  const alike = of.events.filter((other) => CATEGORY_OF[other.subject] === CATEGORY_OF[subject]);
  const text = writer.text(subject, chance.int(2, 6), 0.25);
  const others = Array.from({ length: 4 }, () =>
    chance.pick(chance.happens(0.5) ? alike : of.events),
  );
  const main = [
    `<h1>${title}</h1><p>${day}/${month}/2024, ${venueLink(venue)}</p><p>${text}</p>`,
    `<h2>You may also like</h2>${others.map(card).join("")}`,
    anchor(`/event/${number}/ics`, "Add to calendar"),
  ];
  return page(path, title, main.join(""), subject === of.topic);
}

function card({ path, title, day, month, venue }: PortalEvent): string {
  const heading = `${anchor(path, '<img src="/i.jpg">')}<h3>${anchor(path, title)}</h3>`;
  return `<div class="card">${heading}<span>${day}/${month}</span> ${venueLink(venue)}</div>`;
}

function categoryPath(name: string): string {
  return `/category/${slug(name)}`;
}

function monthPath(month: number): string {
  return `/calendar/2024/${month}`;
}

function venuePath({ id }: Venue): string {
  return `/venue/${id}`;
}

function venueLink(venue: Venue): string {
  return anchor(venuePath(venue), venue.name);
}

const MENU = [
  anchor("/", SITE),
  ...CATEGORIES.map((name) => anchor(categoryPath(name), name)),
  anchor("/venues", "Venues"),
  anchor("/calendar", "Calendar"),
  anchor("/submit", "Submit event"),
].join(" ");
const FOOTER = [
  anchor("/about", "About"),
  anchor("/login", "Log in"),
  anchor("https://social.example/x", "Follow us"),
].join(" ");

function page(path: string, title: string, main: string, isTarget = false): MadePage {
  const body = `<nav>${MENU}</nav><div class="main">${main}</div><div class="foot">${FOOTER}</div>`;
  return { path, body: wholePage("en", `${title} – ${SITE}`, body), isTarget };
}
