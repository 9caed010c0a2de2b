import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { PutSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { packSegment } from "../../../lib/adapters/sqlite/journal.ts";
import { stackDeployText } from "../../../lib/cli/stack/stack-deploy.ts";
import { bundleModule } from "../../../lib/project/bundle-module.ts";
import { projectHash } from "../../../lib/project/own-stack.ts";
import { projectSchema } from "../../../lib/project/project-schema.ts";
import { bundleText } from "../../../lib/stack/bundle.ts";
import { withDeployedModule } from "../../../lib/stack/own-code.ts";
import { aBundle, aProject } from "../../support/a-bundle.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aPlannerState, aStatus } from "../../support/a-stack.ts";
import { fakeAws, refusedBy, STACK_OUTPUTS } from "../../support/fake-aws.ts";
import { memoryBlobStore } from "../../support/memory-blob-store.ts";
import { memoryKeyValueStore } from "../../support/memory-key-value-store.ts";
import { startCli } from "../../support/run-cli.ts";

/** A project file, and a program in the place of cdk that notes its arguments and ends with a code. */
function tools(test: TestContext, code = 0, project: object = { name: "bees" }) {
  const folder = aFolder(test);
  const [file, cdk, noted] = ["project.yaml", "cdk", "noted"].map((name) => join(folder, name));
  assert.ok(file && cdk && noted);
  writeFileSync(file, JSON.stringify(project));
  writeFileSync(cdk, `#!/bin/sh\nprintf '%s\\n' "$@" > ${noted}\nexit ${code}\n`);
  chmodSync(cdk, 0o755);
  const { clients, cloudFormation, secretsManager } = fakeAws(test);
  const environment: NodeJS.ProcessEnv = {};
  const stores = { keyValueStore: memoryKeyValueStore(), blobs: memoryBlobStore() };
  const made = {
    cdk,
    open: () => clients,
    openStores: () => stores,
    mostRuns: async () => 24,
    confirm: async () => assert.fail("asked"),
    environment,
  };
  return { file, noted, cloudFormation, secretsManager, stores, tools: made };
}

describe("dowser deploy", () => {
  it("`dowser deploy` lets cdk deploy the project's stack, and prints its address", async (test) => {
    const { file, noted, tools: made } = tools(test);
    const text = await stackDeployText(file, made);
    const args = readFileSync(noted, "utf8").trim().split("\n");
    const wanted = ["deploy", "Dowser-bees", "-c", `project=${file}`, "-c", "workers=5"];
    const apart = ["--output", "cdk.out/Dowser-bees", "--require-approval", "never"];
    assert.deepEqual(args, [...wanted, ...apart]);
    assert.match(text, /^Dowser-bees is deployed\nendpoint {2}http:\/\/127\.0\.0\.1:1\/\n/);
    assert.match(text, /--secret-id arn:secret /);
  });

  it("`dowser deploy` says what the account lacks before it asks for anything else, and deploys nothing", async (test) => {
    const {
      file,
      noted,
      cloudFormation,
      tools: made,
    } = tools(test, 0, {
      name: "bees",
      stack: { workers: 20 },
    });
    const missing = refusedBy("ValidationError", "Stack with id CDKToolkit does not exist");
    cloudFormation.on(DescribeStacksCommand, { StackName: "CDKToolkit" }).rejects(missing);
    const mostRuns = () => assert.fail("asked");
    await assert.rejects(stackDeployText(file, { ...made, mostRuns }), {
      code: "not-bootstrapped",
    });
    assert.equal(cloudFormation.calls().length, 1);
    assert.ok(!existsSync(noted));
  });

  it("`dowser deploy` names what is missing where there is neither region nor credentials", async (test) => {
    const { file } = tools(test);
    const home = aFolder(test);
    const none = { HOME: home, PATH: process.env["PATH"], AWS_EC2_METADATA_DISABLED: "true" };
    const nowhere = await startCli(["deploy", file], { env: none }).done;
    assert.equal(nowhere.code, 2);
    assert.match(nowhere.stderr, /no-aws-region/);
    const nobody = await startCli(["deploy", file], {
      env: { ...none, AWS_REGION: "eu-central-1" },
    }).done;
    assert.equal(nobody.code, 2);
    assert.match(nobody.stderr, /no-aws-credentials/);
  });

  it("`dowser deploy` prints who is told of alarms, or how to name somebody", async (test) => {
    const quiet = tools(test);
    assert.match(await stackDeployText(quiet.file, quiet.tools), /\nalarms +tell nobody: name an /);
    const told = tools(test, 0, { name: "bees", notify: "keeper@example.org" });
    const text = await stackDeployText(told.file, told.tools);
    assert.match(
      text,
      /\nalarms +go to keeper@example\.org; AWS asks each new address to confirm\n/,
    );
  });

  it("`dowser deploy` says what an assessor that has a price reads and costs", async (test) => {
    const assessor = { url: "https://m.example/v1", model: "m", price: { in: 10, out: 50 } };
    const made = tools(test, 0, { name: "bees", need: { topic: "bees" }, assessor });
    assert.match(
      await stackDeployText(made.file, made.tools),
      /\nassessor +m reads 400 pages of a crawl for about 4\.80 \$, no limit but the budget's\n/,
    );
  });

  it("`dowser deploy` refuses more workers than the account may run beside the other functions, and deploys nothing", async (test) => {
    const { file, noted, tools: made } = tools(test, 0, { name: "bees", stack: { workers: 20 } });
    await assert.rejects(stackDeployText(file, made), {
      code: "quota-too-low",
      reaction: "fix-config",
      value: 24,
      hint: /lower stack\.workers, or ask AWS for a higher quota/,
    });
    assert.ok(!existsSync(noted));
    await stackDeployText(file, { ...made, mostRuns: async () => 25 });
    assert.ok(existsSync(noted));
  });

  it("`dowser deploy` refuses a budget of more pages than a planner holds with the strategy, before AWS is asked", async (test) => {
    const budget = { pages: 2_000_000 };
    const {
      file,
      noted,
      tools: made,
    } = tools(test, 0, { name: "bees", need: { topic: "bees" }, budget });
    const open = () => assert.fail("asked");
    await assert.rejects(stackDeployText(file, { ...made, open }), {
      code: "crawl-too-large",
      reaction: "fix-config",
      value: 2_000_000,
    });
    assert.ok(!existsSync(noted));
    const plain = tools(test, 0, { name: "bees", budget, strategy: "best-first" });
    await stackDeployText(plain.file, plain.tools);
    assert.ok(existsSync(plain.noted));
  });

  it("`dowser deploy` asks for no quota when the project has no more workers than every account may run", async (test) => {
    const { file, tools: made } = tools(test, 0, { name: "bees", stack: { workers: 5 } });
    const mostRuns = () => assert.fail("asked");
    await stackDeployText(file, { ...made, mostRuns });
  });

  it("`dowser deploy` takes twenty workers where the account has room for them, and says what they cost and save", async (test) => {
    const { file, noted, tools: made } = tools(test);
    const workers = async (mostRuns: () => Promise<number>) => {
      const text = await stackDeployText(file, { ...made, mostRuns });
      return [/workers=(\d+)/.exec(readFileSync(noted, "utf8"))?.[1], text] as const;
    };
    const [many, text] = await workers(async () => 1_000);
    assert.equal(many, "20");
    const words =
      /\nworkers +20 at one time; the account may run 1000 functions\. For a million pages of 1,000 hosts 5 take (\S+) hours and \$(\S+), 20 take (\S+) hours and \$(\S+)\n/;
    const [, hours, dollars, fewerHours, fewerDollars] = words.exec(text) ?? [];
    assert.ok(Number(fewerHours) < Number(hours) / 2, text);
    assert.ok(Number(fewerDollars) < Number(dollars), text);
    assert.equal((await workers(async () => 99))[0], "5");
    assert.equal((await workers(() => Promise.reject(new Error("denied"))))[0], "5");
  });

  it("`dowser deploy` asks before it deploys a project over another one of its name", async (test) => {
    const own = { name: "bees", need: { topic: "bees" }, budget: { pages: 100 } };
    const { file, noted, cloudFormation, tools: made } = tools(test, 0, own);
    const deployed = (project: object) => {
      const hash = projectHash(projectSchema.parse(project));
      const Outputs = Object.entries({ ...STACK_OUTPUTS, ProjectHash: hash }).map(
        ([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }),
      );
      const stack = {
        StackId: "arn:stack",
        StackName: "Dowser-bees",
        CreationTime: new Date(0),
        StackStatus: "CREATE_COMPLETE" as const,
      };
      cloudFormation
        .on(DescribeStacksCommand, { StackName: "Dowser-bees" })
        .resolves({ Stacks: [{ ...stack, Outputs }] });
    };
    deployed({ ...own, budget: { pages: 7 }, notify: "a@b.example" });
    await stackDeployText(file, made);
    deployed({ ...own, need: { topic: "bumblebees" } });
    rmSync(noted);
    const error = { code: "stack-of-another-project", hint: /another name/ };
    await assert.rejects(stackDeployText(file, { ...made, confirm: async () => false }), error);
    assert.ok(!existsSync(noted), "nothing is deployed");
    await stackDeployText(file, { ...made, confirm: async (question) => /topic/.test(question) });
    assert.ok(existsSync(noted));
  });

  it("`dowser deploy` reports an error when deploying fails, whatever the cause", async (test) => {
    const { file, tools: failing } = tools(test, 3);
    const error = { code: "deploy-failed", reaction: "retry" };
    await assert.rejects(stackDeployText(file, failing), { ...error, message: /ended with 3/ });
    const noProgram = { ...failing, cdk: join(file, "none") };
    await assert.rejects(stackDeployText(file, noProgram), { ...error, message: /cannot be run/ });
  });

  it("`dowser deploy` names the command that installs cdk where it is not installed", async (test) => {
    const { file, tools: made } = tools(test);
    const missing = { ...made, cdk: join(dirname(file), "none") };
    await assert.rejects(stackDeployText(file, missing), {
      code: "package-missing",
      reaction: "fix-config",
      hint: /^run npm ci in /,
    });
  });

  it("`dowser deploy` stores the search key of a crawl that composes queries in the stack's secret, and says nothing of it", async (test) => {
    const search = { provider: "brave", compose: {} };
    const project = { name: "bees", need: { topic: "b" }, search };
    const { file, secretsManager, noted, tools: made } = tools(test, 0, project);
    const keyed = { ...made, environment: { BRAVE_SEARCH_API_KEY: " a-key " } };
    const text = await stackDeployText(file, keyed);
    const stored = secretsManager.commandCalls(PutSecretValueCommand);
    assert.deepEqual(
      stored.map(({ args }) => args[0].input),
      [{ SecretId: "arn:search-key", SecretString: "a-key" }],
    );
    assert.doesNotMatch(text + readFileSync(noted, "utf8"), /a-key/);
    await stackDeployText(file, made);
    assert.equal(secretsManager.commandCalls(PutSecretValueCommand).length, 1);
  });

  it("`dowser deploy` stores the sessions of a project in the stack's secret, and says nothing of them", async (test) => {
    const {
      file,
      secretsManager,
      noted,
      tools: made,
    } = tools(test, 0, {
      name: "bees",
      access: "access.yaml",
    });
    const access = join(dirname(file), "access.yaml");
    writeFileSync(access, "sites: { https://bees.example: { cookies: { sid: '${SID}' } } }\n");
    chmodSync(access, 0o600);
    await assert.rejects(stackDeployText(file, made), { code: "bad-access" });
    assert.ok(!existsSync(noted), "deployed before the secrets were read");
    const text = await stackDeployText(file, { ...made, environment: { SID: "s3cret" } });
    const [stored, ...others] = secretsManager.commandCalls(PutSecretValueCommand);
    assert.deepEqual(others, []);
    const { SecretId, SecretString = "" } = stored?.args[0].input ?? {};
    assert.equal(SecretId, "arn:sessions");
    assert.match(SecretString, /"origin":"https:\/\/bees\.example".*"value":"s3cret"/);
    assert.doesNotMatch(text + readFileSync(noted, "utf8"), /s3cret/);
  });

  describe("over a crawl", () => {
    /** A stack whose crawl is in a state, with a journal of a version. */
    async function aCrawl(
      test: TestContext,
      state: "running" | "paused" | "finished",
      version = 6,
    ) {
      const made = tools(test);
      const { keyValueStore, blobs } = made.stores;
      const order = { crawl: "c1", requested: "run", plan: "plans/1" };
      await keyValueStore.write("order", order, 0);
      const planner = { ...aPlannerState("c1", aStatus({ state })), journal: [[1, 1]] };
      await keyValueStore.write("planner", planner, 0);
      await blobs.putNew("plans/1", Buffer.from(bundleText(aBundle())));
      const segment = await packSegment({ version, changeset: Buffer.of(1) });
      await blobs.putNew("journal/00000001/00000001.zst", segment);
      return made;
    }

    for (const state of ["running", "paused"] as const) {
      it(`\`dowser deploy\` refuses over a ${state} crawl that another version must take over, and deploys nothing`, async (test) => {
        for (const version of [5, 999]) {
          const { file, noted, tools: made } = await aCrawl(test, state, version);
          await assert.rejects(stackDeployText(file, made), {
            code: "crawl-of-other-version",
            reaction: "fix-config",
            value: version,
            hint: /dowser stop; or dowser pull it with the version that started it/,
          });
          assert.ok(!existsSync(noted));
        }
      });
    }

    it("`dowser deploy` deploys over a crawl that it can take over, and over one that has ended", async (test) => {
      for (const made of [await aCrawl(test, "running"), await aCrawl(test, "finished", 999)]) {
        assert.match(await stackDeployText(made.file, made.tools), /is deployed/);
      }
    });

    it("`dowser deploy` refuses to replace or take away the handler or the module of a crawl under way, before it does anything", async (test) => {
      const handler = join(import.meta.dirname, "../../../examples/my-handler.ts");
      const { hash } = bundleModule(handler);
      const withPlan = async (state: "running" | "finished", bundle: object) => {
        const made = await aCrawl(test, state);
        made.stores.blobs.objects.set("plans/1", Buffer.from(bundleText(aBundle(bundle))));
        return made;
      };
      const refused = { code: "crawl-with-other-code", reaction: "fix-config" };
      const handled = await withPlan("running", { handler: hash });
      const none = { ...refused, message: /^c1 .* needs the handler of pages/ };
      await assert.rejects(stackDeployText(handled.file, handled.tools), none);
      const other = join(aFolder(test), "other.ts");
      writeFileSync(other, "export default () => 1;");
      await assert.rejects(stackDeployText(handled.file, handled.tools, other), refused);
      assert.ok(!existsSync(handled.noted));
      assert.match(
        await stackDeployText(handled.file, handled.tools, handler),
        /\nhandler +\S+my-handler\.ts acts on the pages/,
      );
      assert.match(readFileSync(handled.noted, "utf8"), /\n-c\nhandler=\/.*my-handler\.ts\n/);
      const ended = await withPlan("finished", { handler: hash });
      assert.match(await stackDeployText(ended.file, ended.tools), /is deployed/);
      const project = withDeployedModule(aProject({ name: "bees" }), "sha256:1");
      const decided = await withPlan("running", { project });
      const module = { ...refused, message: /needs the strategy module/ };
      await assert.rejects(stackDeployText(decided.file, decided.tools), module);
    });

    it("`dowser deploy` refuses over a crawl whose plan or state another version wrote", async (test) => {
      const other = { code: "crawl-of-other-version" };
      const plan = await aCrawl(test, "running");
      plan.stores.blobs.objects.set("plans/1", Buffer.from('{"version":99}'));
      await assert.rejects(stackDeployText(plan.file, plan.tools), other);
      const state = await aCrawl(test, "running");
      await state.stores.keyValueStore.write("planner", { owner: 7 }, 1);
      await assert.rejects(stackDeployText(state.file, state.tools), other);
      const divided = await aCrawl(test, "running");
      const order = { crawl: "c1", requested: "run", plan: "plans/1", shards: 2 };
      await divided.stores.keyValueStore.write("order", order, 1);
      await assert.rejects(stackDeployText(divided.file, divided.tools), other);
    });

    it("`dowser deploy` prints the error message of AWS when it may not look at the crawl", async (test) => {
      const { file, tools: made } = tools(test);
      const denied = Object.assign(refusedBy("AccessDenied", "not you"), { $metadata: {} });
      const keyValueStore = { read: () => Promise.reject(denied) };
      const openStores = () => ({ ...made.openStores(), keyValueStore });
      const refused = { code: "aws-refused", message: /AccessDenied: not you/ };
      await assert.rejects(stackDeployText(file, { ...made, openStores }), refused);
    });

    it("`dowser deploy` looks at no crawl when there is no stack yet", async (test) => {
      const { file, noted, cloudFormation, tools: made } = tools(test);
      cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [] });
      const openStores = () => assert.fail("there are no stores");
      await assert.rejects(stackDeployText(file, { ...made, openStores }), { code: "no-stack" });
      assert.ok(existsSync(noted));
    });
  });

  it("`dowser deploy` deploys nothing for a strategy module that cannot be bundled, and asks AWS nothing", async (test) => {
    const module = join(aFolder(test), "mine.ts");
    writeFileSync(module, 'import "no-such-bees";');
    const parts = { name: "bees", need: { topic: "b" }, strategy: { module } };
    const { file, tools: made } = tools(test, 0, parts);
    const open = () => assert.fail("AWS is asked");
    const refused = { code: "module-not-bundled", message: /Could not resolve "no-such-bees"/ };
    await assert.rejects(stackDeployText(file, { ...made, open }), refused);
  });

  it("`dowser deploy` deploys nothing for a project that a stack cannot crawl", async (test) => {
    const search = { provider: "local", compose: {} };
    const { file, tools: made } = tools(test, 0, { name: "bees", need: { topic: "b" }, search });
    await assert.rejects(stackDeployText(file, made), { code: "project-not-for-stack" });
  });
});
