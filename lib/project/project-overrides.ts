import { splitStrategyOption } from "./parse-strategy-option.ts";

/** Values that the command line gives instead of the project file's, as they are written there. */
export interface ProjectOverrides {
  /** Most pages to fetch. */
  readonly pages?: number | undefined;
  /** Longest time to crawl, in hours. */
  readonly hours?: number | undefined;
  readonly contact?: string | undefined;
  /** `name`, or `name:option=value,option=value`. */
  readonly strategy?: string | undefined;
}

/** Returns the later values, and the earlier ones where no later one is given; without empty ones. */
export function mergeOverrides(
  before: ProjectOverrides | undefined,
  { pages, hours, contact, strategy }: ProjectOverrides,
): ProjectOverrides {
  const merged = {
    pages: pages ?? before?.pages,
    hours: hours ?? before?.hours,
    contact: contact ?? before?.contact,
    strategy: strategy ?? before?.strategy,
  };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
}

/**
 * Puts overrides into the plain value of a project file, before its schema checks it: what follows
 * from a strategy then follows from the one that is used.
 * @throws DowserError `bad-strategy-option`
 */
export function overlayProject(value: unknown, overrides: ProjectOverrides): unknown {
  const { pages, hours, contact, strategy } = overrides;
  if (!isMapping(value)) return value;
  return {
    ...value,
    ...section(value, "budget", { pages, hours }),
    ...section(value, "politeness", { contact }),
    ...(strategy !== undefined && { strategy: splitStrategyOption(strategy) }),
  };
}

function section(root: Readonly<Record<string, unknown>>, key: string, given: object): object {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const before = root[key] ?? {};
  if (entries.length === 0 || !isMapping(before)) return {};
  return { [key]: { ...before, ...Object.fromEntries(entries) } };
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Formats overrides as they are given: `--pages 200 --strategy best-first`. */
export function overridesInWords(overrides: ProjectOverrides): string {
  return Object.entries(overrides)
    .map(([key, value]) => `--${key} ${value}`)
    .join(" ");
}
