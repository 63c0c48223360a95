// Everything the engine can do, under the name it has in the library.

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
import { refreshSnapshotOperation, snapshotOperation } from "./snapshot.ts";

import {
  updateByTopicOperation,
  vaultCandidatesOperation,
  vaultDeletionsOperation,
  vaultSearchOperation,
  vaultStatsOperation,
} from "./vault.ts";

export const OPERATIONS = {
  remember: rememberOperation,
  rememberLine: rememberLineOperation,
  search: searchOperation,
  query: queryOperation,
  context: contextOperation,
  get: getOperation,
  list: listOperation,
  history: historyOperation,
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
  snapshot: snapshotOperation,
  refreshSnapshot: refreshSnapshotOperation,
  stats: statsOperation,
  events: eventsOperation,
  jobs: jobsOperation,
  retryJob: retryJobOperation,
  upkeep: upkeepOperation,
  createKey: createKeyOperation,
  listKeys: listKeysOperation,
  revokeKey: revokeKeyOperation,
  rotateKey: rotateKeyOperation,
} as const;
