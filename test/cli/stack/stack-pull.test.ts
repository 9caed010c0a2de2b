import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import type { FoundStack } from "../../../lib/adapters/aws/find-stack.ts";
import { stackPullText } from "../../../lib/cli/stack/stack-pull.ts";
import type { StackStores } from "../../../lib/stack/api/stack-snapshot.ts";
import { bundleText, planOf } from "../../../lib/stack/bundle.ts";
import { aBundle } from "../../support/a-bundle.ts";
import { aFolder } from "../../support/a-folder.ts";
import { fakeAws, refusedBy } from "../../support/fake-aws.ts";
import { runCli } from "../../support/run-cli.ts";
import { linking, scriptedWeb } from "../../support/scripted-web.ts";
import { SimulatedStack } from "../../support/simulated-stack.ts";

const bundle = aBundle();
const script = {
  "https://bees.example/": linking("/hive"),
  "https://bees.example/hive": linking(),
};

describe("dowser pull", () => {
  let stack: SimulatedStack;
  before(async () => {
    const peace = { whose: [], death: 0, deaths: 0, redelivery: 0, stall: 0, lateness: 0 };
    stack = new SimulatedStack((await planOf(bundle)).plan, scriptedWeb(script), 1, peace, 0, true);
    await stack.blobs.putNew("plans/1", Buffer.from(bundleText(bundle)));
    await stack.crawl();
  });

  /** Pulls from the account of {@link fakeAws}, whose stack has these stores. */
  function pull(test: TestContext, stores: Partial<StackStores> = {}) {
    const out = join(aFolder(test), "bees");
    const found: FoundStack[] = [];
    const { keyValueStore, blobs, labels } = stack;
    const openStores = (each: FoundStack) => {
      found.push(each);
      return { keyValueStore, blobs, labels, ...stores };
    };
    const choice = { project: undefined, stackName: "Dowser-bees", out, answers: "all" } as const;
    const { clients } = fakeAws(test);
    return { out, found, text: stackPullText(choice, { open: () => clients, openStores }) };
  }

  it("`dowser pull` finds the stack, and prints what was pulled and to which directory", async (test) => {
    const { out, found, text } = pull(test);
    assert.match(
      await text,
      /pages fetched +2\n[^]*\ncopied 2 answers of 0.0 MB \(transfer \$[\de.-]+\)\nc1, finished; kept in .*bees$/,
    );
    assert.deepEqual([found[0]?.bucket, found[0]?.table], ["a-bucket", "a-table"]);
    assert.ok(existsSync(join(out, "crawl.sqlite")));
  });

  it("`dowser pull` prints the error message of AWS", async (test) => {
    const denied = Object.assign(refusedBy("AccessDenied", "not you"), { $metadata: {} });
    const { out, text } = pull(test, { blobs: { get: () => Promise.reject(denied) } });
    await assert.rejects(text, { code: "aws-refused", message: /AccessDenied: not you/ });
    assert.ok(!existsSync(out));
  });

  it("`dowser pull` asks which stack is meant", async () => {
    const { code, stderr } = await runCli(["pull"]);
    assert.equal(code, 2);
    assert.match(stderr, /no-stack-named/);
  });
});
