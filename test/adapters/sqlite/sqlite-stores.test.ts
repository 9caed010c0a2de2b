import { openDatabase } from "../../../lib/adapters/sqlite/open-database.ts";
import { createLostLinks, createSentBatches } from "../../../lib/adapters/sqlite/sqlite-stores.ts";
import { describeLedger } from "../../contract/ledger.ts";

describeLedger({
  name: "sent batches",
  create: () => createSentBatches(openDatabase(":memory:")),
  rows: [
    { id: "1-1-0", sentAt: 7, links: [3, 1], isLost: false },
    { id: "1-1-0a", sentAt: 8, links: [], isLost: true },
  ],
  again: { id: "1-1-0", sentAt: 9, links: [], isLost: true },
  keyOf: ({ id }) => id,
});

describeLedger({
  name: "links that lost leases",
  create: () => createLostLinks(openDatabase(":memory:")),
  rows: [
    { sequence: 3, losses: 1, most: 5 },
    { sequence: 20, losses: 2, most: 1 },
  ],
  again: { sequence: 3, losses: 2, most: 1 },
  keyOf: ({ sequence }) => sequence,
});
