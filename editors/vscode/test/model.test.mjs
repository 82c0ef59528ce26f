// The model that the editor lends: asked by the server, by the editor's rules of consent.
import assert from "node:assert/strict";
import test from "node:test";
import { activate, fake, MEMORIES, parts, project, runs, vscode } from "./fake/editor.mjs";

const REQUEST = {
  messages: [{ role: "system", text: "You choose." }, { role: "user", text: "Which?" }],
  tools: [{ name: "read", description: "Reads.", inputSchema: { type: "object" } }],
  maxTokens: 100,
  purpose: "recall",
  userAction: false,
};
const token = () => new vscode.CancellationTokenSource().token;

function model(...answer) {
  const asked = [];
  return {
    vendor: "fake",
    id: "m",
    asked,
    sendRequest: async (messages, options) => {
      asked.push({ messages, options });
      if (answer[0] instanceof Error) {
        throw answer[0];
      }
      return { stream: answer };
    },
  };
}

const text = (value) => new vscode.LanguageModelTextPart(value);
const agrees = (answer) => parts.useAccess({ canSendRequest: () => answer });

async function kindOf(promise) {
  try {
    await promise;
  } catch (error) {
    return error.data.kind;
  }
  return "none";
}

test("a model answers with words and calls", async () => {
  fake.reset([]);
  const lent = model(text("I "), text("read."), new vscode.LanguageModelToolCallPart("7", "read", { path: "a.md" }));
  fake.models = [lent];
  agrees(true);
  assert.deepEqual(await parts.answerChat(REQUEST, token()), {
    text: "I read.",
    toolCalls: [{ id: "7", name: "read", arguments: { path: "a.md" } }],
    stopReason: "end",
  });
  const { options } = lent.asked[0];
  assert.deepEqual([options.tools[0].name, options.justification], ["read", "Noctule chooses which memories fit your message."]);
});

test("in the background nobody is asked for consent; after an action of theirs they are", async () => {
  fake.reset([]);
  fake.models = [model(text("Yes."))];
  for (const answer of [undefined, false]) {
    agrees(answer);
    assert.equal(await kindOf(parts.answerChat(REQUEST, token())), "noConsent");
    assert.equal(fake.models[0].asked.length, 0);
  }
  assert.equal((await parts.answerChat({ ...REQUEST, userAction: true }, token())).text, "Yes.");
});

test("each way that a model fails has its kind", async () => {
  fake.reset([]);
  agrees(true);
  const { LanguageModelError } = vscode;
  const cases = [
    [[], "noModel"],
    [[model(LanguageModelError.NoPermissions())], "noConsent"],
    [[model(LanguageModelError.Blocked())], "blocked"],
    [[model(LanguageModelError.NotFound())], "noModel"],
    [[model(new Error("broken"))], "failed"],
  ];
  for (const [models, kind] of cases) {
    fake.models = models;
    assert.equal(await kindOf(parts.answerChat(REQUEST, token())), kind);
  }
  const source = new vscode.CancellationTokenSource();
  source.cancel();
  fake.models = [model(new Error("Canceled"))];
  assert.equal(await kindOf(parts.answerChat(REQUEST, source.token)), "cancelled");
});

test("an answer that runs on is cut", async () => {
  fake.reset([]);
  agrees(true);
  fake.models = [model(text("word ".repeat(1000)))];
  const answer = await parts.answerChat(REQUEST, token());
  assert.deepEqual([answer.stopReason, answer.text.length], ["length", 800]);
});

test("the person says which model is lent", async () => {
  fake.reset([]);
  agrees(true);
  fake.models = [{ ...model(text("one")), id: "one" }, { ...model(text("two")), id: "two" }];
  fake.settings.user.lentModel = { id: "two" };
  assert.equal((await parts.answerChat(REQUEST, token())).text, "two");
});

test("recall asks the editor's model over the wire, and without consent the local choice stands", async (t) => {
  const more = { "freeze.md": "---\nname: Freeze\ndescription: no merges in release week\ntype: project\n---\n\nNo merges.\n" };
  const { root } = project({ ...MEMORIES, ...more });
  let isAgreed = false;
  const api = activate(t, [root], { settings: { "recall.model": ["editor"] }, access: { canSendRequest: () => isAgreed } });
  const lent = model(text('{"selected_memories": ["freeze.md"]}'));
  fake.models = [lent];
  await runs();
  const session = await api.startSession({ id: "lent-1" });
  const query = "may I mock the database in integration tests?";
  const local = await session.recall(query);
  assert.deepEqual(local.memories.map((one) => one.name), ["Tests"]);
  assert.equal(lent.asked.length, 0);
  isAgreed = true;
  const other = await api.startSession({ id: "lent-2" });
  const chosen = await other.recall(query);
  assert.deepEqual(chosen.memories.map((one) => one.name), ["Freeze"]);
  assert.equal(lent.asked.length, 1);
});
