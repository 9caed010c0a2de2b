/** A simulated stack that crawls some sites on bees and cars, with an assessor. */
import { readBlobAssessments } from "../../lib/adapters/blobs/blob-assessments.ts";
import { bundleText, planOf } from "../../lib/stack/bundle.ts";
import { aBundle, aProject } from "./a-bundle.ts";
import { aNeed } from "./a-need.ts";
import { CALM, type Faults } from "./mortal-processes.ts";
import { scriptedAssessor } from "./scripted-assessor.ts";
import { scriptedWeb } from "./scripted-web.ts";
import { SimulatedStack } from "./simulated-stack.ts";

const SITES = 6;

/** Delay of hosts, in ms: a crawl has to last until it has learned. */
const DELAY_MS = 20_000;

/** Number of pages. */
export const PAGES = 150;

/** A page whose site keeps it from models. */
export const RESERVED = addressOf(20);

/** Pages in a tree over several sites; one link leads nowhere. */
const script = Object.fromEntries(
  Array.from({ length: PAGES }, (_, page) => [addressOf(page), pageOf(page)]),
);

function addressOf(page: number): string {
  return `http://site${page % SITES}.example/${page < SITES ? "" : page}`;
}

function pageOf(page: number): string {
  const about = page % 3 === 0 ? "Cars" : "Bees";
  const text = `${about} are seen in garden ${page} of the town all summer long, and the people who keep ${about} there told us how much they like them.`;
  const links = [3 * page + SITES, 3 * page + SITES + 1, 3 * page + SITES + 2]
    .filter((child) => child <= PAGES)
    .map((child) => `<a href="${addressOf(child)}">on hives ${child}</a>`);
  const kept = page === 20 ? '<meta name="robots" content="noai">' : "";
  return `<html lang="en">${kept}<title>Page ${page}</title><p>${text}</p>${links.join(" ")}</html>`;
}

/** How it is asked. */
export interface AssessedOptions {
  /** Keys of the project's assessor. */
  readonly assessor?: object;
  /** Further keys of the project. */
  readonly project?: object;
  readonly client?: ReturnType<typeof scriptedAssessor>;
  readonly faults?: Faults;
  readonly seed?: number;
}

/** Returns a stack that has not begun. */
export async function anAssessedStack(options: AssessedOptions = {}) {
  const { client = scriptedAssessor(), faults = CALM, seed = 1 } = options;
  const project = aProject({
    seeds: { urls: Array.from({ length: SITES }, (_, site) => addressOf(site)) },
    strategy: { name: "best-first" },
    need: { topic: "bees" },
    politeness: { contact: "test@dowser.example", minDelayMs: DELAY_MS },
    assessor: { url: "https://models.example/v1", model: "m", ...options.assessor },
    ...options.project,
  });
  const bundle = aBundle({ project, need: aNeed({ topic: "bees" }), guide: "Only live bees." });
  const { plan, assessor } = await planOf(bundle);
  const stack = new SimulatedStack(plan, scriptedWeb(script), seed, faults, DELAY_MS, true);
  stack.assessor = { assessor, client };
  await stack.blobs.putNew("plans/1", Buffer.from(bundleText(bundle)));
  return { stack, client, bundle };
}

/** Reads all that a stack has stored of its assessor. */
export async function storedEntries({ blobs }: SimulatedStack) {
  const prefix = "assessments/c1/";
  const objects = [...blobs.objects.keys()].filter((key) => key.startsWith(prefix)).length;
  return readBlobAssessments(blobs, "c1", objects);
}
