import { CHANGES } from "../../domain/frontier/recrawl/change.ts";
import type { ChangeFigures } from "../change-figures.ts";
import { count, counted } from "./figure-text.ts";
import { figures, foldedTable } from "./html-table.ts";
import { foreign, html, type Markup } from "./markup.ts";
import type { RunReport } from "./run-report.ts";
import type { Section } from "./section.ts";

/** Most hosts that are named. */
const MOST_HOSTS = 20;

/** Shows what a recrawl found, compared with the visits before, and what it cost. */
export function changesSection({ changes }: RunReport): Section {
  const parts = changes === undefined ? [] : [saysOf(changes), ...tablesOf(changes)];
  return { id: "changes", title: "What has changed", parts };
}

function saysOf({ known, notVisited, sentBytes, bodyBytes, ...counts }: ChangeFigures): Markup {
  const found = CHANGES.map((change) => `${count(counts[change])} ${change}`).join(", ");
  const [sent, all] = [sentBytes, bodyBytes].map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`);
  return html`<p>The runs before had fetched ${counted(known, "URL")}. Of the URLs visited since: ${found}. ${counted(notVisited, "known URL was", "known URLs were")} not visited.</p>
<p>Unpacked, ${sent} of bodies were sent. All pages visited have ${all}.</p>`;
}

function tablesOf({ hosts, unanswered }: ChangeFigures): Markup[] {
  const byHost = foldedTable(
    "Hosts with most visits",
    [{ title: "host" }, ...CHANGES.map(figures)],
    hosts
      .slice(0, MOST_HOSTS)
      .map((host) => [foreign(host.host), ...CHANGES.map((change) => count(host[change]))]),
  );
  const reasons = Object.entries(unanswered);
  if (reasons.length === 0) return [byHost];
  const rows = reasons.map(([reason, urls]) => [foreign(reason), count(urls)]);
  return [
    byHost,
    foldedTable("Known URLs that gave no answer", [{ title: "reason" }, figures("URLs")], rows),
  ];
}
