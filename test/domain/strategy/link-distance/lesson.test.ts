import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { lessonOf, requireLesson } from "../../../../lib/domain/strategy/link-distance/lesson.ts";

describe("a lesson", () => {
  it("A stored link-distance model is returned to the variant that trained it", () => {
    assert.deepEqual(requireLesson(lessonOf("paper", { words: ["a"] }), "paper"), { words: ["a"] });
    assert.equal(requireLesson(lessonOf("dowser", null), "dowser"), null);
  });

  it("A stored link-distance model is rejected for another variant, with both variants named", () => {
    assert.throws(() => requireLesson(lessonOf("dowser", {}), "paper"), {
      code: "other-lesson",
      reaction: "fix-config",
      message: /variant paper .* variant dowser/,
      mend: /strategy\.variant/,
    });
    assert.throws(() => requireLesson({ strategy: "adaptive" }, "paper"), /something else/);
  });
});
