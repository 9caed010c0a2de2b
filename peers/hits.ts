import { strategyModule } from "../lib/domain/methods/strategy-module.ts";
import { rankOptions, rankStrategy } from "./link-ranks.ts";

/** `hits`: links by the authority of their pages. */
export default strategyModule({
  name: "hits",
  description: "Links by the hubs among the pages fetched so far.",
  options: rankOptions,
  create: ({ every }) => rankStrategy("hits", every),
});
