import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { App, Stack } from "aws-cdk-lib";
import { DowserCrawl } from "../../infra/dowser-crawl.ts";
import { POLICIES, policyFile } from "../../infra/write-policies.ts";
import { parseProject } from "../../lib/project/load-project.ts";
import { synthStack, templateOf } from "../support/synth-stack.ts";

const plain = await synthStack();
const traced = await synthStack("stack: {tracing: true}\n");
const reading = await synthStack("scope: {pdf: true}\n");

describe("what a project chooses of its stack", () => {
  it("A stack traces its functions where the project asks for it, by rights of their own roles", () => {
    const modes = (stack: typeof plain) =>
      stack.all("AWS::Lambda::Function").map(({ TracingConfig }) => TracingConfig);
    assert.deepEqual(new Set(modes(plain)), new Set([undefined]));
    for (const mode of modes(traced)) assert.deepEqual(mode, { Mode: "Active" });
    assert.deepEqual(traced.all("AWS::IAM::Policy"), []);
    const sending = (stack: typeof plain) =>
      stack
        .all("AWS::IAM::Role")
        .filter((role) => JSON.stringify(role).includes("xray:PutTraceSegments")).length;
    assert.deepEqual([sending(plain), sending(traced)], [0, 6]);
  });
});

describe("a stack whose API takes signatures of AWS", () => {
  it("Its one route asks IAM; nothing else than that and the authorizer differs from a stack with a token", async () => {
    const signed = await synthStack("stack: {auth: iam}\n");
    const typesOf = ({ all }: typeof plain) =>
      all("AWS::ApiGatewayV2::Route").map(({ RouteKey, AuthorizationType }) => [
        RouteKey,
        AuthorizationType,
      ]);
    assert.deepEqual(typesOf(signed), [["ANY /{proxy+}", "AWS_IAM"]]);
    assert.deepEqual(typesOf(plain), [["ANY /{proxy+}", "CUSTOM"]]);
    const ids = (stack: typeof plain) => stack.types().flatMap((type) => stack.ids(type));
    const gone = ids(plain).filter((id) => !ids(signed).includes(id));
    assert.deepEqual(
      ids(signed).filter((id) => !ids(plain).includes(id)),
      [],
    );
    assert.ok(gone.length > 0 && gone.every((id) => id.startsWith("Api")), gone.join());
    assert.deepEqual(
      signed.outputs().filter((name) => !plain.outputs().includes(name)),
      ["Auth"],
    );
  });
});

describe("a stack of a project that reads PDFs", () => {
  it("A stack that reads PDFs has larger harvesters with longer runs, and no other resource than one that does not", () => {
    const sizes = ({ all }: typeof plain) =>
      all("AWS::Lambda::Function").map(
        ({ MemorySize, Timeout }) => `${String(MemorySize)} MB, ${String(Timeout)} s`,
      );
    assert.ok(sizes(plain).includes("384 MB, 300 s"));
    const others = sizes(plain).map((size) => (size === "384 MB, 300 s" ? "1280 MB, 900 s" : size));
    assert.deepEqual(sizes(reading), others);
    const shown = ({ all }: typeof plain) =>
      all("AWS::SQS::Queue").map(({ VisibilityTimeout }) => VisibilityTimeout);
    assert.deepEqual([shown(plain).includes(1_800), shown(reading).includes(5_400)], [true, true]);
    const names = ({ ids }: typeof plain) =>
      ["AWS::Lambda::Function", "AWS::SQS::Queue", "AWS::IAM::Role"].flatMap((type) => ids(type));
    assert.deepEqual(names(reading), names(plain));
  });
});

describe("the workers of a stack", () => {
  it("A stack has the workers that its project names, else those that its app names, else five", async () => {
    const workersOf = async (more: string, workers?: number) => {
      const project = await parseProject(`name: bees\nneed: {topic: bees}\n${more}`, "bees.yaml");
      const app = new App({ context: { "aws:cdk:bundling-stacks": [] } });
      new DowserCrawl(new Stack(app, "Team"), "Crawl", { project, workers });
      const [mapping] = templateOf(app, "Team").all("AWS::Lambda::EventSourceMapping");
      return mapping?.["ScalingConfig"];
    };
    assert.deepEqual(await workersOf(""), { MaximumConcurrency: 5 });
    assert.deepEqual(await workersOf("", 20), { MaximumConcurrency: 20 });
    assert.deepEqual(await workersOf("stack: {workers: 7}\n", 20), { MaximumConcurrency: 7 });
  });
});

describe("a stack outside the usual partition", () => {
  for (const region of ["cn-north-1", "us-gov-west-1"]) {
    it(`A stack of ${region} names nothing of another partition`, async () => {
      const notify = "notify: [keeper@example.org]";
      const text = `name: bees\nneed: {topic: bees}\n${notify}\nstack: {recrawl: {everyHours: 24}}\n`;
      const project = await parseProject(text, "bees.yaml");
      const app = new App({ context: { "aws:cdk:bundling-stacks": [] } });
      const stack = new Stack(app, "Team", { env: { account: "123456789012", region } });
      new DowserCrawl(stack, "Crawl", { project });
      const template = templateOf(app, "Team").text;
      assert.doesNotMatch(template, /arn:aws:/);
      const hosts = Array.from(
        template.matchAll(/[\w.-]+\.amazonaws\.com[\w.]*/g),
        ([host]) => host,
      );
      // Principals, which are called so in all partitions.
      assert.deepEqual(
        new Set(hosts),
        new Set([
          "lambda.amazonaws.com",
          "events.amazonaws.com",
          "apigateway.amazonaws.com",
          "cloudwatch.amazonaws.com",
        ]),
      );
    });
  }

  it("The policies for a deployment hold in all partitions", () => {
    for (const name of ["deployer", "execution"] as const) {
      const arns = POLICIES[name].flatMap(({ on }) => on).filter((arn) => arn !== "*");
      for (const arn of arns) assert.match(arn, /^arn:aws\*:/);
      const text = readFileSync(policyFile(name), "utf8");
      assert.doesNotMatch(text, /ViaService": "[^"]*amazonaws\.com"/);
    }
  });
});
