// Everything the engine can do, under the name it has in the library.

import { auditOperation, verifyAuditOperation } from "./audit.ts";
import {
  conversationsOperation,
  messagesOperation,
  peopleOperation,
  taughtOperation,
} from "./conversations.ts";
import {
  editOperation,
  forgetManyOperation,
  forgetOperation,
  mergeOperation,
  pinOperation,
  promoteOperation,
  restoreOperation,
  unmergeOperation,
} from "./curating.ts";
import { agentsOperation, scheduleOperation, settingsOperation } from "./installation.ts";
import { jobsOperation, retryJobOperation, upkeepOperation } from "./jobs.ts";
import {
  createKeyOperation,
  listKeysOperation,
  revokeKeyOperation,
  rotateKeyOperation,
} from "./keys.ts";
import {
  editMessageOperation,
  quarantineOperation,
  releaseOperation,
  withdrawMessageOperation,
} from "./messages.ts";
import { facetsOperation, graphOperation, overviewOperation, usageOperation } from "./overview.ts";
import {
  approveOperation,
  correctProfileOperation,
  deleteProfileOperation,
  eraseOperation,
  profileOperation,
  rejectOperation,
  reviewOperation,
} from "./people.ts";
import {
  deltaOperation,
  eventsOperation,
  getOperation,
  historyOperation,
  listOperation,
  messageOperation,
  searchOperation,
  statsOperation,
} from "./reading.ts";
import { contextOperation, queryOperation } from "./recalling.ts";
import { rememberLineOperation, rememberOperation } from "./remember.ts";
import { rememberManyOperation } from "./remember-many.ts";
import { retrievalOperation } from "./retrieval.ts";
import { refreshSnapshotOperation, snapshotOperation } from "./snapshot.ts";
import {
  exportOperation,
  importOperation,
  importsOperation,
  importUndoOperation,
} from "./transfer.ts";

import {
  compactVaultOperation,
  updateByTopicOperation,
  vaultCandidatesOperation,
  vaultDeletionsOperation,
  vaultSearchOperation,
  vaultStatsOperation,
} from "./vault.ts";

export const OPERATIONS = {
  remember: rememberOperation,
  rememberLine: rememberLineOperation,
  rememberMany: rememberManyOperation,
  search: searchOperation,
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
  jobs: jobsOperation,
  retryJob: retryJobOperation,
  upkeep: upkeepOperation,
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
} as const;
