import { harvestRate } from "../../domain/measures/harvest-rate.ts";
import type { PageShares } from "../../domain/measures/page-shares.ts";
import { BY_OWN, percent } from "../verdict-words.ts";
import { count, counted } from "./figure-text.ts";
import { bar, figures, htmlTable } from "./html-table.ts";
import { type Content, foreign, html } from "./markup.ts";
import type { RunReport } from "./run-report.ts";
import type { Section } from "./section.ts";

/** Shows the hosts of the pages. */
export function hostsSection({ totals, figures: { hosts } }: RunReport): Section {
  const says = html`<p>Pages were fetched from ${counted(hosts.largest.length + hosts.others.names, "host")}; links in scope led to ${count(totals.hosts)}.</p>`;
  const parts =
    hosts.largest.length === 0 ? [] : [says, sharesTable("Hosts with most pages", "host", hosts)];
  return { id: "hosts", title: "Hosts", parts };
}

/** Shows the types of the pages, where the strategy tells them apart. */
export function typesSection({ figures: { types } }: RunReport): Section {
  const parts =
    types === undefined ? [] : [sharesTable("Page types with most pages", "page type", types)];
  return { id: "types", title: "Page types", parts };
}

/** Shows shares of the pages; one name alone has them all, and no bar. */
function sharesTable(caption: string, title: string, { largest, others }: PageShares) {
  const all = largest.reduce((sum, { pages }) => sum + pages, others.pages);
  const hasBars = largest.length > 1;
  const columns = [
    { title },
    ...["pages", "target pages", "harvest rate"].map(figures),
    ...(hasBars ? [figures("share of all pages")] : []),
  ];
  const cells = (name: Content, pages: number, targets: number) => [
    name,
    count(pages),
    count(targets),
    percent(harvestRate(targets, pages)),
    ...(hasBars ? [html`${percent(pages / all)}${bar(pages / all)}`] : []),
  ];
  const rows = largest.map(({ name, pages, targets }) => cells(foreign(name), pages, targets));
  const rest = cells(`${count(others.names)} others`, others.pages, others.targets);
  return htmlTable(
    `${caption}; target pages ${BY_OWN}`,
    columns,
    others.names === 0 ? rows : [...rows, rest],
  );
}
