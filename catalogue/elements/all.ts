import { aggregate } from './aggregate/aggregate.ts'
import { applyChanges } from './apply-changes/apply-changes.ts'
import { approval } from './approval/approval.ts'
import { archive } from './archive/archive.ts'
import { buildFile } from './build-file/build-file.ts'
import { callWorkflow } from './call-workflow/call-workflow.ts'
import { changeCaptured } from './change-captured/change-captured.ts'
import { code } from './code/code.ts'
import { collectList } from './collect-list/collect-list.ts'
import { compareRecords } from './compare-records/compare-records.ts'
import { condition } from './condition/condition.ts'
import { connectorAction } from './connector-action/connector-action.ts'
import { connectorRead } from './connector-read/connector-read.ts'
import { connectorWrite } from './connector-write/connector-write.ts'
import { dedupe } from './dedupe/dedupe.ts'
import { delay } from './delay/delay.ts'
import { deleteRecords } from './delete-records/delete-records.ts'
import { fileArrived } from './file-arrived/file-arrived.ts'
import { fileTransfer } from './file-transfer/file-transfer.ts'
import { filter } from './filter/filter.ts'
import { finish } from './finish/finish.ts'
import { getState } from './get-state/get-state.ts'
import { graphqlRequest } from './graphql-request/graphql-request.ts'
import { httpRequest } from './http-request/http-request.ts'
import { lookupRecord } from './lookup-record/lookup-record.ts'
import { loop } from './loop/loop.ts'
import { loopUntil } from './loop-until/loop-until.ts'
import { mailReceived } from './mail-received/mail-received.ts'
import { manual } from './manual/manual.ts'
import { mapping } from './mapping/mapping.ts'
import { markRecords } from './mark-records/mark-records.ts'
import { merge } from './merge/merge.ts'
import { messageReceived } from './message-received/message-received.ts'
import { notify } from './notify/notify.ts'
import { parallel } from './parallel/parallel.ts'
import { parseFile } from './parse-file/parse-file.ts'
import { predecessor } from './predecessor/predecessor.ts'
import { protectFields } from './protect-fields/protect-fields.ts'
import { raiseError } from './raise-error/raise-error.ts'
import { rateLimit } from './rate-limit/rate-limit.ts'
import { readDataSet } from './read-data-set/read-data-set.ts'
import { readFile } from './read-file/read-file.ts'
import { readRecords } from './read-records/read-records.ts'
import { recordChanged } from './record-changed/record-changed.ts'
import { schedule } from './schedule/schedule.ts'
import { sendMail } from './send-mail/send-mail.ts'
import { sendMessage } from './send-message/send-message.ts'
import { setFields } from './set-fields/set-fields.ts'
import { setState } from './set-state/set-state.ts'
import { soapCall } from './soap-call/soap-call.ts'
import { sort } from './sort/sort.ts'
import { splitList } from './split-list/split-list.ts'
import { sqlQuery } from './sql-query/sql-query.ts'
import { switchElement } from './switch/switch.ts'
import { syncChanges } from './sync-changes/sync-changes.ts'
import { syncWrite } from './sync-write/sync-write.ts'
import { text } from './text/text.ts'
import { tryCatch } from './try-catch/try-catch.ts'
import { validateRecords } from './validate-records/validate-records.ts'
import { vanishedRecords } from './vanished-records/vanished-records.ts'
import { waitCallback } from './wait-callback/wait-callback.ts'
import { webhook } from './webhook/webhook.ts'
import { webhookAnswer } from './webhook-answer/webhook-answer.ts'
import { workflowFailed } from './workflow-failed/workflow-failed.ts'
import { writeJournal } from './write-journal/write-journal.ts'
import { writeRecords } from './write-records/write-records.ts'

/** Every kind of step, alphabetically. */
export const elements = [
  aggregate,
  applyChanges,
  approval,
  archive,
  buildFile,
  callWorkflow,
  changeCaptured,
  code,
  collectList,
  compareRecords,
  condition,
  connectorAction,
  connectorRead,
  connectorWrite,
  dedupe,
  delay,
  deleteRecords,
  fileArrived,
  fileTransfer,
  filter,
  finish,
  getState,
  graphqlRequest,
  httpRequest,
  lookupRecord,
  loop,
  loopUntil,
  mailReceived,
  manual,
  mapping,
  markRecords,
  merge,
  messageReceived,
  notify,
  parallel,
  parseFile,
  predecessor,
  protectFields,
  raiseError,
  rateLimit,
  readDataSet,
  readFile,
  readRecords,
  recordChanged,
  schedule,
  sendMail,
  sendMessage,
  setFields,
  setState,
  soapCall,
  sort,
  splitList,
  sqlQuery,
  switchElement,
  syncChanges,
  syncWrite,
  text,
  tryCatch,
  validateRecords,
  vanishedRecords,
  waitCallback,
  webhook,
  webhookAnswer,
  workflowFailed,
  writeJournal,
  writeRecords,
] as const
