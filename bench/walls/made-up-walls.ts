/**
 * Pages that services, servers and sites send in place of content, written after what such pages say and how they
 * are made, in many languages. Names of hosts, numbers and keys are invented.
 */
import { CONSENTS, LOGINS, PAYWALLS } from "./made-up-asking.ts";
import { NO_SITES, OUTAGES } from "./made-up-hosts.ts";
import { BLOCKED, CHALLENGES } from "./made-up-tests.ts";
import type { MadeUpWall } from "./wall-html.ts";

/** All of them. */
export const MADE_UP_WALLS: readonly MadeUpWall[] = [
  ...CHALLENGES,
  ...BLOCKED,
  ...NO_SITES,
  ...OUTAGES,
  ...LOGINS,
  ...CONSENTS,
  ...PAYWALLS,
];
