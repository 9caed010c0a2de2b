import { createMemoryFrontier } from "../../../lib/adapters/local/memory-frontier.ts";
import { describeFrontier } from "../../contract/frontier.ts";
import { describeFrontierDraws } from "../../contract/frontier-draws.ts";
import { describeFrontierFinds } from "../../contract/frontier-finds.ts";
import { describeFrontierLayers } from "../../contract/frontier-layers.ts";
import { describeFrontierProperties } from "../../contract/frontier-properties.ts";
import { describeFrontierTurns } from "../../contract/frontier-turns.ts";

const memory = { name: "MemoryFrontier", create: createMemoryFrontier };

describeFrontier(memory);
describeFrontierDraws(memory);
describeFrontierFinds(memory);
describeFrontierLayers(memory);
describeFrontierProperties(memory);
describeFrontierTurns(memory);
