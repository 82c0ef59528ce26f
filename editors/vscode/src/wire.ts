// Generated from the server's tables by scripts/generate.py. Do not edit.

export const PROTOCOL_VERSION = 1;

export interface WorkspaceParams {
  workspaceUri?: string | null;
}

export interface FileCounts {
  files: number;
  indexed: number;
  unindexed: number;
  dangling: number;
  unreadable: number;
}

export interface IndexFacts {
  memoryUri: string;
  exists: boolean;
  lines: number;
  chars: number;
  shownLines: number;
  truncated: boolean;
  hidden: readonly string[];
  error: string | null;
}

export interface SessionRow {
  sessionId: string;
  workspaceUri: string;
  kind: string;
  model: string | null;
  paused: boolean;
  startedAt: string;
  endedAt: string | null;
  lastSeen: string;
  bytesShown: number;
}

export interface StatusResult {
  enabled: boolean;
  enabledBy: string;
  workspaceUri: string;
  projectKey: string;
  folderUri: string;
  folderExists: boolean;
  profileUri: string;
  health: string;
  message: string;
  files: FileCounts | null;
  index: IndexFacts | null;
  sessions: readonly SessionRow[];
  findings: Readonly<Record<string, number>>;
  problems: readonly string[];
  lastDream: string | null;
  nextGate: string | null;
  autoDreams: boolean;
  held: number;
  watching: string;
  version: string;
}

export interface ListParams {
  type?: string | null;
  held?: boolean | null;
  workspaceUri?: string | null;
}

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export interface Finding {
  memoryUri: string;
  code: string;
  severity: string;
  range: Range;
  message: string;
}

export interface MemoryRow {
  memoryUri: string;
  path: string;
  name: string;
  description: string;
  type: string | null;
  modified: string | null;
  bytes: number;
  recalls: number;
  lastRecalled: string | null;
  findings: readonly Finding[];
  held: string | null;
  pinned: boolean;
}

export interface ListResult {
  memories: readonly MemoryRow[];
}

export interface ReadParams {
  memoryUri: string;
  workspaceUri?: string | null;
}

export interface ReadResult {
  memoryUri: string;
  text: string;
  memory: MemoryRow;
}

export interface CheckParams {
  memoryUri?: string | null;
  workspaceUri?: string | null;
}

export interface CheckResult {
  findings: readonly Finding[];
  counts: Readonly<Record<string, number>>;
  orphans: number;
  dangling: number;
}

export interface SearchParams {
  query: string;
  scope?: "memories" | "transcripts" | "all";
  limit?: number;
  since?: string | null;
  source?: string | null;
  sessionRef?: string | null;
  sessionId?: string | null;
  workspaceUri?: string | null;
}

export interface SearchHit {
  memoryUri: string | null;
  sessionRef: string | null;
  title: string;
  text: string;
  cut: boolean;
  score: number;
  at: string | null;
}

export interface SearchResult {
  hits: readonly SearchHit[];
  notes: readonly string[];
}

export interface AddParams {
  text: string;
  target?: "project" | "user" | "notes";
  title?: string | null;
  topic?: string | null;
  name?: string | null;
  description?: string | null;
  type?: string;
  sessionId?: string | null;
  force?: boolean;
  workspaceUri?: string | null;
}

export interface Usage {
  chars: number;
  limit: number;
}

export interface Related {
  memoryUri: string;
  relation: string;
  text: string;
}

export interface WriteResult {
  verdict: string;
  memoryUri: string | null;
  held: string | null;
  warnings: readonly string[];
  usage: Usage | null;
  related: readonly Related[];
}

export interface ReplaceParams {
  text: string;
  memoryUri?: string | null;
  target?: "project" | "user" | "notes" | null;
  old?: string | null;
  entry?: string | null;
  sessionId?: string | null;
  force?: boolean;
  workspaceUri?: string | null;
}

export interface RemoveParams {
  memoryUri?: string | null;
  target?: "project" | "user" | "notes" | null;
  entry?: string | null;
  item?: string | null;
  sessionId?: string | null;
  workspaceUri?: string | null;
}

export interface BatchOperation {
  op: "add" | "replace" | "remove";
  target?: "project" | "user" | "notes";
  memoryUri?: string | null;
  text?: string | null;
  old?: string | null;
  entry?: string | null;
  item?: string | null;
  title?: string | null;
  topic?: string | null;
  name?: string | null;
  description?: string | null;
  type?: string;
  force?: boolean;
}

export interface BatchParams {
  operations: readonly BatchOperation[];
  sessionId?: string | null;
  workspaceUri?: string | null;
}

export interface BatchResult {
  verdict: string;
  results: readonly WriteResult[];
}

