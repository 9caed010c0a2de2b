import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { spell, synthStack } from "../support/synth-stack.ts";

const once = await synthStack();
const daily = await synthStack("stack: {recrawl: {everyHours: 24, pages: 500}}\n");

describe("a stack that comes back", () => {
  it("A stack that comes back has one rule more, always on, which calls the function of the API with its pages", () => {
    const { ScheduleExpression, State, Targets } = daily.only("AWS::Events::Rule", "RecrawlRule");
    assert.deepEqual([ScheduleExpression, State], ["rate(1 day)", "ENABLED"]);
    const [target] = Targets as readonly { readonly Arn: unknown; readonly Input: string }[];
    assert.equal(spell(target?.Arn), "<ApiHandler>");
    assert.deepEqual(JSON.parse(target?.Input ?? ""), { recrawl: { pages: 500 } });
    assert.equal(once.all("AWS::Events::Rule").length, 3);
    assert.equal(daily.all("AWS::Events::Rule").length, 4);
  });

  it("A stack that comes back gives no function a right that another stack does not", () => {
    const rights = (stack: typeof once) =>
      JSON.stringify(stack.all("AWS::IAM::Role").map(({ Policies }) => Policies)).replaceAll(
        stack.name,
        "",
      );
    assert.ok(rights(daily) === rights(once));
    const callers = (stack: typeof once) => stack.all("AWS::Lambda::Permission").length;
    assert.equal(callers(daily), callers(once) + 1);
  });
});
