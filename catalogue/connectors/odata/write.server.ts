import type { TableWriter, WriteTarget } from '@weft/kit/define/connector-session.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { HttpAnswer } from '@weft/kit/define/step-context.ts'
import { Invalid, WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { refuseFailure } from '@weft/kit/web-tables/answer.server.ts'
import { recordByRecord } from '@weft/kit/web-tables/record-by-record.ts'
import { keyPredicate } from './filter.ts'
import type { EntitySet } from './metadata.ts'
import { changing, entityIn, urlOf, type Service } from './service.server.ts'
import { recordIn, written } from './values.ts'

const texts = defineMessages({
  noKey: {
    en: '{name} has no key, so nothing tells its records apart.',
    de: '{name} hat keinen Schlüssel, also unterscheidet nichts die Datensätze.',
  },
  otherKey: {
    en: '{name} is written by its own key only: {key}.',
    de: '{name} wird nur über den eigenen Schlüssel geschrieben: {key}.',
  },
  notThere: { en: 'There is no record with this key.', de: 'Es gibt keinen Datensatz mit diesem Schlüssel.' },
  keyMissing: {
    en: 'The record has no {field}, which belongs to the key.',
    de: 'Der Datensatz hat kein {field}, das zum Schlüssel gehört.',
  },
})

/** Writes each entity by a request of its own. What is refused is told with the reason of the service. */
export function entityWriter(service: Service, set: EntitySet, { mode, key, at_once }: WriteTarget): TableWriter {
  const { version } = service
  if (mode !== 'insert' && set.key.length === 0) throw new Invalid('KEY_MISSING', texts.noKey({ name: set.name }))
  if (key && key.length > 0 && key.toSorted().join() !== set.key.toSorted().join())
    throw new Invalid('KEY_MISSING', texts.otherKey({ name: set.name, key: set.key.join(', ') }))
  const send = changing(service)
  const place = { set, version }
  const address = (record: DataRecord) => {
    const missing = set.key.find((name) => ['', null, undefined].includes(fieldOf(record, name) as null))
    if (missing !== undefined) throw new Invalid('FIELD_MISSING', texts.keyMissing({ field: missing }))
    return urlOf(service, `${encodeURIComponent(set.name)}${keyPredicate(place, set.key, record)}`)
  }
  const bodyOf = (record: DataRecord, without: readonly string[] = []) => {
    const fields = set.fields.filter(({ name }) => record[name] !== undefined && !without.includes(name))
    return JSON.stringify(
      Object.fromEntries(fields.map((field) => [field.name, written(field, version, record[field.name])])),
    )
  }

  async function insert(record: DataRecord): Promise<DataRecord> {
    const url = urlOf(service, encodeURIComponent(set.name))
    const answer = await send({ method: 'POST', url, body: bodyOf(record) })
    refuse(url, answer)
    const made = entityIn(version, url, answer)
    const given = made ? recordIn(set, version, made) : {}
    return { ...record, ...Object.fromEntries(set.key.flatMap((name) => (name in given ? [[name, given[name]]] : []))) }
  }
  /** Never by chance an insertion, which a service may make of it: only what is there is changed. */
  async function update(record: DataRecord): Promise<DataRecord> {
    const url = address(record)
    const how = version === 'v4' ? { method: 'PATCH' } : { method: 'POST', headers: { 'x-http-method': 'MERGE' } }
    const headers = { ...how.headers, 'if-match': '*' }
    refuse(url, await send({ method: how.method, url, headers, body: bodyOf(record, set.key) }))
    return record
  }
  async function remove(record: DataRecord): Promise<DataRecord> {
    const url = address(record)
    const answer = await send({ method: 'DELETE', url, headers: { 'if-match': '*' } })
    // What is gone already is deleted.
    if (answer.status !== 404 && answer.status !== 410 && answer.status !== 412) refuse(url, answer)
    return record
  }
  async function upsert(record: DataRecord): Promise<DataRecord> {
    if (set.key.some((name) => ['', null, undefined].includes(fieldOf(record, name) as null))) return insert(record)
    return update(record).catch((error: unknown) => {
      if (error instanceof WeftError && error.code === 'NOT_THERE') return insert(record)
      throw error
    })
  }
  const one = { insert, update, upsert, delete: remove }[mode]

  return {
    write: recordByRecord({ key: set.key, at_once }, one),
    close: async () => undefined,
  }
}

function refuse(url: string, answer: HttpAnswer) {
  if (answer.status === 404 || answer.status === 412) throw new Invalid('NOT_THERE', texts.notThere())
  refuseFailure(url, answer, [401])
}
