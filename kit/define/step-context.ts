import type { Readable, Writable } from 'node:stream'
import type { CapturedBatch } from './capture-session.ts'
import type { Comparison } from './comparison.ts'
import type { Condition } from './condition.ts'
import type { ActionSession } from './connector-action.ts'
import type { ConnectorSession, ReadBatch } from './connector-session.ts'
import type { MailboxSession, MailSender } from './mail-session.ts'
import type { MessageSession } from './message-session.ts'
import type { Language, Message } from '../messages/messages.ts'
import type { Given } from '../text-templates/given.ts'
import type { TemplateKind } from '../text-templates/kinds.ts'
import type { TextTemplate } from '../text-templates/text-template.ts'
import type { DataRecord, FileReference, Rejected, Retried } from './record.ts'
import type { ReferencePair, ReferenceSide } from './cross-reference.ts'
import type { SourceReference } from './mapping.ts'
import type { FieldMarks, SyncedPair, SyncedSide, SyncedState } from './synced.ts'

/** A stored text, what it may speak of beside what it is given, and the configuration values it may read. */
export type StoredText = {
  label: string
  kind: TemplateKind
  fields: readonly Given[]
  configuration: ReadonlyMap<string, string>
  /** Reads it; throws where it cannot be read. */
  open(): TextTemplate
}

/**
 * What an element may reach of the world, already bound to the job's tenant and project. The engine supplies it; nothing in it
 * can see another tenant.
 */
