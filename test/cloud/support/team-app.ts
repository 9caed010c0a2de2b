/** A CDK app that is not Dowser's: one stack with a queue of its own and the crawl of the project file in `TEAM_PROJECT`. */
import { App, Stack, Tags } from "aws-cdk-lib";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { DowserCrawl } from "../../../infra/dowser-crawl.ts";
import { loadProject } from "../../../lib/project/load-project.ts";

const project = await loadProject(process.env["TEAM_PROJECT"] ?? "");

class Team extends Stack {
  readonly errands = new Queue(this, "Errands");
  readonly crawl = new DowserCrawl(this, "Crawl", { project });
}

Tags.of(new Team(new App(), "Team")).add("team", "keepers");
