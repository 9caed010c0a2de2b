import { NO_NEED } from "../../../lib/domain/methods/label-need.ts";
import type { Need } from "../../../lib/domain/methods/strategy.ts";
import { hostOf } from "../../../lib/domain/web/url/canonical-url.ts";
import { registrableDomain } from "../../../lib/domain/web/url/registrable-domain.ts";
import { fileNeed } from "../../../lib/project/files-schema.ts";
import { type WebWithFiles, withFileStubs } from "../../known-web/file-stubs.ts";
import { homeOf } from "../../known-web/known-web.ts";
import { isRecorded, labelledWebOf } from "../../known-web/labelled-web.ts";
import { MODERN_UNIVERSITY, type Site, UNIVERSITIES } from "../../known-web/site.ts";
import { BUDGETS } from "../budgets.ts";
import type { Group, OpenTask } from "../task.ts";

const NAME = "files";

/** Kinds of files, each by its types as in a project file. */
const KINDS = {
  documents: ["pdf", "ps", "doc", "docx", "odt", "rtf"],
  slides: ["ppt", "pptx", "odp"],
  tables: ["csv", "tsv", "xls", "xlsx", "ods"],
} as const;

type Kind = keyof typeof KINDS;

/** A hundred small sites on one host, recorded with their files; each has a home page of its own. */
const EXHIBITIONS: Site = { corpus: "artic", name: "artic", title: "exhibitions" };

/** The old webs have documents; slides and tables are of a later time. */
const WANTED: readonly { readonly site: Site; readonly kind: Kind }[] = [
  ...UNIVERSITIES.map((site) => ({ site, kind: "documents" }) as const),
  ...(["documents", "slides", "tables"] as const).map((kind) => ({
    site: MODERN_UNIVERSITY,
    kind,
  })),
];

export const FILES: Group = {
  name: NAME,
  about: "files of universities and exhibitions, by their types",
  specialist: "sleeping-bandit",
  hasLabels: false,
  options: new Map(),
  absent: () =>
    [EXHIBITIONS, ...WANTED.map(({ site }) => site)].every(isRecorded)
      ? undefined
      : "a university or the exhibitions are not recorded here",
  tasks: () => [
    ...WANTED.map(({ site, kind }) => {
      const name = `${site.title} ${kind}`;
      return {
        group: NAME,
        name,
        web: `${site.name} with files`,
        isDrawn: false,
        open: () => openTask(site, kind),
      };
    }),
    {
      ...{ group: NAME, name: "exhibitions documents", web: EXHIBITIONS.name },
      ...{ isDrawn: false, open: openExhibitions },
    },
  ],
};

async function openExhibitions(): Promise<OpenTask> {
  const { web, seeds, fields } = await labelledWebOf(EXHIBITIONS);
  const kinds = [...(fields.get("type") ?? [])];
  const targets = kinds.flatMap(([url, types]) => (types.has("pdf") ? [url] : []));
  const files = ["pdf"] as const;
  const need: Need = { ...NO_NEED, files: fileNeed({ types: [...files], fetch: true }) };
  return {
    ...{ web, seeds, files, targets: new Set(targets), excluded: new Set() },
    ...{ drawsUnrecorded: false, budget: BUDGETS.exhibitions, needFor: async () => need },
  };
}

/** A site's recording with the files that it links to. */
interface SiteWithFiles extends WebWithFiles {
  readonly site: Site;
  /** Recorded pages. */
  readonly pages: number;
}

const open = new Map<string, Promise<SiteWithFiles>>();

/** Returns a site with stubs for its files, which are looked for once a process. */
function siteOf(site: Site): Promise<SiteWithFiles> {
  const known = open.get(site.name) ?? openSite(site);
  open.set(site.name, known);
  return known;
}

async function openSite(site: Site): Promise<SiteWithFiles> {
  const { web } = await labelledWebOf(site);
  return { ...(await withFileStubs(web)), site, pages: web.size };
}

async function openTask(site: Site, kind: Kind): Promise<OpenTask> {
  const { web, files, pages } = await siteOf(site);
  const root = homeOf(await labelledWebOf(site), site);
  if (root === undefined) throw new Error(`${site.title} has no home page`);
  const types = KINDS[kind];
  const wanted = fileNeed({ types: [...types], fetch: true });
  const domain = registrableDomain(hostOf(root));
  const isTarget = (url: typeof root) =>
    wanted?.mediaTypes.includes(files.get(url) ?? "") === true &&
    registrableDomain(hostOf(url)) === domain;
  const targets = new Set([...files.keys()].filter(isTarget));
  const need: Need = { ...NO_NEED, files: wanted };
  return {
    ...{ web, seeds: [root], targets, files: types, drawsUnrecorded: false },
    // No project lets other files in, nor those of other sites.
    excluded: new Set(files.keys()).difference(targets),
    budget: Math.round(BUDGETS.files * pages),
    needFor: async () => need,
  };
}
