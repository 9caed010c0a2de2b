import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { App, Stack } from "aws-cdk-lib";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Topic } from "aws-cdk-lib/aws-sns";
import { DowserCrawl } from "../../infra/dowser-crawl.ts";
import { parseProject } from "../../lib/project/load-project.ts";
import { templateOf } from "../support/synth-stack.ts";

const bees = await parseProject("name: bees\nneed: {topic: bees}\n", "bees.yaml");
const ferns = await parseProject("name: ferns\nneed: {topic: ferns}\n", "ferns.yaml");

/** An app that is not Dowser's, with a stack of its own resources. */
function teamStack() {
  const app = new App({ context: { "aws:cdk:bundling-stacks": [] } });
  return { app, stack: new Stack(app, "Team") };
}

describe("a crawl in the stack of others", () => {
  it("A team puts a crawl beside its own resources, and sends its alarms where it likes", () => {
    const { app, stack } = teamStack();
    const pager = new Topic(stack, "Pager");
    const crawl = new DowserCrawl(stack, "Crawl", { project: bees });
    for (const alarm of crawl.alarms) alarm.addAlarmAction(new SnsAction(pager));
    const team = templateOf(app, "Team");
    assert.equal(team.isProtected, false, "the stack is the team's");
    assert.equal(
      team.only("AWS::DynamoDB::Table", "CrawlTable")["DeletionProtectionEnabled"],
      true,
    );
    assert.deepEqual(team.removalPolicies("AWS::S3::Bucket"), ["RetainExceptOnCreate"]);
    assert.equal(team.ids("AWS::Lambda::Function").length, 6);
    for (const { AlarmActions } of team.all("AWS::CloudWatch::Alarm"))
      assert.equal((AlarmActions as unknown[]).length, 1);
    assert.deepEqual(team.outputs(), [
      "CrawlEndpoint",
      "CrawlTokenSecretArn",
      "CrawlBucketName",
      "CrawlTableName",
      "CrawlRecordsDatabase",
      "CrawlProjectHash",
      "CrawlPlanFunctionName",
      "CrawlHarvestFunctionName",
      "CrawlHarvestQueueUrl",
      "CrawlResultsQueueUrl",
    ]);
    for (const name of team.physicalNames()) assert.match(name, / (?:.*\/)?Team-Crawl/, name);
  });

  it("A handler of pages changes no logical id", () => {
    const ids = (handler?: string) => {
      const { app, stack } = teamStack();
      new DowserCrawl(stack, "Crawl", { project: bees, handler });
      const team = templateOf(app, "Team");
      return team.types().flatMap((type) => team.ids(type));
    };
    assert.deepEqual(ids(join(import.meta.dirname, "../../examples/my-handler.ts")), ids());
  });

  it("Two crawls in one stack share no name", () => {
    const { app, stack } = teamStack();
    new DowserCrawl(stack, "Bees", { project: bees });
    new DowserCrawl(stack, "Ferns", { project: ferns });
    const names = templateOf(app, "Team").physicalNames();
    assert.ok(names.length > 8);
    assert.equal(new Set(names).size, names.length);
  });
});
