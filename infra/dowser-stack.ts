import { type App, Stack } from "aws-cdk-lib";

import type { Project } from "../lib/project/project-schema.ts";
import { OWN_STACK } from "../lib/project/stack-limits.ts";
import { DowserCrawl } from "./dowser-crawl.ts";

/**
 * The crawl of one project as a stack of its own. A click does not delete what it has found: `dowser destroy` lifts the protection of
 * stack and table, and deletes the bucket.
 */
export class DowserStack extends Stack {
  constructor(app: App, id: string, project: Project) {
    super(app, id, {
      description: `${OWN_STACK} ${project.name}`,
      terminationProtection: true,
    });
    // CDK names nothing after this id, so resources have the ids that they had before there was the construct.
    new DowserCrawl(this, "Default", { project });
  }
}
