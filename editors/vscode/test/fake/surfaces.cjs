// What the small editor shows beside its status bar: trees, badges, webviews, and what its agents are given.
"use strict";

class TreeItem {
  constructor(label, collapsibleState = 0) {
    Object.assign(this, { label, collapsibleState });
  }
}

class ThemeIcon {
  static Folder = new ThemeIcon("folder");
  constructor(id, color) {
    Object.assign(this, { id, color });
  }
}

class FileDecoration {
  constructor(badge, tooltip, color) {
    Object.assign(this, { badge, tooltip, color });
  }
}

class LanguageModelToolResult {
  constructor(content) {
    this.content = content;
  }
}

class McpStdioServerDefinition {
  constructor(label, command, args = [], env = {}, version) {
    Object.assign(this, { label, command, args, env, version });
  }
}

class ChatRequestTurn {
  constructor(prompt) {
    this.prompt = prompt;
  }
}

class ChatResponseTurn {
  constructor(response, result) {
    Object.assign(this, { response, result });
  }
}

class ChatResponseMarkdownPart {
  constructor(text) {
    this.value = { value: text };
  }
}

const kept = { views: new Map(), webviews: new Map(), tools: new Map(), participants: new Map(), mcp: new Map(), badges: undefined };
const registered = (map, id, value) => {
  map.set(id, value);
  return { ...value, dispose: () => map.delete(id) };
};

module.exports = {
  kept,
  values: { TreeItem, ThemeIcon, FileDecoration, LanguageModelToolResult, McpStdioServerDefinition, ChatRequestTurn, ChatResponseTurn, ChatResponseMarkdownPart, TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 } },
  window: {
    createTreeView: (id, { treeDataProvider }) => {
      const view = { id, tree: treeDataProvider, message: undefined, badge: undefined, selection: [], dispose: () => kept.views.delete(id) };
      kept.views.set(id, view);
      return view;
    },
    registerWebviewViewProvider: (id, provider) => registered(kept.webviews, id, provider),
    registerFileDecorationProvider: (provider) => {
      kept.badges = provider;
      return { dispose: () => (kept.badges = undefined) };
    },
  },
  lm: {
    registerTool: (name, tool) => registered(kept.tools, name, tool),
    registerMcpServerDefinitionProvider: (id, provider) => {
      kept.mcp.set(id, provider);
      return { dispose: () => kept.mcp.delete(id) };
    },
  },
  chat: { createChatParticipant: (id, handler) => registered(kept.participants, id, handler) },
};
