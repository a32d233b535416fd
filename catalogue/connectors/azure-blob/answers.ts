import type { StoredObject } from '@weft/kit/files/object-store.ts'
import { childOf, childrenOf, textAt, type XmlNode } from '@weft/kit/xml/read-xml.ts'

/** A page of a listing. `grouped`: folders that the store itself has are told by their beginning, not as what they are. */
export function pageIn(root: XmlNode, grouped: boolean) {
  const blobs = childOf(root, 'Blobs')
  if (root.name !== 'EnumerationResults' || !blobs) throw new Error(`<${root.name}> instead of <EnumerationResults>`)
  return {
    prefixes: childrenOf(blobs, 'BlobPrefix').map((one) => textAt(one, 'Name') ?? ''),
    objects: childrenOf(blobs, 'Blob')
      .filter((one) => !grouped || textAt(one, 'Properties', 'ResourceType') !== 'directory')
      .map((one) =>
        storedAs(textAt(one, 'Name') ?? '', {
          size: textAt(one, 'Properties', 'Content-Length'),
          modified: textAt(one, 'Properties', 'Last-Modified'),
          etag: textAt(one, 'Properties', 'Etag'),
        }),
      ),
    next: textAt(root, 'NextMarker') || undefined,
  }
}

type Said = { size: string | undefined; modified: string | undefined; etag: string | undefined }

export function storedAs(key: string, { size = '', modified = '', etag = '' }: Said): StoredObject {
  const time = Date.parse(modified)
  return {
    key,
    size: /^\d{1,15}$/.test(size.trim()) ? Number(size) : null,
    modified_at: Number.isNaN(time) ? null : new Date(time).toISOString(),
    // In quotes or not, as the place is where it stands.
    ...(etag !== '' && { version: etag.replaceAll('"', '') }),
  }
}
