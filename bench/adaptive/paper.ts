import { figures } from "../../lib/domain/text/table.ts";
import { printTable } from "../entry/print-table.ts";

/** Net volumes of Xu, Yoon & Tourassi 2014, table 1: peer and own, after these hours. */
const HOURS = [1, 6, 11, 16, 20];

const STUDIES = [
  {
    name: "breast cancer, 133 good, 875 bad",
    peer: [225, 1_021, 2_403, 2_904, 3_607],
    own: [506, 3_085, 5_732, 8_691, 10_628],
  },
  {
    name: "breast cancer, half of them",
    peer: [562, 1_125, 1_565, 1_964, 2_403],
    own: [284, 1_569, 3_184, 4_830, 5_800],
  },
  {
    name: "lung cancer, 73 good, 700 bad",
    peer: [166, 883, 1_620, 2_325, 3_263],
    own: [404, 3_124, 5_286, 6_810, 8_130],
  },
  {
    name: "lung cancer, 50 good, 400 bad",
    peer: [107, 1_104, 2_021, 2_643, 3_404],
    own: [168, 1_409, 2_285, 3_302, 4_881],
  },
] as const;

/** Prints the published ratios of net volume, from the live web, where a crawl never ends. */
export function printPublished(): void {
  const rows = STUDIES.map(({ name, peer, own }) => [
    name,
    ...own.map((volume, at) => (volume / (peer[at] ?? Number.NaN)).toFixed(2)),
  ]);
  const shares = HOURS.map((hours) => figures(`${((hours / 20) * 100).toFixed(0)} %`));
  printTable(
    "published (Xu, Yoon & Tourassi 2014): net volume ÷ peer's, by share of 20 hours",
    [{ title: "study", align: "left" }, ...shares],
    rows,
  );
  console.log("cumulative precision at the end: 0.747 to 0.794, peer 0.328 to 0.370");
}
