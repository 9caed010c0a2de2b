import { strategyModule } from "../lib/domain/methods/strategy-module.ts";
import { rankOptions, rankStrategy } from "./link-ranks.ts";

/** `pagerank`: links by the rank of their pages. */
export default strategyModule({
  name: "pagerank",
  description: "Links by PageRank on the pages fetched so far.",
  options: rankOptions,
  create: ({ every }) => rankStrategy("pagerank", every),
});
