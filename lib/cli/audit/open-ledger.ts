import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type ReadPolitenessLog,
  readPolitenessLog,
} from "../../adapters/files/file-politeness-log.ts";
import type { HostLedger } from "../../domain/measures/audit/audit-host.ts";
import type { PolitenessSettings } from "../../domain/web/politeness/politeness-entry.ts";
import type { Host } from "../../domain/web/url/url.ts";
import { RUN_FILES } from "../../run/folder/run-database.ts";
import type { RunProject } from "../../run/folder/run-project.ts";
import { politenessSettings } from "../../run/web/open-web.ts";

/** The politeness data that a run of the live web kept of its hosts. */
export interface OpenedLedger extends AsyncDisposable {
  readonly ledgerOf: (host: Host) => Promise<HostLedger>;
  readonly notes: readonly string[];
  /** Lines of the log that are no entries. */
  readonly damagedLines: number;
}

/**
 * Opens the politeness data in the directory of a run. For a run that kept none, only the project's
 * own delay is known.
 */
export async function openLedger(
  directory: string,
  { politeness }: Pick<RunProject, "politeness">,
): Promise<OpenedLedger> {
  const asNow = politenessSettings(politeness);
  const file = join(directory, RUN_FILES.politeness);
  if (!existsSync(file)) {
    return {
      ledgerOf: async () => ({ settings: [asNow], entries: [], knowsRobots: false }),
      notes: ["the run kept no robots.txt files: only the project's delay was checked"],
      damagedLines: 0,
      [Symbol.asyncDispose]: async () => {},
    };
  }
  const log = await readPolitenessLog(file);
  return {
    ledgerOf: async (host) => {
      return {
        settings: settingsOf(log, asNow),
        entries: await log.entriesOf(host),
        knowsRobots: true,
      };
    },
    notes: [],
    damagedLines: log.damagedLines,
    [Symbol.asyncDispose]: () => log.close(),
  };
}

function settingsOf(
  { settings: [first, ...others] }: ReadPolitenessLog,
  asNow: PolitenessSettings,
): HostLedger["settings"] {
  return first === undefined ? [asNow] : [first, ...others];
}
