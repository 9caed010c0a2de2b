import { existsSync } from "node:fs";
import { join } from "node:path";
import { NO_NEED } from "../../../lib/domain/methods/label-need.ts";
import type { Need } from "../../../lib/domain/methods/strategy.ts";
import { canonicalUrl } from "../../../lib/domain/web/url/canonical-url.ts";
import { type CommentWeb, openCommentWeb } from "../../comments/comment-web.ts";
import { BUDGETS } from "../budgets.ts";
import type { Group, OpenTask } from "../task.ts";

const CORPUS = join(import.meta.dirname, "../../../../shared/corpora/comments");
const NAME = "comments";

export const COMMENTS: Group = {
  name: NAME,
  about: "pages with readers' comments, all sites as one web",
  specialist: "commd",
  hasLabels: false,
  options: new Map(),
  absent: () => (existsSync(CORPUS) ? undefined : "no recorded sites with comments are here"),
  tasks: () => [{ group: NAME, name: "all sites", web: NAME, isDrawn: false, open: openTask }],
};

const NEED: Need = { ...NO_NEED, detect: "comments" };

let open: Promise<CommentWeb> | undefined;

async function openTask(): Promise<OpenTask> {
  open ??= openCommentWeb(CORPUS);
  const { web, seeds: homes, withComments } = await open;
  const seeds = homes.flatMap((home) => {
    const parsed = canonicalUrl(home);
    return parsed.ok ? [web.identify(parsed.url)] : [];
  });
  return {
    ...{ web, seeds, excluded: new Set() },
    // Pages that could be either are no targets, and cost a fetch.
    targets: withComments.difference(new Set(seeds)),
    drawsUnrecorded: false,
    budget: Math.min(Math.round(BUDGETS.comments * web.size), BUDGETS.most),
    needFor: async () => NEED,
  };
}
