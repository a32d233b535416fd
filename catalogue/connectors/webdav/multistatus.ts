import type { FoundFile } from '@weft/kit/define/file-session.ts'
import { childOf, childrenOf, textAt, type XmlNode } from '@weft/kit/xml/read-xml.ts'

/** What is asked for of each file and folder. */
export const propfind = `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getlastmodified/><getetag/></prop></propfind>`

/** A file or folder by the names on the way to it, from the root of its host. */
export type Described = Pick<FoundFile, 'kind' | 'size' | 'modified_at' | 'version'> & { names: string[] }

/** What a server says of files and folders. What it says in a way that nobody can ask for again is left out. */
export function describedIn(multistatus: XmlNode): Described[] {
  if (multistatus.name !== 'multistatus') throw new Error(`<${multistatus.name}> instead of <multistatus>`)
  return childrenOf(multistatus, 'response').flatMap((response) => {
    const names = namesIn(textAt(response, 'href')?.trim() ?? '')
    const props = childrenOf(response, 'propstat').find((one) => / 2\d\d( |$)/.test(textAt(one, 'status') ?? ' 200'))
    const prop = childOf(props, 'prop')
    return names && prop ? [described(names, prop)] : []
  })
}

function described(names: string[], prop: XmlNode): Described {
  const isFolder = childOf(childOf(prop, 'resourcetype'), 'collection') !== undefined
  const length = textAt(prop, 'getcontentlength')?.trim() ?? ''
  const modified = Date.parse(textAt(prop, 'getlastmodified') ?? '')
  const etag = textAt(prop, 'getetag')?.trim() ?? ''
  return {
    names,
    kind: isFolder ? 'folder' : 'file',
    size: !isFolder && /^\d{1,15}$/.test(length) ? Number(length) : null,
    modified_at: Number.isNaN(modified) ? null : new Date(modified).toISOString(),
    ...(etag !== '' && !isFolder && { version: etag }),
  }
}

/** An address, or only the path of one, in its parts; undefined where it cannot be read. */
function namesIn(href: string): string[] | undefined {
  const path = href.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/s, '')
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return undefined
  }
}
