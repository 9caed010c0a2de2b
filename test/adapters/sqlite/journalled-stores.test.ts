import { describeFrontier } from "../../contract/frontier.ts";
import { describeFrontierDraws } from "../../contract/frontier-draws.ts";
import { describeFrontierFinds } from "../../contract/frontier-finds.ts";
import { describeFrontierAgreement } from "../../contract/frontier-properties.ts";
import { describeRecordStore } from "../../contract/record-store.ts";
import { describeRunLog } from "../../contract/run-log.ts";
import {
  journalledFrontier,
  journalledRecordStore,
  journalledRunLog,
} from "../../support/journalled-stores.ts";

const journalled = { name: "SqliteFrontier, restored each time", create: journalledFrontier };

describeFrontier(journalled);
describeFrontierDraws(journalled);
describeFrontierFinds(journalled);
describeFrontierAgreement({ ...journalled, isReopenedEachTime: true });
describeRecordStore("SqliteRecordStore, restored each time", journalledRecordStore);
describeRunLog("The log in a run's database, restored each time", async () => journalledRunLog());
