import { mean } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { figures } from "../../lib/domain/text/table.ts";
import { printTable } from "../entry/print-table.ts";
import type { ClusterFigures } from "./cluster-forum.ts";
import type { Forum } from "./forum.ts";
import { PAPER_CLUSTERS } from "./paper.ts";
import { share } from "./report.ts";
import { SEEDS } from "./run.ts";
import { doJobs } from "./workers.ts";

const COLUMNS: Readonly<Record<string, (figures: ClusterFigures) => number>> = {
  purity: ({ purity }) => purity,
  "micro F": ({ microF }) => microF,
  "macro F": ({ macroF }) => macroF,
  noise: ({ noiseShare }) => noiseShare,
  "micro precision": ({ precision }) => precision.micro,
  "macro precision": ({ precision }) => precision.macro,
};

/** Clusterings of 1,000 random pages of each forum by types, and 4-fold precision of placing unseen ones. */
export async function clusterings(forums: readonly Forum[]): Promise<void> {
  const jobs = forums.flatMap(({ id }) =>
    SEEDS.map((seed) => ({ kind: "cluster", forum: id, seed }) as const),
  );
  const titles = new Map(forums.map(({ id, title }) => [id, title]));
  const results = await doJobs("clusters", jobs);
  const all = results.flatMap((figures, at) =>
    figures.map((each) => ({ ...each, forum: titles.get(jobs[at]?.forum ?? "") ?? "" })),
  );
  print("clusters of 1,000 random pages, means over forums and seeds", [
    ...Map.groupBy(all, ({ label }) => label),
  ]);
  console.log(`each noise page is a cluster of its own. mdl and irobot place no page afterwards: unseen ones are
clustered with the others. The macro precision is over clusters, and leaves out unseen pages that were
placed in none.`);
  console.log(
    `paper's own: ${PAPER_CLUSTERS.clusters} clusters, noise ${PAPER_CLUSTERS.noiseShare}; the rest it draws only`,
  );
  const ours = all[0]?.label;
  print(`by forum, ${ours}`, [
    ...Map.groupBy(
      all.filter(({ label }) => label === ours),
      ({ forum }) => forum,
    ),
  ]);
}

function print(
  title: string,
  groups: readonly (readonly [name: string, figures: readonly ClusterFigures[]])[],
): void {
  const titles = ["types", "clusters", ...Object.keys(COLUMNS), "worst micro F"];
  const rows = groups.map(([name, group]) => [
    name,
    mean(group.map(({ types }) => types)).toFixed(1),
    mean(group.map(({ clusters }) => clusters)).toFixed(1),
    ...Object.values(COLUMNS).map((of) => share(mean(group.map(of)))),
    share(Math.min(...group.map(({ microF }) => microF))),
  ]);
  printTable(title, [{ title: "", align: "left" }, ...titles.map(figures)], rows);
}
