import { templateText } from '@weft/kit/define/template.ts'
import { pathOf, valueAt } from '@weft/kit/define/path.ts'
import type { HttpAnswer } from '@weft/kit/define/step-context.ts'
import { linkNext } from '@weft/kit/web-tables/link-next.ts'
import { sameOrigin } from '@weft/kit/web-tables/same-origin.ts'
import type { z } from 'zod'
import type { httpRequest } from './http-request.ts'

export type Settings = z.output<typeof httpRequest.settings>
/** Where a page is: its address, and what comes after it. */
export type Page = { url: string; query: Record<string, string>; number: number; offset: number }

export const firstPage = (settings: Settings, url: string, query: Record<string, string>): Page =>
  placed(settings, { url, query, number: settings.first_page, offset: 0 })

/** The page behind this one, or undefined at the end. */
export function nextPage(
  settings: Settings,
  page: Page,
  answer: HttpAnswer,
  body: unknown,
  records: number,
): Page | undefined {
  switch (settings.pagination) {
    case 'none':
      return undefined
    case 'page':
    case 'offset':
      if (records === 0 || (settings.size_parameter !== '' && records < settings.page_size)) return undefined
      return placed(settings, { ...page, number: page.number + 1, offset: page.offset + records })
    case 'cursor': {
      const cursor = templateText(valueAt(body, pathOf(settings.cursor_path) ?? []))
      return cursor === '' || cursor === 'false'
        ? undefined
        : { ...page, query: { ...page.query, [settings.page_parameter]: cursor } }
    }
    case 'link': {
      const link =
        settings.cursor_path === ''
          ? linkNext(answer.headers['link'] ?? '')
          : templateText(valueAt(body, pathOf(settings.cursor_path) ?? []))
      return link ? { ...page, url: sameOrigin(page.url, link), query: {} } : undefined
    }
  }
}

function placed({ pagination, page_parameter, size_parameter, page_size }: Settings, page: Page): Page {
  const query = { ...page.query }
  if (pagination === 'page') query[page_parameter] = String(page.number)
  if (pagination === 'offset') query[page_parameter] = String(page.offset)
  if (pagination !== 'none' && size_parameter !== '') query[size_parameter] = String(page_size)
  return { ...page, query }
}