export type StepContext = {
  files: Files
  records: Records
  mappings: { compile(mapping_id: string): Promise<CompiledMapping> }
  models: {
    /** With `fusion` the records may be fused with the steps behind: they are made when somebody looks at them. */
    read(model_id: string, source: Readable, cursor?: unknown, fusion?: Fusion): AsyncIterable<SourceBatch>
    /** What reading has refused, through the same conversion and checks once more. */
    retry(model_id: string, refused: Retried): Promise<{ records: DataRecord[]; rejected: Rejected[] }>
  }
  formats: {
    retry(
      format: string,
      options: Record<string, unknown>,
      refused: Retried,
    ): { records: DataRecord[]; rejected: Rejected[] }
    read(
      format: string,
      options: Record<string, unknown>,
      source: Readable,
      cursor?: unknown,
    ): AsyncIterable<SourceBatch>
    write(
      format: string,
      options: Record<string, unknown>,
      records: AsyncIterable<DataRecord[]>,
      target: Writable,
    ): Promise<{ records: number }>
  }
  data_sets: {
    read(data_set_id: string, parameters: Record<string, unknown>, cursor?: unknown): AsyncIterable<SourceBatch>
    /** The first row for each value of the column `key`, in the order of the data set and whatever its limit is, by the value as text. */
    lookup(query: {
      data_set_id: string
      key: string
      values: readonly unknown[]
      fields: readonly string[]
    }): Promise<Map<string, DataRecord>>
    /**
     * The rows whose columns `on` equal a key, at most so many for each, by `JSON.stringify` of the key: in the order asked for, then in
     * that of the data set, or in which the records of the structure came. Nothing where there are more than can be held.
     */
    partners(query: {
      of: SourceReference
      on: readonly string[]
      keys: readonly (readonly string[])[]
      fields: readonly string[]
      order: readonly { field: string; descending: boolean }[]
      most: number
    }): Promise<Map<string, DataRecord[]> | undefined>
  }
  http(request: HttpRequest): Promise<HttpAnswer>
  connections: {
    /** Opens a connection that holds records in tables, by its name; whoever opens it closes it, as the others below. */
    open(name: string): Promise<ConnectorSession>
    /** The log of a database, which it keeps for this step of the workflow and no longer than until so much is kept. */
    capture(
      name: string,
      use: { workflow_id: string; step: string; table: string; most_bytes: number },
    ): Promise<StepCapture>
    /** Files of another system, used as those of the storage. */
    files(name: string): Promise<ConnectedFiles>
    messages(name: string): Promise<MessageSession>
    mailbox(name: string): Promise<MailboxSession>
    mail(name: string): Promise<MailSender>
    actions(name: string): Promise<ActionSession>
    /**
     * A connection over HTTP by its name: requests below its address, signed as it says. Throws where there is none of that name,
     * it is switched off, or the address lies elsewhere.
     */
    http(name: string): Promise<{ base_url: string; request(request: HttpRequest): Promise<HttpAnswer> }>
  }
  states: {
    /** What was kept under a name; undefined where nothing was. */
    get(scope: StateScope, name: string): Promise<unknown>
    set(scope: StateScope, name: string, value: unknown): Promise<void>
    /** Becomes the workflow's state of this name once the job has ended well; the last value a job gives counts. */
    keepAtEnd(name: string, value: unknown): Promise<void>
  }
  references: {
    /** Remembers which id of one system is which of another. Of pairs with an id in common the last one holds; repeating them changes nothing. */
    set(name: string, pairs: readonly ReferencePair[]): Promise<void>
    /** What belongs to these ids, which are those of the side `by`; missing ones are left out. */
    find(name: string, by: ReferenceSide, ids: readonly string[]): Promise<Map<string, string>>
  }
  /** What two systems that are kept the same are known to agree on, and what of it has changed since. */
  synced: {
    /** Whether somebody has asked for records to be tried again: of what they were asked about they have decided. */
    isRetry: boolean
    /**
     * Notes how records of a side were read and answers with the ids of those that have changed since both sides agreed. The same for the
     * same run.
     */
    note(side: SyncedSide, records: readonly { id: string; marks: FieldMarks }[]): Promise<Set<string>>
    known(side: SyncedSide, ids: readonly string[]): Promise<Map<string, SyncedState>>
    /** Records of a side, as this run has read them, agree with those of the other, of which `marks` is known. */
    agree(side: SyncedSide, settled: readonly SyncedPair[]): Promise<void>
    /** Somebody is asked about them: as they are now they are not changes any more, on either side. */
    hold(side: SyncedSide, asked: readonly SyncedPair[]): Promise<void>
  }
  signals: {
    /** What a waiting step was told from outside. */
    get(step: string): Promise<unknown>
    /** Says it itself, unless it was told something already; answers what holds. */
    settle(step: string, value: unknown): Promise<unknown>
  }
  rates: {
    /** Asks whether so many records may pass now. 0: they may, and are counted; otherwise in how many milliseconds it is worth asking again. */
    claim(claim: { name: string; count: number; most: number; per_ms: number }): Promise<number>
  }
  /** The address by which somebody outside tells a step of this run to go on. */
  callbackAddress(step: string): Promise<string>
  /** What the caller of the webhook that started this run is answered; the first answer counts. */
  answer(answer: { status: number; headers: Record<string, string>; body: string }): Promise<void>
  approvals: {
    /** Asks people, once for each step of a run, and tells them so. Throws where nobody may decide. */
    ask(question: {
      step: string
      title: string
      summary: string
      records: DataRecord[]
      record_count: number
      users: string[]
      roles: string[]
      expires_at: Date | undefined
      /** Also by mail. */ mail: boolean
    }): Promise<void>
    /** Undefined while nobody has decided. */
    outcome(step: string): Promise<ApprovalOutcome | undefined>
    /** Its time is over: answers what holds, which is a decision where one was made meanwhile. */
    expire(step: string): Promise<ApprovalOutcome>
  }
  inbox: {
    /** Keeps mails that came to the project where its people find them; one that comes again stays one. `place` tells mailboxes and folders apart. */
    keep(step: string, place: string, mails: readonly KeptMail[]): Promise<void>
  }
  texts: {
    /** Stored texts of the project by their ids; missing ones are left out. */
    read(ids: readonly string[]): Promise<Map<string, StoredText>>
    /** A PDF of what a text of the kind HTML has become. */
    pdf(html: string, about: { title: string; language: Language }): Promise<Uint8Array>
  }
  mail(mail: {
    to: string[]
    subject: string
    text: string
    /** Paths in the storage, or what is at hand. */
    attachments?: (string | { name: string; content: Uint8Array })[]
    key: string
  }): Promise<void>
  notify(
    users: string[] | 'project',
    notice: {
      level: 'info' | 'success' | 'warning' | 'error'
      title: string
      message: string
      link?: string
      /** Never told twice to the same user. */ key?: string
    },
  ): Promise<void>
  jobs: {
    /** Starts a child job once per key and says its id. */
    start(child: {
      key: string
      workflow_id: string
      parameters: DataRecord
      records: AsyncIterable<DataRecord[]>
    }): Promise<string>
    /** How it ended, and why where it failed; undefined while it is under way. */
    outcome(
      job_id: string,
    ): Promise<
      { status: string; return_values: DataRecord; error?: { code: string; message: Message } | undefined } | undefined
    >
  }
  sandbox: {
    open(program: {
      code: string
      memory_mb: number
      timeout_ms: number
      state?: unknown
    }): Promise<{ run(records: DataRecord[]): Promise<DataRecord[]>; close(): Promise<void> }>
    /** Several files that may import one another; the default export of `entry` is called. What it asks the outside for goes through `ask`, or nowhere. */
    openFiles(program: {
      files: Readonly<Record<string, string>>
      entry: string
      memory_mb: number
      timeout_ms: number
      ask?(what: { http: unknown } | { log: unknown }): Promise<unknown>
    }): Promise<{
      call(...inputs: unknown[]): Promise<unknown>
      /** Calls once for each list of inputs; what throws is refused and the others go on. */
      each(inputs: unknown[][]): Promise<({ value: unknown } | { refused: string })[]>
      close(): Promise<void>
    }>
  }
  configuration(key: string): Promise<string | undefined>
}

