/** What a shard has done, as counts that add up and never become less. */
export type ShardFigures = {
  readonly pages: number;
  readonly records: number;
  readonly bodyBytes: number;
  readonly dollars: number;
  /** Pages of the control list that are fetched. */
  readonly control: number;
};

/** What a shard has done that has not begun. */
export const NO_FIGURES: ShardFigures = {
  pages: 0,
  records: 0,
  bodyBytes: 0,
  dollars: 0,
  control: 0,
};

/** Returns what several shards have done together. */
export function sumFigures(all: readonly ShardFigures[]): ShardFigures {
  const sum = (name: keyof ShardFigures) => all.reduce((total, each) => total + each[name], 0);
  return {
    pages: sum("pages"),
    records: sum("records"),
    bodyBytes: sum("bodyBytes"),
    dollars: sum("dollars"),
    control: sum("control"),
  };
}
