// Everything the engine can do, under the name it has in the library.

import type { Erased } from "../curate/erase/erase.ts";
import type { BulkDeleted, Forgotten } from "../curate/forget.ts";
import type { CreatedKey, Revoked } from "../curate/keys.ts";
import type { EditedMessage, Withdrawn } from "../curate/messages.ts";
import type { Profile } from "../curate/profile.ts";
import type { Approved } from "../curate/review.ts";
import type { DeletionProposal, Pair, VaultHit, VaultStats } from "../curate/vault.ts";
import type { Compacted } from "../curate/vault-file.ts";
import type { AuditReport } from "../curate/verify-audit.ts";
import type { AccessKey } from "../model/access-key.ts";
import type { Delta, HistoryEntry } from "../model/history.ts";
import type { Job } from "../model/job.ts";
import type { Memory, Retrieval } from "../model/memory.ts";
import type { NewMessage } from "../model/message.ts";
import type { Receipt } from "../model/receipt.ts";
import type { Review } from "../model/review.ts";
import type { Conversation, Facets, ModelUse, Person } from "../ports/overview-reader.ts";
import type { MemoryCount, StoreInfo } from "../ports/store.ts";
import type { ImportRun } from "../ports/transfer-store.ts";
import type { ContextResult } from "../read/context.ts";
import type { SearchResult } from "../read/hit.ts";
import type { QueryResult } from "../read/query.ts";
import type { ImportReport } from "../transfer/report.ts";
import type { Undone } from "../transfer/undo-import.ts";
import type { RunOutcome } from "../upkeep/run-now.ts";
import type { AuditInput, NamedAuditEntry, VerifyAuditInput } from "./admin/audit.ts";
import { auditOperation, verifyAuditOperation } from "./admin/audit.ts";
import type { JobsInput, RetryJobInput, UpkeepInput } from "./admin/jobs.ts";
import {
  jobsOperation,
  retryJobOperation,
  scheduleOperation,
  upkeepOperation,
} from "./admin/jobs.ts";
import type { DeltaInput, ForgetManyInput, MergeInput, PinInput } from "./admin/memories.ts";
import {
  deltaOperation,
  forgetManyOperation,
  historyOperation,
  mergeOperation,
  pinOperation,
  retrievalOperation,
  unmergeOperation,
} from "./admin/memories.ts";
import type {
  ConversationsInput,
  EditMessageInput,
  MessagesInput,
  OneMessageInput,
  TaughtInput,
  WithdrawMessageInput,
} from "./admin/messages.ts";
import {
  conversationsOperation,
  editMessageOperation,
  messageOperation,
  messagesOperation,
  taughtOperation,
  withdrawMessageOperation,
} from "./admin/messages.ts";
import type { Agents, Graph, Overview, ScheduledJob, Setting } from "./admin/outputs.ts";
import type {
  EventsInput,
  FacetsInput,
  GraphInput,
  OverviewInput,
  ReportErrorInput,
  UsageInput,
} from "./admin/overview.ts";
import {
  eventsOperation,
  facetsOperation,
  graphOperation,
  overviewOperation,
  reportErrorOperation,
  statsOperation,
  usageOperation,
} from "./admin/overview.ts";
import type { CorrectProfileInput, DeleteProfileInput, PeopleInput } from "./admin/people.ts";
import {
  correctProfileOperation,
  deleteProfileOperation,
  peopleOperation,
} from "./admin/people.ts";
import type { SettingsInput } from "./admin/settings.ts";
import { agentsOperation, settingsOperation } from "./admin/settings.ts";
import { refreshSnapshotOperation, snapshotOperation } from "./admin/snapshot.ts";
import type {
  TestedWebhook,
  TestWebhookInput,
  WebhookStatus,
  WebhooksInput,
} from "./admin/webhooks.ts";
import { testWebhookOperation, webhooksOperation } from "./admin/webhooks.ts";
import type { Answer, AnswerInput } from "./core/answer.ts";
import { answerOperation } from "./core/answer.ts";
import type { ContextInput } from "./core/context.ts";
import { contextOperation } from "./core/context.ts";
import type { FeedbackInput } from "./core/feedback.ts";
import { feedbackOperation } from "./core/feedback.ts";
import { ingestOperation } from "./core/ingest.ts";
import type { EditInput, ForgetInput } from "./core/memories.ts";
import {
  editOperation,
  forgetOperation,
  getOperation,
  listOperation,
  restoreOperation,
} from "./core/memories.ts";
import type { EraseInput, ProfileInput } from "./core/people.ts";
import { eraseOperation, profileOperation } from "./core/people.ts";
import type { QueryInput } from "./core/query.ts";
import { queryOperation } from "./core/query.ts";
import type { RememberLineInput } from "./core/remember.ts";
import { rememberLineOperation, rememberOperation } from "./core/remember.ts";
import type { RememberManyInput } from "./core/remember-many.ts";
import { rememberManyOperation } from "./core/remember-many.ts";
import type { SearchInput } from "./core/search.ts";
import { searchOperation } from "./core/search.ts";
import type {
  DoToOne,
  ListInput,
  Looking,
  MessageInput,
  OneInput,
  RememberInput,
} from "./inputs.ts";
import type { CreateKeyInput, ListKeysInput, RevokeKeyInput, RotateKeyInput } from "./keys/keys.ts";
import {
  createKeyOperation,
  listKeysOperation,
  revokeKeyOperation,
  rotateKeyOperation,
} from "./keys/keys.ts";
import type { Operation } from "./operation.ts";
import type { Events } from "./outputs.ts";
import type {
  ApproveInput,
  QuarantineInput,
  RejectInput,
  ReleaseInput,
  ReviewInput,
} from "./review/review.ts";
import {
  approveOperation,
  quarantineOperation,
  rejectOperation,
  releaseOperation,
  reviewOperation,
} from "./review/review.ts";
import type {
  ExportedText,
  ExportInput,
  ImportInput,
  ImportsInput,
  ImportUndoInput,
} from "./transfer/transfer.ts";
import {
  exportOperation,
  importOperation,
  importsOperation,
  importUndoOperation,
} from "./transfer/transfer.ts";
import type {
  CompactVaultInput,
  PromoteInput,
  UpdateByTopicInput,
  VaultCandidatesInput,
  VaultInput,
  VaultSearchInput,
} from "./vault/vault.ts";
import {
  compactVaultOperation,
  promoteOperation,
  updateByTopicOperation,
  vaultCandidatesOperation,
  vaultDeletionsOperation,
  vaultSearchOperation,
  vaultStatsOperation,
} from "./vault/vault.ts";

