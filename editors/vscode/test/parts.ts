// What the tests look at by itself.
export { waitAfter } from "../src/backoff";
export { fileName } from "../src/commands/memories";
export { ownSettings } from "../src/config";
export { keys } from "../src/contextKeys";
export { logText } from "../src/dreams";
export { acceptance } from "../src/held";
export { rows as menuRows } from "../src/menu";
export { toMessages } from "../src/model";
export { findServer } from "../src/server";
export { details, statusText, words } from "../src/state";
export { label, line, lines, message, plainMarkdown } from "../src/text";
export { editorContext } from "../src/context";
export { useAccess } from "../src/access";
export { answerChat } from "../src/model";
