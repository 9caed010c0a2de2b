/** What reports say of walls. */
import type { Wall } from "../../domain/web/walls/wall.ts";
import type { FeatureWords } from "../feature.ts";

const REASONS: Readonly<Record<Wall, string>> = {
  challenge: "a test for robots in place of a page",
  blocked: "a refusal of this visitor in place of a page",
  "no-site": "a host without a site: parked, for sale, suspended, or as it was installed",
  outage: "an error or the maintenance of the site, sent with success",
  consent: "a consent dialog in place of a page",
  paywall: "a text that its publisher says is not free",
  login: "a login in place of a page",
  "soft-404": "the host's answer to URLs that do not exist, sent with success",
};

/** What is said of an answer that is no content. */
export const wallWords: FeatureWords = { reasons: REASONS, answered: Object.keys(REASONS) };
