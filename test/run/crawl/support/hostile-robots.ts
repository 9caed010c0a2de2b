import { gzipSync } from "node:zlib";
import { type HostileHosts, page, reply } from "./hostile-hosts.ts";

/** The server ends the connection, and says so, or a busy crawler would ask for the page there. */
const TEXT = "content-type: text/plain\r\nconnection: close\r\n";
const BEFORE = "User-agent: *\nDisallow: /\n";

/** Rules are known and let `/` in; or keep it out. Unknown ones are asked for again after ten minutes. */
const ALLOWED = /^fetched page$/;
const KEPT_OUT = /^refused robots$/;

/**
 * Hosts whose robots.txt misbehaves. `answer` is that of robots.txt; every page of them is a plain
 * one (RFC 9309 §2.3).
 */
export const ROBOTS: HostileHosts = {
  ...Object.fromEntries(
    [400, 401, 403, 404, 410, 451].map((status) => [
      `robots-${status}`,
      { ends: ALLOWED, answer: reply(`${status} No\r\n${TEXT}`, BEFORE) },
    ]),
  ),
  "robots-huge": { ends: KEPT_OUT, answer: page(BEFORE + "# x\n".repeat(2_000_000), TEXT) },
  "robots-bomb": {
    ends: KEPT_OUT,
    answer: (socket) => {
      const body = gzipSync(Buffer.concat([Buffer.from(BEFORE), Buffer.alloc(100_000_000, "\n")]));
      socket.end(page(body, `${TEXT}content-encoding: gzip\r\n`));
    },
  },
  "robots-wildcards": {
    ends: ALLOWED,
    answer: page(`User-agent: *\n${`Disallow: /${"*a".repeat(30)}$\n`.repeat(5_000)}`, TEXT),
  },
  "robots-bom": { ends: KEPT_OUT, answer: page(`\uFEFF${BEFORE}`, TEXT) },
  "robots-nul": { ends: ALLOWED, answer: page("\0".repeat(10_000), TEXT) },
  "robots-delay": { ends: ALLOWED, answer: page("User-agent: *\nCrawl-delay: NaN\n", TEXT) },
};
