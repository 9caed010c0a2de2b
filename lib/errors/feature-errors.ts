/** Errors of what not every crawl uses: recrawls, sessions, pages that scripts make, and what sites say of the use of pages. */
// biome-ignore-all format: a table, a text a line
import type { ErrorRow } from "./error-row.ts";

const RENDERER_MISSING = "npm install playwright-core, and install Chromium (apt install chromium) or name it under render.browser; or leave out render";
const SESSIONS_UNREADABLE = "store them again: dowser resume PROJECT.yaml, or dowser deploy PROJECT.yaml";

export const FEATURE_ERRORS = {
  // Recrawls.
  "budget-is-fixed": { reaction: "fix-config", sentence: "the budget of a crawl in a stack is not changed here",
    hint: "resume it as it is, or send PATCH /crawl to its API, which changes the budget of all but recrawls" },
  "earlier-run-active": { reaction: "fix-config", sentence: "the crawl of {directory} is active",
    hint: "wait until it ends, or pause it with dowser pause {directory}" },
  "earlier-run-missing": { reaction: "fix-config", sentence: "{directory} refers to pages of {earlier}, which holds no run",
    hint: "put the run back: a recrawl keeps the bodies of unchanged pages there" },
  "ended-crawls-gone": { reaction: "stop-crawl", sentence: "the names of the crawls before this one are gone: {key}",
    hint: "put the object back from a version or a copy of the bucket, or start another crawl" },
  "recrawl-in-stack": { reaction: "fix-config", sentence: "a recrawl in a stack takes --pages alone, not {named}",
    hint: "leave them out, or dowser pull the run and recrawl its directory on this machine" },
  "recrawl-needs-project": { reaction: "fix-config", sentence: "the run of {directory} names {parts}, which a run may not name by itself",
    hint: "name the project file that has them, which must be yours: dowser recrawl {directory} --project FILE" },
  // Sessions.
  "access-unreadable": { reaction: "fix-config", sentence: "cannot read {file}: {why}",
    hint: "name a readable file under access; docs/sessions.md says what is in it" },
  "assessor-without-access": { reaction: "fix-config", sentence: "{directory} was crawled with sessions, and {file} does not say of which sites",
    hint: "name the same access file there: pages behind a session are sent to nobody" },
  "bad-access": { reaction: "fix-config", sentence: "{problems}",
    about: "the file under `access`, or a recorded login that it names, is wrong: its place is printed, and no value",
    hint: "correct what is named; values are not printed, as they are secret; docs/sessions.md describes the file" },
  "bad-access/size": { reaction: "fix-config", sentence: "{access}: its sessions are {bytes} bytes, and a secret of AWS holds {most}",
    hint: "leave out cookies of the recorded logins that the sites do not need" },
  "logged-out": { reaction: "stop-crawl", sentence: "{origin} answers with its login, after {links} links in a row",
    hint: "renew the session, then continue with dowser resume PROJECT.yaml" },
  "no-sessions-secret": { reaction: "fix-config", sentence: "{stack} has no secret for sessions",
    hint: "deploy the stack with this project: it was made of a project without sessions" },
  "sessions-need-walls": { reaction: "fix-config", sentence: "a crawl that keeps logins as pages cannot notice that it is logged out",
    hint: "set scope.walls to leave-out or probe, or leave out access" },
  "sessions-unreadable": { reaction: "retry", sentence: "the secret of the stack holds no sessions",
    hint: SESSIONS_UNREADABLE },
  "sessions-unreadable/missing": { reaction: "retry", sentence: "the stack has no secret for sessions",
    hint: SESSIONS_UNREADABLE },
  "sessions-unreadable/secret": { reaction: "retry", sentence: "the secret of the sessions cannot be read",
    hint: SESSIONS_UNREADABLE },
  // Pages that scripts make.
  "browser-not-started": { reaction: "fix-config", sentence: "the browser for `render` could not be started",
    hint: "start it by hand to see why, or name another Chromium under render.browser; --stack prints what it said" },
  "handler-and-render": { reaction: "fix-config", sentence: "a handler of pages and `render` do not go together: a page that is rendered is read twice",
    hint: "leave out render, or onPage" },
  "project-not-for-stack/render": { reaction: "fix-config", sentence: "a stack has no browser, so it renders no pages",
    hint: "leave it out here, and crawl the hosts whose pages scripts make on this machine with dowser crawl, in a project of their own (docs/rendering.md)" },
  "renderer-missing": { reaction: "fix-config", sentence: "there is no browser for `render`",
    hint: RENDERER_MISSING },
  "renderer-missing/package": { reaction: "fix-config", sentence: "`render` needs the package playwright-core",
    hint: RENDERER_MISSING },
  // What sites say of the use of pages.
  "no-purpose": { reaction: "fix-config", sentence: "the project states no purpose that a site could reserve pages against",
    hint: "put `purpose: search`, `train-ai` or `research-tdm` into the project file and run dowser crawl again, or leave out --reserved" },
} as const satisfies Readonly<Record<string, ErrorRow>>;
