import { endsInWords, siteEndInWords } from "../seed-answers.ts";
import { percent } from "../verdict-words.ts";
import { count, counted } from "./figure-text.ts";
import { figures, htmlTable } from "./html-table.ts";
import { foreign, html } from "./markup.ts";
import type { RunReport } from "./run-report.ts";
import type { Section } from "./section.ts";

/** Shows what became of the seeds, and the sites with the most pages, where there are several. */
export function seedsSection({ seeds }: RunReport): Section {
  const title = "Seeds and sites";
  if (seeds === undefined) return { id: "seeds", title, parts: [] };
  const { given, outcomes, sites, ends, most } = seeds;
  const outcomeTable = htmlTable(
    "Seeds by outcome",
    [{ title: "outcome" }, figures("seeds")],
    Object.entries(outcomes).map(([key, of]) => [foreign(key.replace(":", ": ")), count(of)]),
  );
  const siteTable = htmlTable(
    "The sites with the most pages",
    [
      { title: "site" },
      ...["seeds", "pages", "predicted targets", "predicted harvest"].map(figures),
      { title: "why it ended" },
    ],
    most.map((site) => [
      foreign(site.site),
      ...[site.seeds, site.pages, site.targets].map(count),
      percent(site.pages === 0 ? undefined : site.targets / site.pages),
      foreign(siteEndInWords(site)),
    ]),
  );
  const says = html`<p>${counted(given, "seed was", "seeds were")} given. ${counted(sites, "site is", "sites are")} known, each a registrable domain with all its hosts: ${endsInWords(ends)}.</p>`;
  return { id: "seeds", title, parts: [says, outcomeTable, siteTable] };
}
