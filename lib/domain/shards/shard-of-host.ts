import { hashToUnit } from "../random/hash-to-unit.ts";
import { hostName } from "../url/host-rule.ts";

/** Seed of the hash; another one would move hosts under a running crawl. */
const SEED = 23;

/**
 * Names below a country's under which anybody registers, in every version of the public suffix list.
 * The table never changes: another entry would move hosts under a running crawl.
 */
export const REGISTRIES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    uk: "ac co gov ltd me net org plc",
    au: "asn com edu gov id net org",
    nz: "ac co geek gen govt iwi maori net org school",
    za: "ac co gov net org web",
    jp: "ac ad co ed go gr lg ne or",
    kr: "ac co go ne or pe re",
    in: "ac co edu gov ind net org res",
    br: "com edu gov net org",
    mx: "com edu gob net org",
    ar: "com edu gob net org",
    cn: "ac com edu gov net org",
    tw: "com edu gov net org",
    hk: "com edu gov net org",
    sg: "com edu gov net org",
    my: "com edu gov net org",
    th: "ac co go in net or",
    id: "ac co go or sch web",
    tr: "com edu gov net org",
    il: "ac co gov net org",
    at: "ac co gv or",
    pl: "com edu net org",
    ua: "com edu gov net org",
  }).map(([country, names]) => [country, new Set(names.split(" "))]),
);

const ADDRESS = /^[\d.]+$|:/;

/**
 * Returns the number of the shard, from 0, that has a host. Hosts of one registrable domain are in
 * one shard, so that no delay of a server is divided over two. No version of the public suffix list
 * decides: it is the last two labels of the name, or three under a registry, that are hashed. So
 * strangers under one private suffix share a shard, too.
 */
export function shardOfHost(host: string, shards: number): number {
  return shards === 1 ? 0 : Math.floor(shards * hashToUnit(SEED, family(host)));
}

function family(host: string): string {
  const name = hostName(host);
  // Politeness counts each port of an address as a host of its own.
  if (ADDRESS.test(name)) return host;
  const labels = name.replace(/\.$/, "").split(".");
  const [country = "", registry = ""] = labels.toReversed();
  const counted = REGISTRIES.get(country)?.has(registry) === true ? 3 : 2;
  return labels.slice(-counted).join(".");
}
