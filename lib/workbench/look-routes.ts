import { type Route, route } from "../stack/api/route.ts";
import {
  type CompareQuery,
  comparedSchema,
  compareQuerySchema,
  type OverlapQuery,
  overlapQuerySchema,
  overlapSchema,
  signalsSchema,
  siteSchema,
} from "./look-schemas.ts";
import { namedRunSchema } from "./schemas.ts";
import type { WorkbenchPorts } from "./workbench-ports.ts";

/** Operations that look at a run as a whole, and at several runs side by side. */
export const LOOK_ROUTES: readonly Route<WorkbenchPorts>[] = [
  route({
    method: "GET",
    path: "/runs/{run}/site",
    operation: "describeSite",
    summary: "Hosts, page types and what leads where, and the URLs without a page by rule.",
    parameters: namedRunSchema,
    status: 200,
    answer: siteSchema,
    run: ({ parameters: { run }, ports }: Asked<{ run: string }>) => ports.looks.site(run),
  }),
  route({
    method: "GET",
    path: "/runs/{run}/signals",
    operation: "readSignals",
    summary:
      "What the sites say of the use of their pages, and how many that keeps out of exports.",
    parameters: namedRunSchema,
    status: 200,
    answer: signalsSchema,
    run: ({ parameters: { run }, ports }: Asked<{ run: string }>) => ports.looks.signals(run),
  }),
  route({
    method: "GET",
    path: "/runs/{run}/compare",
    operation: "compareRuns",
    summary: "Harvest curves of a run and of others, and the pages that they have in common.",
    parameters: compareQuerySchema,
    status: 200,
    answer: comparedSchema,
    run: ({ parameters, ports }: Asked<CompareQuery>) => ports.looks.compare(parameters),
  }),
  route({
    method: "GET",
    path: "/runs/{run}/overlap",
    operation: "overlapRuns",
    summary: "How far the texts of the target pages of two runs are the same.",
    parameters: overlapQuerySchema,
    status: 200,
    answer: overlapSchema,
    run: ({ parameters, ports }: Asked<OverlapQuery>) => ports.looks.overlap(parameters),
  }),
];

interface Asked<Parameters> {
  readonly parameters: Parameters;
  readonly ports: WorkbenchPorts;
}
