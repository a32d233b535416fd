import type { StoredObject } from '../object-store.ts'
import { childrenOf, textAt, type XmlNode } from '../../xml/read-xml.ts'

/** A page of a listing. */
export function pageIn(root: XmlNode) {
  if (root.name !== 'ListBucketResult') throw new Error(`<${root.name}> instead of <ListBucketResult>`)
  const isEncoded = textAt(root, 'EncodingType') === 'url'
  const plain = (text: string) => (isEncoded ? decodeURIComponent(text.replaceAll('+', ' ')) : text)
  const isCut = textAt(root, 'IsTruncated')?.trim() === 'true'
  const next = textAt(root, 'NextContinuationToken')
  // Asking for the same page again would never end.
  if (isCut && !next) throw new Error('a page without the way to the next')
  return {
    prefixes: childrenOf(root, 'CommonPrefixes').map((one) => plain(textAt(one, 'Prefix') ?? '')),
    objects: childrenOf(root, 'Contents').map((one): StoredObject => {
      const size = textAt(one, 'Size')?.trim() ?? ''
      const version = textAt(one, 'ETag')?.trim()
      return {
        key: plain(textAt(one, 'Key') ?? ''),
        size: /^\d{1,15}$/.test(size) ? Number(size) : null,
        modified_at: timeOf(textAt(one, 'LastModified')),
        ...(version && { version }),
      }
    }),
    next: isCut ? next : undefined,
  }
}

export function timeOf(text: string | undefined): string | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
