import { App, Stack } from "aws-cdk-lib";
import { parseProject } from "dowser";
import { DowserCrawl } from "dowser/cdk";

const project = await parseProject("name: bees\nneed: { topic: beekeeping }\n", "bees.yaml");

/** A stack of others, with a crawl among its resources. */
class Team extends Stack {
  readonly crawl = new DowserCrawl(this, "Crawl", { project });
}

const app = new App({ outdir: "cdk.out" });
console.log(new Team(app, "Team").crawl.endpoint);
app.synth();
