import type { FoundField } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { childOf, childrenOf, xmlValue, type XmlNode } from '@weft/kit/xml/xml-tree.ts'

const texts = defineMessages({
  none: {
    en: 'The answer of {url} is neither RSS nor Atom: its root is {name}.',
    de: 'Die Antwort von {url} ist weder RSS noch Atom: Die Wurzel heißt {name}.',
  },
})

const field = (name: string, type: FoundField['type'], nullable = true): FoundField => ({
  name,
  type,
  native: 'XML',
  nullable,
})

/** The same for RSS and Atom. What a feed has beyond them stands in `more`. */
export const entryFields: FoundField[] = [
  field('id', 'text', false),
  field('title', 'long_text'),
  field('link', 'long_text'),
  field('published_at', 'date_time'),
  field('updated_at', 'date_time'),
  field('author', 'text'),
  field('categories', 'json'),
  field('summary', 'long_text'),
  field('content', 'long_text'),
  field('more', 'json'),
]

/** The entries of RSS 0.9 to 2.0 or Atom. Who has no id is known by the link, else by the title. */
export function entriesIn(root: XmlNode, url: string): DataRecord[] {
  if (root.name === 'feed') return childrenOf(root, 'entry').map(atomEntry)
  const channel = childOf(root, 'channel')
  if (root.name !== 'rss' && root.name !== 'RDF')
    throw new Invalid('ANSWER_INVALID', texts.none({ url, name: root.name }))
  // RSS 1.0 has its items beside the channel.
  return [...childrenOf(channel ?? root, 'item'), ...(channel ? childrenOf(root, 'item') : [])].map(rssItem)
}

function rssItem(item: XmlNode): DataRecord {
  const [title, link] = [textOf(item, 'title'), textOf(item, 'link')]
  const published = momentIn(textOf(item, 'pubDate') ?? textOf(item, 'date'))
  return {
    id: textOf(item, 'guid') ?? item.attributes['about'] ?? link ?? title ?? '',
    title,
    link,
    published_at: published,
    updated_at: momentIn(textOf(item, 'updated') ?? textOf(item, 'modified')) ?? published,
    author: textOf(item, 'author') ?? textOf(item, 'creator'),
    categories: childrenOf(item, 'category').map(({ text }) => text.trim()),
    summary: textOf(item, 'description'),
    content: textOf(item, 'encoded'),
    more: moreOf(item, [
      'guid',
      'title',
      'link',
      'pubDate',
      'date',
      'updated',
      'modified',
      'author',
      'creator',
      'category',
      'description',
      'encoded',
    ]),
  }
}

function atomEntry(entry: XmlNode): DataRecord {
  const links = childrenOf(entry, 'link')
  const own = links.find(({ attributes }) => (attributes['rel'] ?? 'alternate') === 'alternate') ?? links[0]
  const [title, link] = [textOf(entry, 'title'), own?.attributes['href'] ?? null]
  const updated = momentIn(textOf(entry, 'updated') ?? textOf(entry, 'modified'))
  return {
    id: textOf(entry, 'id') ?? link ?? title ?? '',
    title,
    link,
    published_at: momentIn(textOf(entry, 'published') ?? textOf(entry, 'issued')) ?? updated,
    updated_at: updated,
    author: textOf(childOf(entry, 'author') ?? entry, 'name'),
    categories: childrenOf(entry, 'category').map(({ attributes }) => attributes['term'] ?? ''),
    summary: textOf(entry, 'summary'),
    content: textOf(entry, 'content'),
    more: moreOf(entry, [
      'id',
      'title',
      'link',
      'updated',
      'modified',
      'published',
      'issued',
      'author',
      'category',
      'summary',
      'content',
    ]),
  }
}

/** The text of a child; of one with elements inside, all their texts. */
function textOf(node: XmlNode, name: string): string | null {
  const child = childOf(node, name)
  const text = child && wholeText(child).trim()
  return text ? text : null
}
const wholeText = (node: XmlNode): string => node.text + node.children.map(wholeText).join('')

function moreOf(node: XmlNode, known: readonly string[]): unknown {
  const others = node.children.filter(({ name }) => !known.includes(name))
  return others.length === 0 ? null : xmlValue({ ...node, attributes: {}, children: others, text: '' })
}

/** `Tue, 24 Nov 2026 10:00:00 +0100` or ISO 8601; null where it is neither. */
function momentIn(text: string | null): string | null {
  const at = Date.parse((text ?? '').replace(/\bUT$/, 'GMT'))
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
