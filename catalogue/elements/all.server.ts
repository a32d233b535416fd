import type { Body } from '@weft/kit/define/element.ts'
import type { elements } from './all.ts'
import { aggregateBody } from './aggregate/aggregate.server.ts'
import { archiveBody } from './archive/archive.server.ts'
import { buildFileBody } from './build-file/build-file.server.ts'
import { collectListBody } from './collect-list/collect-list.server.ts'
import { compareRecordsBody } from './compare-records/compare-records.server.ts'
import { connectorActionBody } from './connector-action/connector-action.server.ts'
import { dedupeBody } from './dedupe/dedupe.server.ts'
import { fileTransferBody } from './file-transfer/file-transfer.server.ts'
import { graphqlRequestBody } from './graphql-request/graphql-request.server.ts'
import { httpRequestBody } from './http-request/http-request.server.ts'
import { mailReceivedBody } from './mail-received/mail-received.server.ts'
import { mergeBody } from './merge/merge.server.ts'
import { protectFieldsBody } from './protect-fields/protect-fields.server.ts'
import { readFileBody } from './read-file/read-file.server.ts'
import { sendMailBody } from './send-mail/send-mail.server.ts'
import { soapCallBody } from './soap-call/soap-call.server.ts'
import { sortBody } from './sort/sort.server.ts'
import { syncChangesBody } from './sync-changes/sync-changes.server.ts'
import { syncWriteBody } from './sync-write/sync-write.server.ts'
import { vanishedRecordsBody } from './vanished-records/vanished-records.server.ts'

type Elements = (typeof elements)[number]
/** Whose body needs no Node carries it in its declaration. */
type Needed = Exclude<Elements, { kind: 'trigger' } | { body: object }>['key']
/** Only those that look for something new have one. */
type Triggers = Extract<Elements, { kind: 'trigger' }>['key']

/** The bodies that need Node, by the key of their element. Leaving one out is a compile error. */
export const bodies = {
  aggregate: aggregateBody,
  archive: archiveBody,
  build_file: buildFileBody,
  collect_list: collectListBody,
  compare_records: compareRecordsBody,
  connector_action: connectorActionBody,
  dedupe: dedupeBody,
  file_transfer: fileTransferBody,
  graphql_request: graphqlRequestBody,
  http_request: httpRequestBody,
  mail_received: mailReceivedBody,
  merge: mergeBody,
  protect_fields: protectFieldsBody,
  read_file: readFileBody,
  send_mail: sendMailBody,
  soap_call: soapCallBody,
  sort: sortBody,
  sync_changes: syncChangesBody,
  sync_write: syncWriteBody,
  vanished_records: vanishedRecordsBody,
} satisfies Record<Needed, Body> & Partial<Record<Triggers, Body>>
