/** Generated threads as pages of engines, with the posts that each page has. */
import { FORUM_ENGINES } from "./forum-engines.ts";
import { MAIL_ENGINES, messageText, OTHER_ENGINES } from "./other-engines.ts";
import { type ThreadForm, threadOfForm, type WrittenPost } from "./thread-forms.ts";

/** A page of a generated thread. */
export interface GeneratedPage {
  readonly url: string;
  readonly html: string;
  /** Its posts in order, without deleted ones. */
  readonly posts: readonly WrittenPost[];
  /** Returns the text of a post as the page has it, without quotations. */
  readonly textOf: (post: WrittenPost) => string;
  /** Returns the post that another one answers, as far as pages of the engine say. */
  readonly answeredBy: (post: WrittenPost) => WrittenPost | undefined;
}

/** Names of all engines. */
export const ENGINES: readonly string[] = [
  ...Object.keys(FORUM_ENGINES),
  ...Object.keys(OTHER_ENGINES),
  ...Object.keys(MAIL_ENGINES),
];

/** Engines whose pages nest answers in what they answer. */
const NESTED: ReadonlySet<string> = new Set(["Reddit", "Lemmy"]);

/** Engines whose quotations do not say from which post they are. */
const UNNAMED: ReadonlySet<string> = new Set(["phpBB 2", "Vanilla", "StackExchange", "Mastodon"]);

function quotedBy(engine: string, quoted: WrittenPost | undefined): WrittenPost | undefined {
  return UNNAMED.has(engine) ? undefined : quoted;
}

/** Returns the pages of a generated thread of a form in the manner of an engine: several for mail. */
export function generatedPages(engine: string, form: ThreadForm, seed: number): GeneratedPage[] {
  const thread = threadOfForm(form, seed);
  const posts = thread.posts.filter(({ isDeleted }) => !isDeleted);
  const pageOf = FORUM_ENGINES[engine] ?? OTHER_ENGINES[engine];
  if (pageOf !== undefined) {
    const url = `http://forum.example/thread/${thread.id}`;
    return [
      {
        url,
        html: pageOf(thread),
        posts,
        textOf: ({ text }) => text,
        answeredBy: ({ parent, quoted }) =>
          NESTED.has(engine) ? parent : quotedBy(engine, quoted),
      },
    ];
  }
  const messageOf = MAIL_ENGINES[engine];
  if (messageOf === undefined) throw new Error(`no engine ${engine}`);
  return posts.map((post) => ({
    url: `http://lists.example/bees/msg000${post.id}.html`,
    html: messageOf(thread, post),
    posts: [post],
    textOf: messageText,
    answeredBy: ({ parent }) => (engine === "MHonArc" ? parent : undefined),
  }));
}
