// What the editor's own agents are given: tools, an MCP server, and a participant in the chat. An editor without one goes without.
import { chat, lm, type Disposable } from "vscode";
import type { Noctule } from "../noctule";
import { registerMcp } from "./mcp";
import { registerParticipant } from "./participant";
import { registerTools } from "./tools";

export function registerAgents(noctule: Noctule): Disposable[] {
  // Forks of the editor lack some of these, whatever version they say they are.
  const has = { lm: lm as Partial<typeof lm> | undefined, chat: chat as Partial<typeof chat> | undefined };
  return [
    ...(has.lm?.registerTool === undefined ? [] : registerTools(noctule)),
    ...(has.lm?.registerMcpServerDefinitionProvider === undefined ? [] : registerMcp(noctule)),
    ...(has.chat?.createChatParticipant === undefined ? [] : [registerParticipant(noctule)]),
  ];
}