export interface StartSessionParams {
  sessionId: string;
  workspaceUri?: string | null;
  kind?: "main" | "subagent" | "side" | "headless";
  model?: string | null;
  forkOf?: string | null;
  transcriptUri?: string | null;
  alreadyShown?: readonly string[];
}

export interface Snapshot {
  text: string;
  variant: string;
  takenAt: string;
  index: IndexFacts;
}

export interface SessionResult {
  enabled: boolean;
  paused: boolean;
  folderUri: string | null;
  snapshot: Snapshot | null;
}

export interface SessionParams {
  sessionId: string;
}

export interface EditorDiagnostic {
  uri: string;
  message: string;
}

export interface EditorContext {
  activeUri?: string | null;
  openUris?: readonly string[];
  symbol?: string | null;
  branch?: string | null;
  diagnostics?: readonly EditorDiagnostic[];
}

export interface RecallParams {
  sessionId: string;
  query: string;
  context?: EditorContext | null;
  alreadyInContext?: readonly string[];
  timeoutMs?: number | null;
}

export interface RecalledMemory {
  memoryUri: string;
  name: string;
  bytes: number;
  ageDays: number;
  cut: boolean;
  score: number;
}

export interface Budget {
  usedBytes: number;
  limitBytes: number;
}

export interface RecallResult {
  text: string | null;
  reminder: string | null;
  memories: readonly RecalledMemory[];
  selector: string;
  notes: readonly string[];
  budget: Budget;
  elapsedMs: number;
}

export interface ExplainRecallParams {
  query: string;
  sessionId?: string | null;
  context?: EditorContext | null;
  limit?: number;
  workspaceUri?: string | null;
}

export interface ExplainedCandidate {
  memoryUri: string;
  name: string;
  score: number;
  parts: Readonly<Record<string, number>>;
  coverage: number;
  picked: boolean;
  reason: string;
  goneFiles: readonly string[];
}

export interface Gate {
  open: boolean;
  reason: string;
  features: Readonly<Record<string, number>>;
}

export interface ExplainResult {
  text: string | null;
  candidates: readonly ExplainedCandidate[];
  gate: Gate;
  notes: readonly string[];
  budget: Budget;
}

export interface SessionsResult {
  sessions: readonly SessionRow[];
}

export interface LedgerRow {
  memoryUri: string;
  text: string;
  at: string;
  bytes: number;
}

export interface LedgerResult {
  memories: readonly LedgerRow[];
}

export interface HeldRow {
  held: string;
  kind: string;
  at: string;
  by: string;
  sessionId: string | null;
  verdict: string;
  reason: string;
  target: string;
  name: string | null;
  text: string;
  merged: string | null;
  memoryUri: string | null;
  related: readonly Related[];
  choices: readonly string[];
}

export interface HeldResult {
  held: readonly HeldRow[];
}

export interface HistoryParams {
  memoryUri?: string | null;
  limit?: number;
  folder?: "project" | "profile";
  workspaceUri?: string | null;
}

export interface ChangedFile {
  memoryUri: string;
  action: string;
}

export interface ChangeRow {
  change: string;
  at: string;
  by: string;
  sessionId: string | null;
  reason: string;
  files: readonly ChangedFile[];
}

export interface HistoryResult {
  changes: readonly ChangeRow[];
}

export interface HistoryDiffParams {
  change: string;
  folder?: "project" | "profile";
  workspaceUri?: string | null;
}

export interface DreamFile {
  memoryUri: string;
  action: string;
  before: string | null;
  after: string | null;
}

export interface HistoryDiffResult {
  files: readonly DreamFile[];
}

export interface DreamLogParams {
  limit?: number;
  workspaceUri?: string | null;
}

export interface TouchedFile {
  memoryUri: string;
  hash: string | null;
}

export interface DreamRow {
  dreamId: string;
  at: string;
  trigger: string;
  status: string;
  held: boolean;
  headline: string;
  reason: string;
  gate: string | null;
  model: string | null;
  durationMs: number;
  steps: number;
  costUsd: number | null;
  tokens: number | null;
  created: readonly TouchedFile[];
  edited: readonly TouchedFile[];
  removed: readonly TouchedFile[];
  conflicts: readonly string[];
  summary: string;
}

export interface DreamLogResult {
  dreams: readonly DreamRow[];
}

export interface DreamDiffParams {
  dreamId: string;
  workspaceUri?: string | null;
}

export interface DreamDiffResult {
  files: readonly DreamFile[];
}

export interface DidWriteParams {
  sessionId: string;
  tool?: "write" | "edit" | "shell" | "other";
  uri?: string | null;
  isError?: boolean;
}

