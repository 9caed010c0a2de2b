import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { lessonOf, requireLesson } from "../../../../lib/domain/strategy/link-distance/lesson.ts";

describe("a lesson", () => {
  it("is given back to the variant that was taught it", () => {
    assert.deepEqual(requireLesson(lessonOf("paper", { words: ["a"] }), "paper"), { words: ["a"] });
    assert.equal(requireLesson(lessonOf("dowser", null), "dowser"), null);
  });

  it("is refused to another, which is told whose it is", () => {
    assert.throws(() => requireLesson(lessonOf("dowser", {}), "paper"), {
      code: "other-lesson",
      reaction: "fix-config",
      message: /variant paper .* variant dowser/,
      mend: /strategy\.variant/,
    });
    assert.throws(() => requireLesson({ strategy: "adaptive" }, "paper"), /something else/);
  });
});
