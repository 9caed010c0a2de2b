/**
 * Crawls the sites of the seeds to their end with crawlee's CheerioCrawler: `node crawlee.ts disk|memory SEED...`.
 * `disk` keeps requests and results in files, in CRAWLEE_STORAGE_DIR, as crawlee does by default and
 * Dowser always does; `memory` does not.
 */
import { CheerioCrawler, Configuration, log } from "@crawlee/cheerio";

const [storage, ...seeds] = process.argv.slice(2);
log.setLevel(log.LEVELS.OFF);

const crawler = new CheerioCrawler(
  {
    // No time lost to the autoscaling's slow start: as many at once from the beginning as there are hosts.
    minConcurrency: seeds.length,
    maxConcurrency: seeds.length,
    respectRobotsTxtFile: true,
    sameDomainDelaySecs: 0,
    requestHandler: async ({ $, request, enqueueLinks, pushData }) => {
      await pushData({
        url: request.loadedUrl,
        title: $("title").text(),
        text: $("body").text(),
      });
      await enqueueLinks({ strategy: "same-origin" });
    },
  },
  new Configuration({ persistStorage: storage === "disk" }),
);
await crawler.run([...seeds]);
process.exit();
