import type { DatabaseSync } from "node:sqlite";
import type { Census } from "../../domain/frontier/frontier-tables.ts";
import { FrontierTally } from "../../domain/frontier/frontier-tally.ts";
import type { Frontier } from "../../ports/frontier.ts";
import { placeOf } from "./sqlite-frontier-codes.ts";
import { SqliteFrontierLedger } from "./sqlite-frontier-ledger.ts";
import { readKnownLink } from "./sqlite-known-link.ts";

/**
 * A frontier at work or at rest as its readers see it, from a database opened for reading: counted anew at
 * each call.
 */
export function readSqliteFrontier(database: DatabaseSync): Pick<Frontier, "count" | "find"> {
  return {
    async find(url) {
      return readKnownLink(database, url);
    },
    async count() {
      database.exec("BEGIN");
      try {
        const tally = new FrontierTally(readCensus(database));
        const layer = new SqliteFrontierLedger(database).layer();
        return {
          states: tally.states(),
          reasons: tally.reasons(),
          hosts: countHosts(database),
          layer,
          waitingByGroup: tally.waitingByGroup(),
        };
      } finally {
        database.exec("COMMIT");
      }
    },
  };
}

/** Links by place, reason and group. */
export function* readCensus(database: DatabaseSync): Iterable<Census> {
  const rows = database
    .prepare(
      `SELECT place, (SELECT text FROM word WHERE id = link.reason) AS reason,
       (SELECT name FROM grp WHERE id = link.grp) AS grp_name, count(*) AS count
       FROM link GROUP BY place, link.reason, link.grp`,
    )
    .all();
  for (const { place, reason, grp_name: group, count } of rows) {
    yield {
      place: placeOf(Number(place)),
      reason: String(reason ?? ""),
      group: String(group ?? ""),
      count: Number(count),
    };
  }
}

/** Hosts with a URL that was admitted. */
export function countHosts(database: DatabaseSync): number {
  return Number(database.prepare("SELECT count(*) AS n FROM host WHERE is_admitted").get()?.["n"]);
}
