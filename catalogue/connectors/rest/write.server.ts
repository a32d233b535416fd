import { createHash } from 'node:crypto'
import type { TableWriteMode, TableWriter, WriteTarget } from '@weft/kit/define/connector-session.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { HttpAnswer, StepContext } from '@weft/kit/define/step-context.ts'
import { Invalid, WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { refuseFailure } from '@weft/kit/web-tables/answer.server.ts'
import { pathWith } from '@weft/kit/web-tables/path-with.ts'
import { sendPatiently } from '@weft/kit/web-tables/patient.server.ts'
import { recordByRecord } from '@weft/kit/web-tables/record-by-record.ts'
import { oneIn } from './records.server.ts'
import type { Resource } from './resource.ts'

const texts = defineMessages({
  insert: {
    en: 'Nothing can be inserted into {name}: the resource has no path for it.',
    de: 'In {name} lässt sich nichts einfügen: Die Ressource hat keinen Pfad dafür.',
  },
  update: {
    en: 'Nothing can be updated in {name}: the resource has no path for it.',
    de: 'In {name} lässt sich nichts ändern: Die Ressource hat keinen Pfad dafür.',
  },
  delete: {
    en: 'Nothing can be deleted from {name}: the resource has no path for it.',
    de: 'Aus {name} lässt sich nichts löschen: Die Ressource hat keinen Pfad dafür.',
  },
  noKey: {
    en: 'Nothing tells the records of {name} apart: the resource has no key fields.',
    de: 'Nichts unterscheidet die Datensätze von {name}: Die Ressource hat keine Schlüsselfelder.',
  },
})

type Way = 'insert' | 'update' | 'delete'
type Web = { resource: Resource; request: StepContext['http']; urlOf(path: string): string }

const waysOf: Record<TableWriteMode, readonly Way[]> = {
  insert: ['insert'],
  update: ['update'],
  upsert: ['update', 'insert'],
  delete: ['delete'],
}

/** Writes each record by a request of its own. What is refused is told with the system's reason. */
export function resourceWriter(web: Web, { mode, key: given, at_once }: WriteTarget): TableWriter {
  const { resource } = web
  const key = given && given.length > 0 ? given : resource.key
  for (const way of waysOf[mode])
    if (resource[`${way}_path`] === '') throw new Invalid('WRITE_UNSUPPORTED', texts[way]({ name: resource.name }))
  if (mode === 'upsert' && key.length === 0) throw new Invalid('KEY_MISSING', texts.noKey({ name: resource.name }))

  const hasKey = (record: DataRecord) =>
    key.every((name) => ![undefined, null, ''].includes(fieldOf(record, name) as null))

  async function one(record: DataRecord): Promise<DataRecord> {
    if (mode !== 'upsert') return sent(web, mode, record, key)
    if (!hasKey(record)) return sent(web, 'insert', record, key)
    return sent(web, 'update', record, key).catch((error: unknown) => {
      if (error instanceof WeftError && error.code === 'HTTP_STATUS' && error.status === 404)
        return sent(web, 'insert', record, key)
      throw error
    })
  }

  return {
    write: recordByRecord({ key: key, at_once }, one),
    replaces: resource.update_method === 'PUT',
    close: async () => undefined,
  }
}

async function sent({ resource, request, urlOf }: Web, way: Way, record: DataRecord, key: readonly string[]) {
  const url = urlOf(pathWith(resource[`${way}_path`], record))
  const method = way === 'delete' ? 'DELETE' : resource[`${way}_method`]
  const body = JSON.stringify(resource.wrap === '' ? record : { [resource.wrap]: record })
  const answer = await sendPatiently(request, {
    method,
    url,
    timeout_ms: 60_000,
    headers: { accept: 'application/json' },
    ...(way !== 'delete' && { body, headers: { accept: 'application/json', 'content-type': 'application/json' } }),
    ...(resource.heeds_key && { key: createHash('sha256').update(`${method} ${url} ${body}`).digest('hex') }),
  })
  // What is gone already is deleted.
  if (way === 'delete' && (answer.status === 404 || answer.status === 410)) return record
  // Who may write others may still not write this one.
  refuseFailure(url, answer, [401])
  return way === 'delete' ? record : { ...record, ...keyIn(resource, url, answer, key) }
}

/** The key the system has given a record: in what it answers, else at the end of the address it says the record has. */
function keyIn(resource: Resource, url: string, answer: HttpAnswer, key: readonly string[]): DataRecord {
  const one = isJson(answer) ? oneIn({ format: 'json', one_item: resource.one_item }, url, answer) : undefined
  const found = key.flatMap((name) => {
    const value = one && fieldOf(one, name)
    return value === undefined || value === null ? [] : [[name, value] as const]
  })
  const { location } = answer.headers
  if (found.length > 0 || key.length !== 1 || !location || !URL.canParse(location, url))
    return Object.fromEntries(found)
  const last = new URL(location, url).pathname.split('/').findLast((part) => part !== '')
  return last === undefined ? {} : { [key[0]!]: plain(last) }
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // a percent sign that means itself
  }
}

const isJson = ({ headers, body }: HttpAnswer) => body.length > 0 && /json/i.test(headers['content-type'] ?? '')