/** A mail that came, with the files of the storage its attachments have become. */
type KeptMail = {
  id: string
  message_id: string
  from: string
  to: string
  subject: string
  text: string
  sent_at: string
  attachments: readonly string[]
}

/** What people decided, or that they did not in time; `by` is a name, `at` a point in time. */
export type ApprovalOutcome = { state: 'approved' | 'rejected' | 'timeout'; by: string; at: string; comment: string }

/** Whose states: of one workflow, or of all of the project. */
export type StateScope = 'workflow' | 'project'

export type SourceBatch = {
  records: DataRecord[]
  /** Where to go on behind this batch; absent: cannot be resumed, so the engine spools it. */ cursor?: unknown
  rejected?: Rejected[]
  /** Where each record stands in a file, from 1. */ places?: Places
  /** Makes a record of the batch once more, so that nobody needs to hold on to what is read. */ again?(
    index: number,
  ): DataRecord
  /**
   * Tells the other system that it may forget what it gave. With it a source that cannot be resumed ends: it is called once all that was
   * read is safe, and only then is the source closed.
   */
  settle?: () => Promise<void>
}

/** Lines of a text file, rows of a sheet, or simply the count of the entry. */
export type Places = { unit: 'line' | 'row' | 'entry'; numbers: number[] }

export type Files = {
  /** Paths matching a glob, oldest first. */
  list(pattern: string): Promise<FileReference[]>
  stat(path: string): Promise<FileReference>
  read(path: string, start?: number): Promise<Readable>
  /** Writes to a temporary name and moves it into place when the stream has ended. */
  write(path: string, source: Readable): Promise<FileReference>
  move(path: string, to: string): Promise<void>
  remove(path: string): Promise<void>
}

/** A session of capture for one reader. */
export type StepCapture = {
  begin(): Promise<unknown>
  whole(): Promise<{ cursor: unknown; batches: AsyncIterable<ReadBatch> }>
  read(cursor: unknown, most: number): AsyncIterable<CapturedBatch>
  confirm(cursor: unknown): Promise<void>
  close(): Promise<void>
}

