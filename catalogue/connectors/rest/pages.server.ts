import { createHash } from 'node:crypto'
import { pathOf, valueAt } from '@weft/kit/define/path.ts'
import type { TableQuery } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { HttpAnswer } from '@weft/kit/define/step-context.ts'
import { templateText } from '@weft/kit/define/template.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { loopGuard } from '@weft/kit/web-tables/loop.ts'
import { linkNext } from '@weft/kit/web-tables/link-next.ts'
import { sameOrigin } from '@weft/kit/web-tables/same-origin.ts'
import type { Parsed } from './records.server.ts'
import type { Resource } from './resource.ts'

const texts = defineMessages({
  noKey: {
    en: '{table} is read behind the key of the last record, and one field has to be its key.',
    de: '{table} wird hinter dem Schlüssel des letzten Datensatzes gelesen, und genau ein Feld muss der Schlüssel sein.',
  },
})

/** Where a page is; as JSON it is what a run goes on from. */
export type Page = {
  url: string
  query: Record<string, string>
  number: number
  offset: number
  /** How many records the fullest page before had. */
  full: number
}

export function firstPage(resource: Resource, url: string, changed: TableQuery['changed'], size: number): Page {
  const query = Object.fromEntries(resource.query.map(({ name, value }) => [name, value]))
  if (changed && resource.changed_parameter !== '' && changed.from !== undefined && changed.from !== null)
    query[resource.changed_parameter] = written(changed.from, resource.changed_format)
  if (resource.size_parameter !== '') query[resource.size_parameter] = String(size)
  return placed(resource, { url, query, number: resource.first_page, offset: 0, full: 0 })
}

function placed({ paging, page_parameter }: Resource, page: Page): Page {
  if (paging !== 'page' && paging !== 'offset') return page
  return { ...page, query: { ...page.query, [page_parameter]: String(paging === 'page' ? page.number : page.offset) } }
}

/** The page behind this one; undefined where it was the last. */
export function nextPage(
  resource: Resource,
  page: Page,
  { body, records }: Parsed,
  answer: HttpAnswer,
): Page | undefined {
  const { paging, page_parameter, next, key } = resource
  const count = records.length
  // One that is shorter than asked for is the last only behind a longer one: many systems give less than is asked for.
  const isLast = count === 0 || (resource.size_parameter !== '' && count < page.full)
  const behind = { ...page, number: page.number + 1, offset: page.offset + count, full: Math.max(page.full, count) }
  switch (paging) {
    case 'none':
      return undefined
    case 'page':
    case 'offset':
      if (isLast) return undefined
      return placed(resource, behind)
    case 'cursor': {
      if (key.length !== 1) throw new Invalid('KEY_MISSING', texts.noKey({ table: resource.name }))
      if (isLast) return undefined
      return { ...behind, query: { ...page.query, [page_parameter]: templateText(records.at(-1)![key[0]!]) } }
    }
    case 'token': {
      const token = templateText(valueAt(body, pathOf(next) ?? []))
      if (token === '' || token === 'false') return undefined
      return { ...behind, query: { ...page.query, [page_parameter]: token } }
    }
    case 'link': {
      const link =
        next === '' ? linkNext(answer.headers['link'] ?? '') : templateText(valueAt(body, pathOf(next) ?? []))
      return link ? { ...behind, url: sameOrigin(page.url, link), query: {} } : undefined
    }
  }
}

/** Notices a page that was there before, be it by its place or by what it holds. */
export function pageGuard({ name }: Resource) {
  const [places, contents] = [loopGuard(name), loopGuard(name)]
  return ({ url, query }: Page, { body }: HttpAnswer, records: readonly DataRecord[]) => {
    places(`${url} ${JSON.stringify(query)}`)
    if (records.length > 0) contents(createHash('sha256').update(body).digest('base64'))
  }
}

function written(value: unknown, format: Resource['changed_format']): string {
  const text = String(value)
  if (format === 'as_it_is') return text
  const at = Date.parse(text.includes('T') && !/Z$|[+-]\d\d:\d\d$/.test(text) ? `${text}Z` : text)
  if (Number.isNaN(at)) return text
  if (format === 'date') return new Date(at).toISOString().slice(0, 10)
  return String(format === 'seconds' ? Math.floor(at / 1_000) : at)
}
