/** Click paths as the pages of a recording tell them. */
import type { RecordedWeb } from "../../../lib/adapters/web/recorded/recorded-web.ts";
import { runCrawl } from "../../../lib/crawl/run-crawl.ts";
import type { MarkedPaths } from "../../../lib/domain/methods/strategy.ts";
import type { Project } from "../../../lib/project/project-schema.ts";
import {
  canonicalOf,
  type PathsProject,
  planTraining,
  trainingProject,
  usePaths,
} from "../../../lib/run/crawl/gather-paths.ts";
import { readPathsFile } from "../../../lib/run/crawl/paths-file.ts";
import { recorded } from "../../../lib/run/web/open-web.ts";
import { recordedPorts } from "./recorded-ports.ts";

/**
 * Gathers click paths like {@link gatherPaths}, from a recording and without leaving anything
 * behind.
 * @throws DowserError `paths-unreadable`, `bad-paths`, `no-click-path`
 */
export async function gatherRecordedPaths(
  project: PathsProject<Project>,
  web: RecordedWeb,
): Promise<MarkedPaths> {
  const paths = await readPathsFile(project.need.paths, canonicalOf(project));
  const training = trainingProject(project, paths);
  const plan = await planTraining(training, recorded(web), new Date().getUTCFullYear());
  const ports = recordedPorts(web, training, plan.strategy);
  await runCrawl(ports, plan);
  return usePaths(ports, plan, paths, undefined);
}
