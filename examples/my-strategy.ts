import { z } from "zod";
import type { Strategy } from "../lib/domain/methods/strategy.ts";
import { strategyModule } from "../lib/domain/methods/strategy-module.ts";
import {
  compileTopicProfile,
  type TopicProfile,
  topicProfile,
} from "../lib/domain/methods/topic-profile.ts";

/** Creates a custom strategy: links of good pages first, and among these, links with short paths. */
function shortPathsFirst(penalty: number): Strategy<TopicProfile> {
  return {
    name: "short-paths",
    selection: { kind: "best" },
    merge: "greater",
    train: (_evidence, need) => topicProfile(need),
    compile: (profile) => ({
      assessPage: compileTopicProfile(profile),
      scoreLinks: ({ anchors }, { utility }) =>
        anchors.map(({ url }) => {
          const depth = new URL(url).pathname.split("/").filter((part) => part !== "").length;
          const priority = utility * (1 - penalty) ** depth;
          return { url, priority, group: "", snippet: undefined, why: `path of ${depth} parts` };
        }),
    }),
    isStale: () => false,
  };
}

export default strategyModule({
  name: "short-paths",
  description: "Links of the pages most like the need first, those with short paths before others.",
  options: z.strictObject({
    penalty: z.number().min(0).max(1).default(0.1).describe("Share lost for each part of a path."),
  }),
  create: ({ penalty }) => shortPathsFirst(penalty),
});
