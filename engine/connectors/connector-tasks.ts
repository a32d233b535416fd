import type { Condition } from '@weft/kit/define/condition.ts'
import type { FoundAction } from '@weft/kit/define/connector-action.ts'
import type { DescribedTable, FoundTable } from '@weft/kit/define/connector-session.ts'
import type { FoundFile } from '@weft/kit/define/file-session.ts'
import type { FoundTopic } from '@weft/kit/define/message-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { TableProfile } from '@weft/kit/integrations/profile.ts'
import { defineTask } from '../isolation/task.ts'

type Connecting = { connector: string; settings: unknown }
const limits = { seconds: 45, memory_mb: 512, answer_mb: 16 }

const advice = {
  en: 'The system takes too long or sends too much; ask those who look after it.',
  de: 'Das System braucht zu lange oder sendet zu viel; fragen Sie, wer es betreut.',
}

/** Connects to a system and signs in. As all of them, asks `resolve` for addresses and `token` for access tokens; tells `begun` and each step that has `passed`. */
export const checkTask = defineTask<Connecting, null>({
  name: 'connection.check',
  limits,
  process: 'outbound',
  advice,
})

/** What a system holds records in. */
export const discoverTask = defineTask<Connecting, FoundTable[]>({
  name: 'connection.discover',
  limits,
  process: 'outbound',
  advice,
})

/** What a system does beside what its connector declares. */
export const actionsTask = defineTask<Connecting, FoundAction[]>({
  name: 'connection.actions',
  limits,
  process: 'outbound',
  advice,
})

/** One table with its fields, and some of its records as they are now: the newest where the system knows which those are. */
export const describeTask = defineTask<
  Connecting & { table: string; sample: number },
  { table: DescribedTable; sample: DataRecord[] }
>({ name: 'connection.describe', limits, process: 'outbound', advice })

/** What messages or mails lie in. */
export type FoundPlace = { name: string; kind: FoundTopic['kind'] | 'folder'; messages: number | null }
export const placesTask = defineTask<Connecting, FoundPlace[]>({
  name: 'connection.places',
  limits,
  process: 'outbound',
  advice,
})

/** What of a system is looked at: records of a table, the answer of a statement, messages or mails of a place, files of a path. */
export type Look =
  | { of: 'table'; table: string; fields: string[]; filter: Condition[] }
  | { of: 'query'; statement: string; parameters: unknown[] }
  | { of: 'place'; place: string }
  | { of: 'files'; path: string }

/** A few records as they are now, with what tells of people masked. */
export const lookTask = defineTask<Connecting & { look: Look; most: number }, DataRecord[]>({
  name: 'connection.look',
  limits,
  process: 'outbound',
  advice,
})

/** What lies in a folder of a system that holds files. */
export const folderTask = defineTask<Connecting & { folder: string }, FoundFile[]>({
  name: 'connection.folder',
  limits,
  process: 'outbound',
  advice,
})

/** What is in a table, from so many of its records at most. */
export const profileTask = defineTask<Connecting & { table: string; most: number }, TableProfile>({
  name: 'connection.profile',
  limits: { ...limits, seconds: 90 },
  process: 'outbound',
  advice,
})

/** Values of some fields of a table with its key, as they are now: what tells a renamed field from a new one. */
export const valuesTask = defineTask<
  Connecting & { table: string; fields: string[]; most: number },
  { records: DataRecord[] }
>({ name: 'connection.values', limits, process: 'outbound', advice })

/** The fields of several tables; null where a table is not there any more. */
export const shapesTask = defineTask<Connecting & { tables: string[] }, (DescribedTable | null)[]>({
  name: 'connection.shapes',
  limits,
  process: 'outbound',
  advice,
})