export interface TurnMessage {
  role: string;
  text: string;
  at?: string | null;
}

export interface DidEndTurnParams {
  sessionId: string;
  messages?: readonly TurnMessage[];
  usage?: Readonly<Record<string, unknown>> | null;
}

export interface DidChangeTrustParams {
  trustedWorkspaceUris: readonly string[];
}

export interface ServerStatus {
  workspaceUri: string | null;
  folderUri: string | null;
  health: string;
  enabled: boolean;
  busy: boolean;
  paused: boolean;
  autoDreams: boolean;
  held: number;
  message: string;
  version: string;
}

export interface WrittenChange {
  memoryUri: string;
  name: string;
  action: string;
  by: string;
  sessionId: string | null;
  label: string;
}

export interface Written {
  workspaceUri: string | null;
  changes: readonly WrittenChange[];
  warnings: readonly string[];
}

export interface RecalledName {
  memoryUri: string;
  name: string;
}

export interface Recalled {
  workspaceUri: string;
  sessionId: string;
  memories: readonly RecalledName[];
  label: string;
}

export interface Nudge {
  workspaceUri: string;
  reason: string;
  message: string;
  command: string | null;
}

export interface DreamStatus {
  workspaceUri: string;
  dreamId: string | null;
  state: string;
  trigger: string;
  step: number;
  maxSteps: number;
  costUsd: number | null;
  message: string;
}

export interface DreamOutcome {
  workspaceUri: string;
  dreamId: string;
  status: string;
  held: boolean;
  headline: string;
  summary: string;
  created: readonly string[];
  edited: readonly string[];
  removed: readonly string[];
  conflicts: readonly string[];
  steps: number;
  tokens: number | null;
  costUsd: number | null;
  reason: string;
}

export interface SessionCommandParams {
  sessionId: string;
}

export interface WorkspaceCommandParams {
  workspaceUri?: string | null;
}

export interface RememberParams {
  text?: string;
  target?: "project" | "user" | "notes" | null;
  sessionId?: string | null;
  workspaceUri?: string | null;
}

export interface AcceptParams {
  held?: string | null;
  memoryUri?: string | null;
  how?: "merge" | "replace" | "add" | null;
  text?: string | null;
  workspaceUri?: string | null;
}

export interface DiscardParams {
  held: string;
  workspaceUri?: string | null;
}

export interface PromoteParams {
  items?: readonly string[];
  promotion?: string | null;
  workspaceUri?: string | null;
}

export interface ImportParams {
  source?: string | null;
  from?: string | null;
  all?: boolean;
  force?: boolean;
  only?: readonly string[];
  dryRun?: boolean | null;
  workspaceUri?: string | null;
}

export interface AdoptParams {
  fromRoot?: string | null;
  workspaceUri?: string | null;
}

export interface PinParams {
  memoryUri: string;
  pinned?: boolean;
  workspaceUri?: string | null;
}

export interface DoctorParams {
  fix?: boolean;
  workspaceUri?: string | null;
}

export interface HooksParams {
  workspaceUri?: string | null;
}

export interface ChangeHooksParams {
  agent: "claude-code" | "copilot";
  scope?: "user" | "project";
  dryRun?: boolean;
  shown?: string | null;
  workspaceUri?: string | null;
}

export interface UndoParams {
  change?: string | null;
  dreamId?: string | null;
  folder?: "project" | "profile";
  workspaceUri?: string | null;
}

export interface DreamParams {
  sessionId?: string | null;
  dryRun?: boolean;
  replaceHeld?: boolean;
  workspaceUri?: string | null;
}

export interface TidyParams {
  sessionId?: string | null;
  dryRun?: boolean;
  replaceHeld?: boolean;
  workspaceUri?: string | null;
}

export interface CancelDreamParams {
  dreamId?: string | null;
  workspaceUri?: string | null;
}

export interface ApplyDreamParams {
  dreamId: string;
  only?: readonly string[] | null;
  workspaceUri?: string | null;
}

export interface DiscardDreamParams {
  dreamId: string;
  workspaceUri?: string | null;
}

export interface DreamAutoParams {
  enabled?: boolean | null;
  workspaceUri?: string | null;
}

export interface ForgetParams {
  memoryUri?: string | null;
  text?: string | null;
  workspaceUri?: string | null;
}

export interface ShowMentionsParams {
  uri: string;
}