/** What each operation takes and gives. */
export interface Operations {
  readonly ingest: Operation<MessageInput, Receipt>;
  readonly remember: Operation<RememberInput, Receipt>;
  readonly rememberLine: Operation<RememberLineInput, Receipt>;
  readonly rememberMany: Operation<RememberManyInput, { receipts: Receipt[] }>;
  readonly search: Operation<SearchInput, SearchResult>;
  readonly answer: Operation<AnswerInput, Answer>;
  readonly query: Operation<QueryInput, QueryResult>;
  readonly context: Operation<ContextInput, ContextResult>;
  readonly get: Operation<OneInput, Memory | undefined>;
  readonly list: Operation<ListInput, readonly Memory[]>;
  readonly history: Operation<OneInput, readonly HistoryEntry[]>;
  readonly retrieval: Operation<OneInput, Retrieval | undefined>;
  readonly delta: Operation<DeltaInput, { revision: number; changes: readonly Delta[] }>;
  readonly message: Operation<OneMessageInput, { message: NewMessage; around: NewMessage[] }>;
  readonly editMessage: Operation<EditMessageInput, EditedMessage>;
  readonly withdrawMessage: Operation<WithdrawMessageInput, Withdrawn>;
  readonly quarantine: Operation<QuarantineInput, readonly string[]>;
  readonly release: Operation<ReleaseInput, readonly string[]>;
  readonly edit: Operation<EditInput, Memory>;
  readonly pin: Operation<PinInput, Memory>;
  readonly feedback: Operation<FeedbackInput, Memory>;
  readonly forget: Operation<ForgetInput, Forgotten>;
  readonly forgetMany: Operation<ForgetManyInput, BulkDeleted>;
  readonly restore: Operation<DoToOne, Memory>;
  readonly merge: Operation<MergeInput, Memory>;
  readonly unmerge: Operation<DoToOne, readonly Memory[]>;
  readonly promote: Operation<PromoteInput, Memory>;
  readonly profile: Operation<ProfileInput, Profile>;
  readonly correctProfile: Operation<CorrectProfileInput, Memory>;
  readonly deleteProfile: Operation<DeleteProfileInput, number>;
  readonly review: Operation<ReviewInput, readonly Review[]>;
  readonly approve: Operation<ApproveInput, Approved>;
  readonly reject: Operation<RejectInput, Review>;
  readonly erase: Operation<EraseInput, Erased>;
  readonly updateByTopic: Operation<UpdateByTopicInput, Receipt>;
  readonly vaultSearch: Operation<VaultSearchInput, readonly VaultHit[]>;
  readonly vaultCandidates: Operation<VaultCandidatesInput, readonly Pair[]>;
  readonly vaultDeletions: Operation<VaultInput, readonly DeletionProposal[]>;
  readonly vaultStats: Operation<VaultInput, VaultStats>;
  readonly compactVault: Operation<CompactVaultInput, Compacted>;
  readonly snapshot: Operation<Looking, { text: string }>;
  readonly refreshSnapshot: Operation<Looking, { text: string }>;
  readonly overview: Operation<OverviewInput, Overview>;
  readonly facets: Operation<FacetsInput, Facets>;
  readonly graph: Operation<GraphInput, Graph>;
  readonly conversations: Operation<ConversationsInput, readonly Conversation[]>;
  readonly messages: Operation<
    MessagesInput,
    readonly (NewMessage & Readonly<{ taught: readonly string[] }>)[]
  >;
  readonly taught: Operation<TaughtInput, readonly Memory[]>;
  readonly people: Operation<PeopleInput, readonly Person[]>;
  readonly usage: Operation<UsageInput, readonly ModelUse[]>;
  readonly agents: Operation<Looking, Agents>;
  readonly settings: Operation<SettingsInput, Setting[]>;
  readonly schedule: Operation<Looking, ScheduledJob[]>;
  readonly stats: Operation<Looking, { store: StoreInfo; memories: readonly MemoryCount[] }>;
  readonly events: Operation<EventsInput, Events>;
  readonly reportError: Operation<ReportErrorInput, { at: string }>;
  readonly jobs: Operation<JobsInput, readonly Job[]>;
  readonly retryJob: Operation<RetryJobInput, { id: string }>;
  readonly upkeep: Operation<UpkeepInput, RunOutcome>;
  readonly webhooks: Operation<WebhooksInput, WebhookStatus[]>;
  readonly testWebhook: Operation<TestWebhookInput, TestedWebhook>;
  readonly audit: Operation<AuditInput, NamedAuditEntry[]>;
  readonly verifyAudit: Operation<VerifyAuditInput, AuditReport>;
  readonly createKey: Operation<CreateKeyInput, CreatedKey>;
  readonly listKeys: Operation<ListKeysInput, readonly AccessKey[]>;
  readonly revokeKey: Operation<RevokeKeyInput, Revoked>;
  readonly rotateKey: Operation<RotateKeyInput, CreatedKey>;
  readonly import: Operation<ImportInput, ImportReport>;
  readonly imports: Operation<ImportsInput, ImportRun[]>;
  readonly importUndo: Operation<ImportUndoInput, Undone>;
  readonly export: Operation<ExportInput, ExportedText>;
}

