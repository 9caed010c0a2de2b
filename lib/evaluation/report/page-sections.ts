import { harvestRate } from "../../domain/metrics/harvest-rate.ts";
import type { PageShares } from "../../domain/metrics/page-shares.ts";
import type { ShownPage } from "../run-figures.ts";
import { BY_OWN, OWN_HARVEST, OWN_TARGETS } from "../verdict-words.ts";
import { count, counted, share } from "./figure-text.ts";
import { bar, figures, htmlTable } from "./html-table.ts";
import { type Content, foreign, html, type Markup } from "./markup.ts";
import type { RunReport } from "./run-report.ts";
import type { Section } from "./section.ts";

/** Shows the hosts of the pages. */
export function hostsSection({ totals, figures: { hosts } }: RunReport): Section {
  const says = html`<p>Pages were fetched from ${counted(hosts.largest.length + hosts.others.names, "host")}; links in scope led to ${count(totals.hosts)}.</p>`;
  return {
    id: "hosts",
    title: "Hosts",
    parts: [says, sharesTable("Hosts with most pages", "host", hosts)],
  };
}

/** Shows the types of the pages. */
export function typesSection({ figures: { types }, request }: RunReport): Section {
  const none = html`<p>Left out: strategy ${request.strategy} tells no page types apart, or has not learned them yet.</p>`;
  return {
    id: "types",
    title: "Page types",
    parts: [
      types === undefined ? none : sharesTable("Page types with most pages", "page type", types),
    ],
  };
}

/** Shows a few target pages. */
export function shownSection({ figures: { shown } }: RunReport): Section {
  const none = html`<p>The crawl has found no target page.</p>`;
  return {
    id: "examples",
    title: "Own targets of highest score",
    parts: [shown.length === 0 ? none : shownTable(shown)],
  };
}

function sharesTable(caption: string, title: string, { largest, others }: PageShares): Markup {
  const most = largest[0]?.pages ?? 0;
  const columns = [
    { title },
    ...["pages", OWN_TARGETS, OWN_HARVEST, "against the most"].map(figures),
  ];
  const cells = (name: Content, pages: number, targets: number) => [
    name,
    count(pages),
    count(targets),
    share(harvestRate(targets, pages)),
  ];
  const rows = largest.map(({ name, pages, targets }) => [
    ...cells(foreign(name), pages, targets),
    bar(pages / most),
  ]);
  const rest = [...cells(`${count(others.names)} others`, others.pages, others.targets), ""];
  return htmlTable(caption, columns, others.names === 0 ? rows : [...rows, rest]);
}

function shownTable(pages: readonly ShownPage[]): Markup {
  return htmlTable(
    `Up to ten target pages, ${BY_OWN}`,
    [{ title: "page" }, figures("score")],
    pages.map(({ url, title, utility }) => [
      html`<a href="${url}" rel="nofollow noopener noreferrer">${foreign(title.trim() === "" ? url : title)}</a><br>${foreign(url)}`,
      share(utility),
    ]),
  );
}