export interface Asks {
  "memory/status": { params: WorkspaceParams; result: StatusResult };
  "memory/list": { params: ListParams; result: ListResult };
  "memory/read": { params: ReadParams; result: ReadResult };
  "memory/check": { params: CheckParams; result: CheckResult };
  "memory/search": { params: SearchParams; result: SearchResult };
  "memory/add": { params: AddParams; result: WriteResult };
  "memory/replace": { params: ReplaceParams; result: WriteResult };
  "memory/remove": { params: RemoveParams; result: WriteResult };
  "memory/batch": { params: BatchParams; result: BatchResult };
  "memory/startSession": { params: StartSessionParams; result: SessionResult };
  "memory/indexSnapshot": { params: SessionParams; result: SessionResult };
  "memory/compactSession": { params: SessionParams; result: SessionResult };
  "memory/recall": { params: RecallParams; result: RecallResult };
  "memory/explainRecall": { params: ExplainRecallParams; result: ExplainResult };
  "memory/sessions": { params: WorkspaceParams; result: SessionsResult };
  "memory/ledger": { params: SessionParams; result: LedgerResult };
  "memory/held": { params: WorkspaceParams; result: HeldResult };
  "memory/history": { params: HistoryParams; result: HistoryResult };
  "memory/historyDiff": { params: HistoryDiffParams; result: HistoryDiffResult };
  "memory/dreamLog": { params: DreamLogParams; result: DreamLogResult };
  "memory/dreamDiff": { params: DreamDiffParams; result: DreamDiffResult };
}

export interface Tells {
  "memory/didWrite": DidWriteParams;
  "memory/didEndTurn": DidEndTurnParams;
  "memory/didActivity": SessionParams;
  "memory/didEndSession": SessionParams;
  "memory/didChangeTrust": DidChangeTrustParams;
}

export interface Told {
  "memory/serverStatus": ServerStatus;
  "memory/written": Written;
  "memory/recalled": Recalled;
  "memory/nudge": Nudge;
  "memory/dreamStatus": DreamStatus;
  "memory/dreamOutcome": DreamOutcome;
}

export interface ServerCommands {
  "noctule.server.pause": SessionCommandParams;
  "noctule.server.resume": SessionCommandParams;
  "noctule.server.enable": WorkspaceCommandParams;
  "noctule.server.disable": WorkspaceCommandParams;
  "noctule.server.remember": RememberParams;
  "noctule.server.accept": AcceptParams;
  "noctule.server.discard": DiscardParams;
  "noctule.server.promote": PromoteParams;
  "noctule.server.import": ImportParams;
  "noctule.server.adopt": AdoptParams;
  "noctule.server.pin": PinParams;
  "noctule.server.doctor": DoctorParams;
  "noctule.server.hooks": HooksParams;
  "noctule.server.installHooks": ChangeHooksParams;
  "noctule.server.removeHooks": ChangeHooksParams;
  "noctule.server.undo": UndoParams;
  "noctule.server.dream": DreamParams;
  "noctule.server.tidy": TidyParams;
  "noctule.server.cancelDream": CancelDreamParams;
  "noctule.server.applyDream": ApplyDreamParams;
  "noctule.server.discardDream": DiscardDreamParams;
  "noctule.server.dreamAuto": DreamAutoParams;
  "noctule.server.forget": ForgetParams;
  "noctule.server.showMentions": ShowMentionsParams;
}

export const TOLD: readonly (keyof Told)[] = [
  "memory/serverStatus",
  "memory/written",
  "memory/recalled",
  "memory/nudge",
  "memory/dreamStatus",
  "memory/dreamOutcome",
];

export const SERVER_ASKS: readonly string[] = [
  "memory/completeChat",
];

export const SETTINGS: readonly string[] = [
  "enabled",
  "location",
  "promptVariant",
  "leanModels",
  "turnCheck",
  "project.scope",
  "snapshot.inlineNewest",
  "recall.enabled",
  "recall.model",
  "recall.effort",
  "recall.timeoutMs",
  "recall.maxMemories",
  "recall.memoryBytes",
  "recall.turnBytes",
  "recall.sessionBytes",
  "transcripts.sources",
  "transcripts.paths",
  "transcripts.log",
  "transcripts.keepDays",
  "dream.enabled",
  "dream.model",
  "dream.effort",
  "dream.idleDelayMs",
  "dream.minHours",
  "dream.minSessions",
  "dream.maxSteps",
  "dream.maxMinutes",
  "dream.maxCostUsd",
  "dream.maxTokens",
  "dream.transcriptBudgetBytes",
  "dream.review",
  "capture.model",
  "capture.effort",
  "extract.enabled",
  "extract.maxContextTokens",
  "profile.directory",
  "profile.notesChars",
  "profile.userChars",
  "language.ageHints",
  "promote.file",
  "promote.minDays",
  "models.providers",
  "models.keepConversation",
];
