import { aggregate } from './aggregate/aggregate.ts'
import { archive } from './archive/archive.ts'
import { buildFile } from './build-file/build-file.ts'
import { callWorkflow } from './call-workflow/call-workflow.ts'
import { code } from './code/code.ts'
import { collectList } from './collect-list/collect-list.ts'
import { condition } from './condition/condition.ts'
import { connectorAction } from './connector-action/connector-action.ts'
import { connectorRead } from './connector-read/connector-read.ts'
import { connectorWrite } from './connector-write/connector-write.ts'
import { dedupe } from './dedupe/dedupe.ts'
import { delay } from './delay/delay.ts'
import { deleteRecords } from './delete-records/delete-records.ts'
import { fileTransfer } from './file-transfer/file-transfer.ts'
import { filter } from './filter/filter.ts'
import { finish } from './finish/finish.ts'
import { getState } from './get-state/get-state.ts'
import { graphqlRequest } from './graphql-request/graphql-request.ts'
import { httpRequest } from './http-request/http-request.ts'
import { lookupRecord } from './lookup-record/lookup-record.ts'
import { loop } from './loop/loop.ts'
import { manual } from './manual/manual.ts'
import { mapping } from './mapping/mapping.ts'
import { markRecords } from './mark-records/mark-records.ts'
import { merge } from './merge/merge.ts'
import { notify } from './notify/notify.ts'
import { parseFile } from './parse-file/parse-file.ts'
import { predecessor } from './predecessor/predecessor.ts'
import { raiseError } from './raise-error/raise-error.ts'
import { readDataSet } from './read-data-set/read-data-set.ts'
import { readFile } from './read-file/read-file.ts'
import { readRecords } from './read-records/read-records.ts'
import { schedule } from './schedule/schedule.ts'
import { sendMail } from './send-mail/send-mail.ts'
import { setFields } from './set-fields/set-fields.ts'
import { setState } from './set-state/set-state.ts'
import { soapCall } from './soap-call/soap-call.ts'
import { sort } from './sort/sort.ts'
import { splitList } from './split-list/split-list.ts'
import { sqlQuery } from './sql-query/sql-query.ts'
import { switchElement } from './switch/switch.ts'
import { text } from './text/text.ts'
import { validateRecords } from './validate-records/validate-records.ts'
import { webhook } from './webhook/webhook.ts'
import { workflowFailed } from './workflow-failed/workflow-failed.ts'
import { writeJournal } from './write-journal/write-journal.ts'
import { writeRecords } from './write-records/write-records.ts'

/** Every kind of step, alphabetically. */
export const elements = [
  aggregate,
  archive,
  buildFile,
  callWorkflow,
  code,
  collectList,
  condition,
  connectorAction,
  connectorRead,
  connectorWrite,
  dedupe,
  delay,
  deleteRecords,
  fileTransfer,
  filter,
  finish,
  getState,
  graphqlRequest,
  httpRequest,
  lookupRecord,
  loop,
  manual,
  mapping,
  markRecords,
  merge,
  notify,
  parseFile,
  predecessor,
  raiseError,
  readDataSet,
  readFile,
  readRecords,
  schedule,
  sendMail,
  setFields,
  setState,
  soapCall,
  sort,
  splitList,
  sqlQuery,
  switchElement,
  text,
  validateRecords,
  webhook,
  workflowFailed,
  writeJournal,
  writeRecords,
] as const
