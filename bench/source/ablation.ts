import { figures } from "../../lib/domain/text/table.ts";
import { printTable } from "../entry/print-table.ts";
import { ACCOUNTINGS } from "./accounting.ts";
import type { Forum } from "./forum.ts";
import { PAPER_ABLATION } from "./paper.ts";
import { byLabel, runsIn, share, summaryOf } from "./report.ts";
import { crawlAll } from "./run.ts";
import { learner } from "./strategies.ts";
import { uccTask } from "./task.ts";

const FACTORS: Readonly<Record<string, string>> = {
  all: "",
  "without Info": ",info=false",
  "without DSim": ",dsim=false",
  "without Balance": ",balance=false",
};

/** The factors of the published score for user-created content, each left out in turn. */
export async function ablation(forums: readonly Forum[]): Promise<void> {
  const strategies = Object.entries(FACTORS).map(([name, settings]) =>
    learner(name, `published-source:goal=ucc${settings}`),
  );
  const tasks = forums.map(uccTask);
  const runs = await crawlAll("ablation", { strategies, tasks, accountings: ACCOUNTINGS });
  const rows = [...byLabel(runs)].map(([label, runs]) => {
    const [ratio, bits] = PAPER_ABLATION[label] ?? [];
    const cells = ACCOUNTINGS.flatMap((accounting) => {
      const { harvest, entropy } = summaryOf(runsIn(runs, accounting));
      return [share(harvest), entropy.toFixed(2)];
    });
    return [label, ...cells, share(ratio), bits?.toFixed(2) ?? ""];
  });
  const titles = [...ACCOUNTINGS.flatMap((name) => [name, "bits"]), "paper's", "bits"];
  printTable(
    "valid ratio and entropy in bits with a factor left out, learning counted, warm, free",
    [{ title: "score", align: "left" }, ...titles.map(figures)],
    rows,
  );
}
