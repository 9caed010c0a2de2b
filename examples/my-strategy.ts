import {
  compileTopicProfile,
  type Strategy,
  strategyModule,
  type TopicProfile,
  topicProfile,
  z,
} from "dowser/strategy";

/** Creates a custom strategy: links of relevant pages first, and among these, links with short paths. */
function shortPathsFirst(penalty: number): Strategy<TopicProfile> {
  return {
    name: "my-strategy",
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
  name: "my-strategy",
  description: "Links of the pages most like the need first, those with short paths before others.",
  options: z.strictObject({
    penalty: z.number().min(0).max(1).default(0.1).describe("Share lost for each part of a path."),
  }),
  create: ({ penalty }) => shortPathsFirst(penalty),
});
