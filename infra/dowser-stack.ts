import { type App, Stack } from "aws-cdk-lib";

import { OWN_STACK } from "../lib/project/own-stack.ts";
import { DowserCrawl, type DowserCrawlProps } from "./dowser-crawl.ts";

/**
 * The crawl of one project as a stack of its own. A click does not delete what it has found: `dowser destroy` lifts the protection of
 * stack and table, and deletes the bucket.
 */
export class DowserStack extends Stack {
  constructor(app: App, id: string, props: DowserCrawlProps) {
    super(app, id, {
      description: `${OWN_STACK} ${props.project.name}`,
      terminationProtection: true,
    });
    // CDK names nothing after this id, so resources have the ids that they had before there was the construct.
    new DowserCrawl(this, "Default", props);
  }
}
