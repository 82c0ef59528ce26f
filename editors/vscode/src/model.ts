// Answers `memory/completeChat` with a model of the editor, by its rules of consent.
import {
  LanguageModelChatMessage,
  LanguageModelChatToolMode,
  LanguageModelError,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
  lm,
  type CancellationToken,
  type LanguageModelChat,
} from "vscode";
import { LSPErrorCodes, ResponseError } from "vscode-languageclient/node";
import { isAgreed } from "./access";
import { lentModel } from "./config";
import { log } from "./log";

export type Refusal = "noConsent" | "blocked" | "noModel" | "cancelled" | "failed";

interface Said {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly text: string;
  readonly toolCalls?: readonly { readonly id: string; readonly name: string; readonly arguments: object }[];
  readonly toolCallId?: string;
}

export interface ChatRequest {
  readonly messages: readonly Said[];
  readonly tools: readonly { readonly name: string; readonly description: string; readonly inputSchema: object }[];
  readonly maxTokens: number;
  readonly purpose: string;
  readonly userAction: boolean;
}

export interface ChatAnswer {
  readonly text: string;
  readonly toolCalls: { readonly id: string; readonly name: string; readonly arguments: object }[];
  readonly stopReason: "end" | "length";
}

// The editor's models report no tokens while they talk. No language has more characters in a token on average.
const CHARS_A_TOKEN = 8;

const PURPOSES: Readonly<Record<string, string>> = {
  recall: "Noctule chooses which memories fit your message.",
  review: "Noctule compares a new memory with what is known.",
  remember: "Noctule words a memory that you asked for.",
  extract: "Noctule looks for what is worth remembering in the turn.",
  promote: "Noctule prepares the edit of your instruction file.",
  dream: "Noctule consolidates your memories.",
};

export async function answerChat(request: ChatRequest, token: CancellationToken): Promise<ChatAnswer> {
  const [model] = await lm.selectChatModels({ ...lentModel() });
  if (model === undefined) {
    throw refusal("noModel", "The editor has no model to lend.");
  }
  // Only what a person just did may make the editor ask them; in the background the answer must be known already.
  if (!request.userAction && !isAgreed(model)) {
    throw refusal("noConsent", "The person has not agreed to lend the editor's model.");
  }
  try {
    return await complete(model, request, token);
  } catch (error) {
    throw asRefusal(error, token);
  }
}

async function complete(model: LanguageModelChat, request: ChatRequest, token: CancellationToken): Promise<ChatAnswer> {
  const options = {
    justification: PURPOSES[request.purpose] ?? "Noctule works on your memories.",
    tools: request.tools.map((tool) => ({ ...tool })),
    toolMode: LanguageModelChatToolMode.Auto,
  };
  const response = await model.sendRequest(toMessages(request.messages), options, token);
  const longest = request.maxTokens * CHARS_A_TOKEN;
  const toolCalls: ChatAnswer["toolCalls"] = [];
  let text = "";
  for await (const part of response.stream) {
    if (part instanceof LanguageModelTextPart) {
      text += part.value;
      if (text.length > longest) {
        return { text: text.slice(0, longest), toolCalls, stopReason: "length" };
      }
    } else if (part instanceof LanguageModelToolCallPart) {
      toolCalls.push({ id: part.callId, name: part.name, arguments: part.input });
    }
  }
  return { text, toolCalls, stopReason: "end" };
}

/** The editor has no system role: what the system says stands before the first message of the user. */
export function toMessages(said: readonly Said[]): LanguageModelChatMessage[] {
  const system = said.filter((one) => one.role === "system").map((one) => one.text);
  const rest = said.filter((one) => one.role !== "system").map(toMessage);
  return system.length === 0 ? rest : [LanguageModelChatMessage.User(system.join("\n\n")), ...rest];
}

function toMessage(said: Said): LanguageModelChatMessage {
  if (said.role === "tool") {
    const result = new LanguageModelToolResultPart(said.toolCallId ?? "", [new LanguageModelTextPart(said.text)]);
    return LanguageModelChatMessage.User([result]);
  }
  if (said.role === "user") {
    return LanguageModelChatMessage.User(said.text);
  }
  const calls = (said.toolCalls ?? []).map((call) => new LanguageModelToolCallPart(call.id, call.name, call.arguments));
  const words = said.text === "" && calls.length > 0 ? [] : [new LanguageModelTextPart(said.text)];
  return LanguageModelChatMessage.Assistant([...words, ...calls]);
}

function asRefusal(error: unknown, token: CancellationToken): ResponseError<{ kind: Refusal }> {
  if (token.isCancellationRequested) {
    return refusal("cancelled", "The request was cancelled.");
  }
  const code = error instanceof LanguageModelError ? error.code : "";
  log().warn(`the editor's model was not lent: ${code === "" ? "it failed" : code}`);
  switch (code) {
    case LanguageModelError.NoPermissions.name:
      return refusal("noConsent", "The person did not agree to lend the editor's model.");
    case LanguageModelError.Blocked.name:
      return refusal("blocked", "The editor's model refused, or its quota is used up.");
    case LanguageModelError.NotFound.name:
      return refusal("noModel", "The editor's model is gone.");
    default:
      return refusal("failed", "The editor's model failed.");
  }
}

function refusal(kind: Refusal, sentence: string): ResponseError<{ kind: Refusal }> {
  const code = kind === "cancelled" ? LSPErrorCodes.RequestCancelled : LSPErrorCodes.RequestFailed;
  return new ResponseError(code, sentence, { kind });
}
