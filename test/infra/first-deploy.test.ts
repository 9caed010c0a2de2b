import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { ERRORS } from "../../lib/errors.ts";
import { OTHER_FUNCTIONS } from "../../lib/project/stack-limits.ts";
import { synthStack } from "../support/synth-stack.ts";

const DOCS = path.join(import.meta.dirname, "../../docs");
const page = readFileSync(path.join(DOCS, "first-deploy.md"), "utf8");

/** What the page names by a pattern with one group, each once. */
function named(pattern: RegExp): readonly string[] {
  const found = Array.from(page.matchAll(pattern), ([, name = ""]) => name);
  assert.ok(found.length > 0, String(pattern));
  return [...new Set(found)];
}

/** The project of the page, without its name and need, which all projects of these tests have. */
const [project = ""] = named(/```yaml\n(.*?)```/gs);
const [, ...lines] = project.split("\n").filter((line) => !line.startsWith("need:"));
const bees = await synthStack(lines.join("\n"), "bees");

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven"];

describe("the list of the first deployment", () => {
  it("The first deployment names outputs, rules, alarms and a tag that its stack has", () => {
    assert.deepEqual(named(/--stack-name (\S+)/g), [bees.name]);
    const outputs = new Set(bees.outputs());
    for (const name of named(/\$\(out (\w+)\)/g)) assert.ok(outputs.has(name), name);
    const rules = new Set(bees.all("AWS::Events::Rule").map(({ Name }) => Name));
    for (const name of named(/events \S+ --name (\S+)/g)) assert.ok(rules.has(name), name);
    const alarms = bees.ids("AWS::CloudWatch::Alarm");
    for (const prefix of named(/--alarm-name-prefix Dowser-bees-(\w+)/g))
      assert.equal(alarms.filter((id) => id.startsWith(prefix)).length, 1, prefix);
    const [key, value] = named(/--tag-filters (\S+)/g)[0]?.match(/[^=,]+$|(?<=Key=)[^,]+/g) ?? [];
    const { Tags } = bees.only("AWS::S3::Bucket", "Bucket");
    assert.deepEqual(Tags, [{ Key: key, Value: value }]);
  });

  it("The first deployment states figures of its stack", () => {
    const { LifecycleConfiguration } = bees.only("AWS::S3::Bucket", "Bucket");
    const { Rules } = LifecycleConfiguration as { readonly Rules: readonly unknown[] };
    assert.deepEqual(named(/`ENABLED`, (\w+) rules/g), [NUMBERS[Rules.length]]);
    assert.equal(bees.isProtected, true);
    const harvester = bees.only("AWS::Lambda::Function", "Harvester");
    assert.deepEqual(named(/the harvester, which has (\d+) MB/g), [
      String(harvester["MemorySize"]),
    ]);
    assert.equal(harvester["RecursiveLoop"], named(/must print `(\w+)`/g)[0]);
    const mapping = bees.only("AWS::Lambda::EventSourceMapping", "HarvestMapping");
    const { MaximumConcurrency: workers } = mapping["ScalingConfig"] as Record<string, number>;
    assert.deepEqual(named(/(\w+) harvesters and \w+ other/g), [NUMBERS[workers ?? 0]]);
    assert.deepEqual(named(/harvesters and (\w+) other/g), [NUMBERS[OTHER_FUNCTIONS]]);
    const { Period } = bees.only("AWS::CloudWatch::Alarm", "HarvesterThrottlesAlarm");
    assert.match(page, /alarm on throttles fires within ten minutes/);
    assert.equal(Period, 600);
    assert.equal(bees.all("AWS::SNS::Subscription").length, 1);
  });

  it("The first deployment names codes of errors, files and commands that there are", () => {
    for (const code of named(/`([a-z]+(?:-[a-z]+)+)`/g)) assert.ok(code in ERRORS, code);
    for (const file of named(/\]\(([^)#]+)/g)) assert.ok(existsSync(path.join(DOCS, file)), file);
    for (const file of named(/`(infra\/\S+)`/g))
      assert.ok(existsSync(path.join(DOCS, "..", file)), file);
    const commands = readFileSync(path.join(DOCS, "../lib/cli/stack-commands.ts"), "utf8");
    const others = readFileSync(path.join(DOCS, "../lib/cli/quality-commands.ts"), "utf8");
    for (const command of named(/^dowser (\w+)/gm))
      assert.match(`${commands}${others}`, new RegExp(`"${command}"`), command);
  });
});
