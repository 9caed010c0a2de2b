import { safeText } from "../../domain/text/safe-text.ts";
import { figures, formatTable } from "../../domain/text/table.ts";
import { endsInWords, type SeedAnswers, siteEndInWords } from "../seed-answers.ts";
import { percent } from "../verdict-words.ts";

/** Formats the outcomes of seeds, and the sites with the most pages, for a terminal. */
export function formatSeedAnswers(directory: string, answers: SeedAnswers): readonly string[] {
  const { given, outcomes, sites, ends, most } = answers;
  const seedRows = Object.entries(outcomes).map(([outcome, seeds]) => [
    outcome.replace(":", ": "),
    seeds.toLocaleString("en"),
  ]);
  const total = ["seeds given", given.toLocaleString("en")];
  const siteRows = most.map((site) => [
    safeText(site.site),
    ...[site.seeds, site.pages, site.targets].map((figure) => figure.toLocaleString("en")),
    percent(site.pages === 0 ? undefined : site.targets / site.pages),
    safeText(siteEndInWords(site)),
  ]);
  const left = sites > most.length ? `the ${most.length} with the most pages; ` : "";
  return [
    formatTable([{ title: "seeds", align: "left" }, figures("")], [total, ...seedRows]),
    [
      formatTable(SITE_COLUMNS, siteRows),
      `${sites.toLocaleString("en")} sites: ${endsInWords(ends)}`,
      `${left}all with: dowser export ${directory} --sites; each seed with: --seeds`,
    ].join("\n"),
  ];
}

const SITE_COLUMNS = [
  { title: "site", align: "left" } as const,
  ...["seeds", "pages", "predicted targets", "predicted harvest"].map(figures),
  { title: "why it ended", align: "left" } as const,
];