export const OPERATIONS: Operations = {
  ingest: ingestOperation,
  remember: rememberOperation,
  rememberLine: rememberLineOperation,
  rememberMany: rememberManyOperation,
  search: searchOperation,
  answer: answerOperation,
  query: queryOperation,
  context: contextOperation,
  get: getOperation,
  list: listOperation,
  history: historyOperation,
  retrieval: retrievalOperation,
  delta: deltaOperation,
  message: messageOperation,
  editMessage: editMessageOperation,
  withdrawMessage: withdrawMessageOperation,
  quarantine: quarantineOperation,
  release: releaseOperation,
  edit: editOperation,
  pin: pinOperation,
  feedback: feedbackOperation,
  forget: forgetOperation,
  forgetMany: forgetManyOperation,
  restore: restoreOperation,
  merge: mergeOperation,
  unmerge: unmergeOperation,
  promote: promoteOperation,
  profile: profileOperation,
  correctProfile: correctProfileOperation,
  deleteProfile: deleteProfileOperation,
  review: reviewOperation,
  approve: approveOperation,
  reject: rejectOperation,
  erase: eraseOperation,
  updateByTopic: updateByTopicOperation,
  vaultSearch: vaultSearchOperation,
  vaultCandidates: vaultCandidatesOperation,
  vaultDeletions: vaultDeletionsOperation,
  vaultStats: vaultStatsOperation,
  compactVault: compactVaultOperation,
  snapshot: snapshotOperation,
  refreshSnapshot: refreshSnapshotOperation,
  overview: overviewOperation,
  facets: facetsOperation,
  graph: graphOperation,
  conversations: conversationsOperation,
  messages: messagesOperation,
  taught: taughtOperation,
  people: peopleOperation,
  usage: usageOperation,
  agents: agentsOperation,
  settings: settingsOperation,
  schedule: scheduleOperation,
  stats: statsOperation,
  events: eventsOperation,
  reportError: reportErrorOperation,
  jobs: jobsOperation,
  retryJob: retryJobOperation,
  upkeep: upkeepOperation,
  webhooks: webhooksOperation,
  testWebhook: testWebhookOperation,
  audit: auditOperation,
  verifyAudit: verifyAuditOperation,
  createKey: createKeyOperation,
  listKeys: listKeysOperation,
  revokeKey: revokeKeyOperation,
  rotateKey: rotateKeyOperation,
  import: importOperation,
  imports: importsOperation,
  importUndo: importUndoOperation,
  export: exportOperation,
};