export type ConnectedFiles = Files & { close(): Promise<void> }

export type WriteMode = 'insert' | 'update' | 'upsert' | 'replace'

export type Records = {
  /**
   * Opens a structure for writing. `write` may be called again before it has answered: what waits together is committed
   * together, each batch with its marker `(job, step, batch)`, so a repeated batch changes nothing and answers as it did.
   */
  open(target: {
    structure_id: string
    mode: WriteMode
    key?: string[]
    job_id: string
    step: string
    attempt: number
  }): Promise<RecordWriter>
  /** Says what writing would do with records, batch by batch and as if those before had been written. Writes nothing. */
  compare(target: {
    structure_id: string
    mode: WriteMode
    key?: string[]
  }): Promise<(records: DataRecord[]) => Promise<Comparison[]>>
  /** Rows of a structure ordered by `_id`, resumable. */
  read(
    source: { structure_id: string; filter?: Condition[]; only_dirty?: boolean; batch?: number },
    cursor?: unknown,
  ): AsyncIterable<SourceBatch>
  /**
   * The first row for each key value, keyed by the value as text. With `valid`, whose days stand beside the values: the newest
   * row that holds on the day, by the date in a field of the row, keyed by `datedName`.
   */
  lookup(query: {
    structure_id: string
    field: string
    values: unknown[]
    fields?: string[]
    valid?: { from: string; days: string[] }
  }): Promise<Map<string, DataRecord>>
  mark(target: { structure_id: string; mark: 'dirty' | 'clean'; ids: string[] }): Promise<number>
  /** Removes rows by `_id`; those already gone do not matter. */
  remove(target: { structure_id: string; ids: string[]; job_id: string; step: string }): Promise<number>
}

export type RecordWriter = {
  write(records: DataRecord[], batch: number): Promise<{ written: DataRecord[]; rejected: Rejected[] }>
  /** The step's input has ended well: replace mode removes what did not come, an import without records does what the structure says. May be repeated. */
  finish(): Promise<void>
  /** Waits for what is under way; also after a failure. */
  close(): Promise<void>
}

export type CompiledMapping = {
  /** Maps one batch; a record that fails is rejected and the others go on. Lookups were loaded for the whole batch before. */
  run(records: DataRecord[], moment: { now: Date; seed: string }): Promise<{ out: DataRecord[]; rejected: Rejected[] }>
}

/**
 * What the steps of a straight line say of themselves once they are open: a mapping, and a structure that is written into. Whoever
 * reads the file at its beginning may then do the work of all three on a record at once; the others know it by the records they get.
 */
export type Fusion = { mapping?: CompiledMapping; writer?: RecordWriter }

export type HttpRequest = {
  method: string
  url: string
  headers?: Record<string, string>
  query?: Record<string, string>
  body?: string | Uint8Array
  timeout_ms?: number
  /** Sent as `Idempotency-Key` where given. */
  key?: string
  /** How often to try in all while the other side is busy or broken; 4 unless said. */
  tries?: number
  /** Longest answer that is read; 25 MB unless said. */
  max_bytes?: number
  /** At most so many requests a second to this host from one worker. */
  per_second?: number
  /** Called with every address that is asked, redirects included; throws where it may not be. */
  admit?(address: URL): void
  /** Shown to the host of the address and to no other that it redirects to. */
  tls?: TlsIdentity
  /** Ends it, also while it waits for its turn or for another try. */
  signal?: AbortSignal
}
/** In PEM: a certificate authority that is believed beside the public ones, and what this side shows of itself. */
export type TlsIdentity = { ca?: string | undefined; cert?: string | undefined; key?: string | undefined }
export type HttpAnswer = { status: number; headers: Record<string, string>; body: Uint8Array }

export type StepLog = (
  level: 'debug' | 'info' | 'warning' | 'error',
  message: Message | string,
  parameters?: Record<string, unknown>,
) => void
