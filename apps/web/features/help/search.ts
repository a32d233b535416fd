import type { Answer } from '@weft/kit/contracts/client.ts'

export type HandbookPage = Answer<'GET', '/help/documentation'>['data'][number]
export type Found = { page: HandbookPage; excerpt: string }

/** The pages that hold every word of the question, those with the words in the title first; each with the words around the first one. */
export function searchPages(pages: readonly HandbookPage[], question: string): Found[] {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return pages
    .flatMap((page) => {
      const plain = plainText(page.text)
      const lower = plain.toLowerCase()
      if (!words.every((word) => lower.includes(word))) return []
      const inTitle = words.filter((word) => page.title.toLowerCase().includes(word)).length
      return [{ page, inTitle, excerpt: around(plain, lower.indexOf(words[0]!, page.title.length)) }]
    })
    .toSorted((a, b) => b.inTitle - a.inTitle)
    .map(({ page, excerpt }) => ({ page, excerpt }))
}

const plainText = (text: string) =>
  text
    .replaceAll(/^#+\s*|[*`]+/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

function around(text: string, at: number) {
  if (at < 0) return `${text.slice(0, 140)} …`
  const from = at < 60 ? 0 : text.indexOf(' ', at - 60) + 1
  const to = text.indexOf(' ', Math.min(at + 100, text.length))
  return `${from > 0 ? '… ' : ''}${text.slice(from, to < 0 ? undefined : to)}${to < 0 ? '' : ' …'}`
}
