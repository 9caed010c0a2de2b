/** Rendering in the project file, and what it means for the rest of a crawl. */
import { z } from "zod";
import { DEFAULTS } from "../../config/defaults.ts";
import { hostSchema } from "../../config/host-schema.ts";
import { byteSize, duration } from "../../config/quantity.ts";
import type { HostNeed } from "../../domain/page/render/rendering.ts";
import { compileHostRule } from "../../domain/web/url/canonical-url.ts";
import type { Host } from "../../domain/web/url/url.ts";
import type { Manifest } from "../feature.ts";

const { render } = DEFAULTS;

/** Longest time of one page, in seconds: a host waits for its next page as long. */
const MOST_SECONDS = 300;

/** Section `render`: which pages a browser runs the scripts of, and what that may cost. */
const renderSchema = z.strictObject({
  when: z
    .enum(["needed", "always"])
    .default(render.when)
    .describe(
      "Which pages are rendered: `needed` for those that have hardly any text and links without their scripts, `always` for all.",
    ),
  hosts: z
    .array(hostSchema)
    .min(1)
    .optional()
    .describe("Hosts, with their subdomains, whose pages may be rendered; any if absent."),
  browser: z
    .string()
    .trim()
    .min(1)
    .optional()
    .describe("Program of Chromium or Chrome, as an absolute path; one that is found if absent."),
  seconds: duration("s")
    .pipe(z.number().positive().max(MOST_SECONDS))
    .prefault(render.seconds)
    .describe("Longest time in which a page loads: seconds, or text such as `20s`."),
  requests: z
    .int()
    .min(0)
    .max(10_000)
    .default(render.requests)
    .describe("Most requests that are sent for one page, beside that for the page itself."),
  bytes: byteSize().prefault(render.bytes).describe("Most bytes of their answers, such as `10MB`."),
  pages: z.int().min(1).max(64).default(render.pages).describe("Pages rendered at one time."),
});

/** The key of the project itself. */
export const renderingSection = {
  render: renderSchema
    .optional()
    .describe(
      "Which pages a browser renders before they are read; none if absent. It needs the package playwright-core and Chromium.",
    ),
};

type Render = z.output<typeof renderSchema>;

/** Which pages of a crawl are rendered. */
export interface RenderRule {
  /** All, or those that need it. */
  readonly when: Exclude<HostNeed, "never">;
  /** Returns whether pages of a host may be rendered at all. */
  readonly isHost: (host: Host) => boolean;
}

/** Returns which pages are rendered. */
export function renderRule({ when, hosts }: Pick<Render, "when" | "hosts">): RenderRule {
  return { when, isHost: hosts === undefined ? () => true : compileHostRule(hosts) };
}

/** What rendering means for the rest of a crawl. */
export const renderingManifest: Manifest = {
  isUsed: ({ render }) => render !== undefined,
  notForStack: { key: "render", error: "project-not-for-stack/render" },
};
